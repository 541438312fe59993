#include "smt/encode/text.h"

#include <cstdint>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include "planner/formats/sha256/sha256.h"

namespace tickproof::encode {

namespace {

class Text {
public:
    explicit Text(const Sink& sink) : sink_(sink) {}

    template <class... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
        if (buffer_.size() >= piece_bytes) flush();
    }
    void flush() {
        sink_({buffer_.data(), buffer_.size()});
        buffer_.clear();
    }

private:
    static constexpr std::size_t piece_bytes = std::size_t{64} * 1024;
    const Sink& sink_;
    fmt::memory_buffer buffer_;
};

std::string as_smtlib(const Variables& variables, std::int32_t literal) {
    return literal > 0 ? variables.name(literal) : fmt::format("(not {})", variables.name(-literal));
}

// `or` takes two arguments at least.
void print_assert(const Variables& variables, std::span<const std::int32_t> clause, Text& text) {
    if (clause.empty()) {
        text.print("(assert false)\n");
    } else if (clause.size() == 1) {
        text.print("(assert {})\n", as_smtlib(variables, clause.front()));
    } else {
        text.print("(assert (or");
        for (const std::int32_t literal : clause) text.print(" {}", as_smtlib(variables, literal));
        text.print("))\n");
    }
}

}  // namespace

void write_dimacs(const Cnf& cnf, const Sink& sink) {
    Text text(sink);
    text.print("p cnf {} {}\n", cnf.variables, cnf.clauses);
    for (const std::int32_t literal : cnf.literals) {
        if (literal == 0) {
            text.print("0\n");
        } else {
            text.print("{} ", literal);
        }
    }
    text.flush();
}

void write_smtlib(const Formula& formula, const Sink& sink) {
    Text text(sink);
    text.print("(set-logic QF_UF)\n");
    for (std::uint64_t v = 1; v <= formula.cnf.variables; ++v) {
        text.print("(declare-const {} Bool)\n", formula.variables.name(static_cast<std::int32_t>(v)));
    }
    const std::span<const std::int32_t> literals(formula.cnf.literals);
    for (std::size_t begin = 0, end = 0; end < literals.size(); ++end) {
        if (literals[end] != 0) continue;
        print_assert(formula.variables, literals.subspan(begin, end - begin), text);
        begin = end + 1;
    }
    text.print("(check-sat)\n");
    text.flush();
}

std::string hash(const Cnf& cnf) {
    Sha256 digest;
    write_dimacs(cnf, [&](std::string_view piece) { digest.add(piece); });
    return digest.finish();
}

}  // namespace tickproof::encode
