"""Plants includes that the table forbids, and some that it allows, and looks at what include_table says."""
import os
import tempfile
import unittest

import include_table

CLEAN = {
    "planner/model/plan.h": "#pragma once\n#include <cstdint>\n#include <fmt/core.h>\n",
    "planner/greedy.h": '#include "planner/model/plan.h"\n',
    "planner/greedy_test.cpp": '#include <gtest/gtest.h>\n#include "planner/greedy.h"\n'
                               '#include "properties/check/check.h"\n',
    "properties/check/check.h": '#include "planner/model/plan.h"\n',
    "smt/solver/z3.cpp": "#include <z3++.h>\n",
}


def violations_with(path, text):
    with tempfile.TemporaryDirectory() as root:
        for file, content in {**CLEAN, path: text}.items():
            os.makedirs(os.path.join(root, os.path.dirname(file)), exist_ok=True)
            with open(os.path.join(root, file), "w", encoding="utf-8") as out:
                out.write(content)
        return include_table.violations(root)


class IncludeTable(unittest.TestCase):
    def refused(self, path, text, because):
        found = violations_with(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(because, found[0])

    def test_accepts_what_the_table_allows(self):
        self.assertEqual(violations_with("cli/main.cpp", '#include <CLI/CLI.hpp>\n#include "planner/greedy.h"\n'), [])

    def test_checker_never_uses_a_planner(self):
        self.refused("properties/check/rule.cpp", '#include <vector>\n  #  include "planner/greedy.h"\n',
                     "rule.cpp:2: properties/check may not use planner")

    def test_only_tests_may_cross(self):
        self.refused("planner/greedy.cpp", '#include "properties/check/check.h"\n', "may not use properties/check")
        self.refused("planner/greedy.cpp", "#include <gtest/gtest.h>\n", "may not use <gtest/gtest.h>")

    def test_what_serves_tests_stays_with_them(self):
        helper = '#include <gtest/gtest.h>\n#include "properties/check/check.h"\n'
        self.assertEqual(violations_with("planner/greedy_test_data.cpp", helper), [])
        self.refused("planner/greedy.cpp", '#include "planner/greedy_test.cpp"\n', "is for tests alone")

    def test_tests_never_use_the_solver(self):
        self.refused("planner/other_test.cpp", "#include <z3++.h>\n", "may not use <z3++.h>")

    def test_a_wrapped_library_stays_in_one_source_file(self):
        self.refused("smt/solver/other.cpp", "#include <z3++.h>\n", "in one .cpp alone")
        self.refused("smt/solver/header.h", "#include <cadical.hpp>\n", "in one .cpp alone")

    def test_a_wrapped_library_stays_in_its_folder(self):
        self.refused("smt/encode/encode.cpp", "#include <z3++.h>\n", "smt/encode may not use <z3++.h>")
        self.refused("smt/header.h", "#include <cadical.hpp>\n", "smt may not use <cadical.hpp>")

    def test_unknown_names_are_errors(self):
        self.refused("viewer/page.h", "", "folder 'viewer' is not in the table")
        self.refused("planner/greedy.cpp", "#include <boost/any.hpp>\n", "<boost/any.hpp> is not in the table")
        self.refused("planner/greedy.cpp", '#include "greedy.h"\n', "not a file of the project")
        self.refused("planner/greedy.cpp", "#include HEADER\n", "names no file")

    def test_a_template_stands_for_the_header_made_from_it(self):
        self.assertEqual(violations_with("cli/version.h.in", ""), [])
        self.refused("cli/main.cpp", '#include "cli/version.h"\n', "not a file of the project")

    def test_build_folders_are_not_ours(self):
        self.assertEqual(violations_with("build-x/generated/a.cpp", "#include <boost/any.hpp>\n"), [])


if __name__ == "__main__":
    unittest.main()
