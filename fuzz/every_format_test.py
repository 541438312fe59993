import pathlib
import tempfile
import unittest

import every_format


class EveryFormat(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("fuzz/CMakeLists.txt", "tickproof_harness(plan_json JSON LINK x)\n")
        self.write("fuzz/plan_json.cpp", "(void)formats::read_plan(root);")
        self.write("planner/formats/plan_json.h", "std::expected<Plan, json::Error> read_plan(const json::Value& value);")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def missing(self):
        return [name for name, _ in every_format.without_harness(self.root)]

    def test_a_format_with_a_harness(self):
        self.assertEqual(self.missing(), [])

    def test_a_format_without(self):
        self.write("planner/formats/new_json.h", "X read_new(\n    std::string_view text);")
        self.write("smt/certificate/other.h", "X read_other(std::string_view text);")
        self.assertEqual(self.missing(), ["read_new", "read_other"])

    def test_a_harness_that_is_not_built_does_not_count(self):
        self.write("planner/formats/new_json.h", "X read_new(std::string_view text);")
        self.write("fuzz/new_json.cpp", "read_new(text)")
        self.assertEqual(self.missing(), ["read_new"])

    def test_a_name_within_another_does_not_count(self):
        self.write("planner/formats/new_json.h", "X read_pla(std::string_view text);")
        self.assertEqual(self.missing(), ["read_pla"])

    def test_a_part_of_another_format(self):
        self.write("planner/formats/part.h", "X read_part(json::Decoder& decoder, const json::Value& value);")
        self.assertEqual(self.missing(), [])


if __name__ == "__main__":
    unittest.main()
