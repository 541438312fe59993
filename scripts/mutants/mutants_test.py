"""Looks at the mutants of small pieces of C++, at how they are written down and at complaints about survivors.txt."""
import os
import subprocess
import tempfile
import unittest

import find
import run
import score
import survivors
import tree
from tokens import Source


def mutants_of(text, operator=None):
    mutants = find.find_mutants(Source("a.cpp", text))
    return [mutant for mutant in mutants if operator in (None, mutant.operator)]


def changed(text, operator):
    """The pieces as the mutants have them."""
    source = Source("a.cpp", text)
    return [tree.one_line(source, mutant) for mutant in find.find_mutants(source) if mutant.operator == operator]


def body(statements):
    return f"int f(int a, int b) {{ {statements} }}"


class Finding(unittest.TestCase):
    def test_relations_and_their_pieces(self):
        self.assertEqual(changed(body("g(1, a < b && c);"), "relational"), ["a <= b && c", "a >= b && c"])

    def test_template_brackets_pointers_and_references_are_no_operators(self):
        text = "std::vector<int> f(const A& a, B* b, C&& c) { return std::vector<std::pair<int, int>>(a); }"
        self.assertEqual(mutants_of(text, "relational") + mutants_of(text, "arithmetic"), [])

    def test_a_piece_begins_after_what_is_no_expression(self):
        self.assertEqual(changed(body("if (a) return b + 1;"), "arithmetic"), ["b - 1"])
        self.assertEqual(changed(body("for (const int x : a + b) g(x);"), "arithmetic"), ["a - b"])
        self.assertEqual(changed(body("const int x = a ? b : a + b;"), "arithmetic"), ["a ? b : a - b"])
        self.assertEqual(changed(body("const auto x = [&] { return a; }; b = a - x;"), "arithmetic"), ["a + x"])

    def test_an_assignment_belongs_to_a_change_of_its_own_operator_alone(self):
        self.assertEqual(changed(body("a += b * 2;"), "arithmetic"), ["a -= b * 2", "b / 2"])

    def test_constants(self):
        self.assertEqual(changed(body("g(0, 2U, true, 1.5);"), "constant"),
                         ["1", "1U", "3U", "false", "(1.5 + 1)"])

    def test_conditions_are_negated_unless_a_relation_does_it(self):
        self.assertEqual(changed(body("if (a && b) g();"), "negated condition"), ["!(a && b)"])
        self.assertEqual(changed(body("return ok(a) ? a : b;"), "negated condition"), ["!(ok(a)) ? a : b"])
        self.assertEqual(changed(body("if (a < b) g(); if (!a) g();"), "negated condition"), [])

    def test_statements_that_can_go(self):
        text = body("const int x = 1; g(x); if (a) return x; a = x; return a;")
        deleted = [mutant.before for mutant in mutants_of(text, "deleted statement")]
        self.assertEqual(deleted, ["g(x);", "return x;", "a = x;"])

    def test_a_return_stays_where_nothing_follows(self):
        self.assertEqual(mutants_of(body("if (a) { return a; } else { return b; }"), "deleted statement"), [])
        self.assertEqual(mutants_of(body("if (a) return a;"), "deleted statement"), [])

    def test_arguments_are_swapped_in_calls_alone(self):
        self.assertEqual(changed(body("return g(a, h(b));"), "swapped arguments"), ["g(h(b), a)"])
        self.assertEqual(changed(body("C c(a, b); if (a) for (;;) g(a, a);"), "swapped arguments"), [])
        self.assertEqual(changed("A::A(int a, int b) : x_(a, b), y_(b, a) {}", "swapped arguments"), [])

    def test_what_cannot_matter_is_no_mutant(self):
        self.assertEqual(changed(body("a = std::max<int>(a, b) * min(a, b);"), "swapped arguments"), [])
        self.assertEqual(mutants_of(body("x.reserve(2 * y.size()); static_assert(sizeof(X) < 9);")), [])

    def test_strings_comments_and_directives_hold_no_mutants(self):
        self.assertEqual(mutants_of('#if A < B\n// a < b\nconst char* x = "a < b // 1"; /* 1 */\n#endif'), [])

    def test_an_anchor_is_as_long_as_it_must_be(self):
        mutants = mutants_of("void f() {\n    g(1);\n    h();\n    g(1);\n}\n", "constant")
        self.assertEqual([mutant.anchor for mutant in mutants][::2], [("void f() {", "g(1);"), ("h();", "g(1);")])

    def test_equal_changes_on_a_line_are_told_apart(self):
        self.assertEqual([mutant.nth for mutant in mutants_of(body("return a - b - a;"), "arithmetic")], [1, 2])


