// For tests: RapidCheck over what is drawn here, with a seed that is fixed unless RC_PARAMS names another, and a
// failure that says how to see it again.
//
// By itself RapidCheck seeds at random, and a result that nobody looks at cannot fail. The nightly job sets
// RC_PARAMS="seed=N max_success=M", with the date as N; every other run gives the same result twice.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

namespace tickproof::generators {

namespace for_all_details {

// The seed is RapidCheck's own, so that the line it prints at the start is true of all tests of a program.
inline rc::detail::Configuration configuration(int cases) {
    ::setenv("RC_PARAMS", "seed=20240607", 0);  // NOLINT(concurrency-mt-unsafe): tests run one after the other
    rc::detail::Configuration defaults = rc::detail::configuration();
    defaults.testParams.maxSuccess = cases;
    return rc::detail::configFromString(std::getenv("RC_PARAMS"), defaults);  // NOLINT(concurrency-mt-unsafe)
}

inline std::string test_name() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->test_suite_name()) + "." + test->name();
}

}  // namespace for_all_details

// `judge` returns what is wrong with a value, an empty string if nothing is. A give-up and an exception fail too.
template <class T, class Judge>
[[nodiscard]] testing::AssertionResult holds_for_all(const rc::Gen<T>& values, int cases, Judge judge) {
    using rc::detail::CaseResult;
    const auto property = [&] {
        const std::string wrong = judge(*values);
        if (!wrong.empty()) throw CaseResult(CaseResult::Type::Failure, wrong);  // how RC_ASSERT stops and shrinks
    };
    const rc::detail::Configuration configuration = for_all_details::configuration(cases);
    const std::string name = for_all_details::test_name();
    rc::detail::TestListenerAdapter silent;
    const rc::detail::TestResult result =
        rc::detail::checkProperty(rc::detail::toProperty(property), {name, name}, configuration.testParams, silent);
    if (result.template is<rc::detail::SuccessResult>()) return testing::AssertionSuccess();
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    return testing::AssertionFailure() << text.str()
                                       << "\nsee it again: RC_PARAMS=seed=" << configuration.testParams.seed
                                       << " ctest -R '" << name << "'";
}

}  // namespace tickproof::generators