class Rendering(unittest.TestCase):
    def render(self, text):
        source = Source("a.cpp", text)
        mutants = find.find_mutants(source)
        for number, mutant in enumerate(mutants, 1):
            mutant.number = number
        return tree.render(source, mutants)

    def test_without_mutants_only_comments_go(self):
        text = '#include "a.h"\nint x() { return y(); }  // why\n'
        self.assertEqual(tree.render(Source("a.cpp", text), [])[0].split(), text.replace("// why", "").split())

    def test_every_mutant_owns_a_line(self):
        _, owners = self.render(body("if (a < b) g(a, b + 1); while (a && b) --a;"))
        numbers = set().union(*owners.values())
        self.assertEqual(numbers, set(range(1, len(numbers) + 1)))

    def test_both_arms_of_a_choice_have_one_type(self):
        text, _ = self.render(body("if (found && a) g(); if (!found) g();"))
        self.assertIn(": static_cast<bool>(found && a)", text)
        self.assertIn("(!!found)", text)

    def test_a_constant_that_is_mutated_is_none_of_the_compilers(self):
        text, owners = self.render("struct A { static constexpr int x = 5; };\n")
        self.assertIn("static inline const /* mutants 1 2 */ int x = (", text)
        self.assertIn({1, 2}, owners.values())


RECORD = """equivalent a.cpp: relational: < -> <=
  | if (x < 1) g();
  because x is never 1
"""


class Survivors(unittest.TestCase):
    def complaints(self, text, code="if (x < 1) g();\n"):
        source = Source("a.cpp", f"void f() {{\n{code}}}\n")
        records, complaints = survivors.read(text)
        return complaints + survivors.match(records, find.find_mutants(source), {"a.cpp": source})[1]

    def test_a_record_finds_its_mutant(self):
        self.assertEqual(self.complaints(RECORD), [])

    def test_what_is_written_can_be_read(self):
        mutant = mutants_of("void f() {\nreturn a - b - a;\n}", "arithmetic")[1]
        records, complaints = survivors.read(survivors.written(mutant, "accepted", "so"))
        self.assertEqual((complaints, [record.key for record in records]), ([], [mutant.key]))

    def refused(self, because, *arguments):
        found = self.complaints(*arguments)
        self.assertEqual(len(found), 1, found)
        self.assertIn(because, found[0])

    def test_an_anchor_must_fit_once(self):
        self.refused("occurs 0 times", RECORD, "if (x < 2) g();\n")
        self.refused("occurs 2 times", RECORD, "if (x < 1) g();\nif (x < 1) g();\n")

    def test_a_record_must_be_of_a_mutant(self):
        self.refused("no such mutant", RECORD.replace("<=", "=="))
        self.refused("no such source file", RECORD.replace("a.cpp", "b.cpp"))

    def test_a_record_needs_a_reason_and_a_line_and_stands_once(self):
        self.refused("without a reason", RECORD.split("  because")[0])
        self.assertIn("without a source line", self.complaints(RECORD.replace("  | if (x < 1) g();\n", ""))[0])
        self.assertIn("twice", self.complaints(RECORD + RECORD)[0])

    def test_what_is_not_understood_is_said(self):
        self.refused("not understood", RECORD + "killed a.cpp\n")


PROGRAM = """#!/bin/bash
case $TICKPROOF_MUTANT in
1) echo '[  FAILED  ] Some.Test (0 ms)'; exit 1 ;;
2) while true; do :; done ;;
3) kill -SEGV $$ ;;
esac
"""


class Committed(unittest.TestCase):
    def test_every_record_fits_the_sources(self):
        mutate = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "mutate")
        process = subprocess.run([mutate, "--list"], capture_output=True, text=True)
        self.assertEqual((process.returncode, process.stderr), (0, ""))


class Running(unittest.TestCase):
    def judge(self, number):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "some_test")
            with open(program, "w", encoding="utf-8") as file:
                file.write(PROGRAM)
            os.chmod(program, 0o700)
            mutant = mutants_of(body("g(1);"))[0]
            mutant.number = number
            return run.judge(mutant, [run.Step(program, ["Some.Test"], 1)], folder)

    def test_each_end_has_its_status(self):
        self.assertEqual(self.judge(1), ("killed", "Some.Test"))
        self.assertEqual(self.judge(2)[0], "timeout")
        self.assertEqual(self.judge(3)[0], "killed")
        self.assertEqual(self.judge(4), ("survived", ""))


class Score(unittest.TestCase):
    def setUp(self):
        source = Source("planner/a.cpp", body("return a - b - a * b;"))
        self.mutants = [mutant for mutant in find.find_mutants(source) if mutant.operator == "arithmetic"]
        for number, mutant in enumerate(self.mutants, 1):
            mutant.number = number

    def complaints(self, outcomes, records=(), dropped=(), is_whole=False):
        named = {number: survivors.read(survivors.written(self.mutants[number - 1], kind, "so"))[0][0]
                 for number, kind in dict(records).items()}
        status = score.statuses(self.mutants, set(dropped), outcomes, named)
        counts = score.by_folder(self.mutants, status, ["planner"])
        return (score.complaints_about(self.mutants, status, outcomes, named) +
                score.failures_of_totals(self.mutants, counts, is_whole))

    def test_all_killed_or_explained(self):
        outcomes = {1: ("killed", "A.B"), 2: ("timeout", ""), 3: ("survived", "")}
        self.assertEqual(self.complaints(outcomes, records={3: "equivalent"}, is_whole=True), [])

    def test_a_survivor_must_be_named(self):
        found = self.complaints({1: ("killed", ""), 2: ("killed", ""), 3: ("survived", "")})
        self.assertEqual(len(found), 1)
        self.assertIn("survives and is not in survivors.txt", found[0])
        records, complaints = survivors.read(found[0].split("\n", 1)[1])
        self.assertEqual((complaints, [record.key for record in records]), ([], [self.mutants[2].key]))

    def test_a_named_survivor_must_survive(self):
        found = self.complaints({1: ("killed", ""), 2: ("killed", ""), 3: ("killed", "A.B")}, records={3: "equivalent"})
        self.assertIn("said to live, but killed A.B", found[0])

    def test_a_status_must_not_be_missing(self):
        self.assertIn("unknown statuses ['not run']", self.complaints({1: ("killed", ""), 2: ("killed", "")})[0])

    def test_something_must_run(self):
        self.assertIn("no mutant ran", self.complaints({}, dropped={1, 2, 3}))

    def test_a_whole_run_must_reach_the_target(self):
        outcomes = {1: ("killed", ""), 2: ("killed", ""), 3: ("survived", "")}
        self.assertEqual(self.complaints(outcomes, records={3: "accepted"}), [])
        found = self.complaints(outcomes, records={3: "accepted"}, is_whole=True)
        self.assertEqual(found, ["planner: 66.7 % killed, at least 85 % are wanted"])

    def test_the_columns_add_up(self):
        outcomes = {1: ("killed", ""), 2: ("survived", "")}
        status = score.statuses(self.mutants, {3}, outcomes, {})
        text = score.report(self.mutants, status, score.by_folder(self.mutants, status, ["planner"]))
        self.assertIn("| planner | 3 | 1 | 0 | 1 | 0 | 1 | 50.0 % |", text)


if __name__ == "__main__":
    unittest.main()
