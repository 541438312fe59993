"""The command line as users meet it: exit codes, the two streams, files, and every --json document against its schema.

usage: cli_test.py TICKPROOF SOURCE_FOLDER [unittest arguments]
"""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
from testing import HOLDS, REFUTED, SOURCES, TICKPROOF, UNDECIDED, UNUSABLE, CommandTest, run

CORPUS = os.path.join(SOURCES, "properties", "corpus")
GOLDEN = os.path.join(CORPUS, "golden")


def peak_kilobytes(*arguments):
    process = subprocess.Popen([TICKPROOF, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss


def plan(*arguments):
    return run("plan", *arguments).out


def golden_errors():
    with open(os.path.join(GOLDEN, "errors.jsonl")) as lines:
        return [json.loads(line) for line in lines]


def request(config):
    pipeline = {key: value for key, value in config.items() if key != "n_layer"}
    return json.dumps({"n_layer": config["n_layer"], "pipeline": pipeline})


class CliTest(CommandTest):
    def document(self, answer, schema):
        return self.validated(answer.out, schema)


class Main(CliTest):
    def test_help_names_every_command_and_each_has_an_example(self):
        overview = run("--help")
        self.assertEqual(overview.code, HOLDS)
        for command in ("plan", "check", "gate", "show", "explain"):
            self.assertIn(command, overview.out)
            answer = run(command, "--help")
            self.assertEqual(answer.code, HOLDS)
            self.assertIn("Example:\n  tickproof ", answer.out)

    def test_without_a_command_it_fails(self):
        self.assert_one_line_of_error(run())
        self.assertEqual(run("help", "plan").out, run("plan", "--help").out)

    def test_unknown_words_are_unusable(self):
        for words in (["fly"], ["plan", "--fly"], ["check"], ["plan", "--stages"], ["gate", "stray"]):
            self.assert_one_line_of_error(run(*words))

    def test_version(self):
        self.assertRegex(run("--version").out, r"^tickproof \d+\.\d+\.\d+\n$")
        self.document(run("--json", "--version"), "version-1")

    def test_a_full_disk_is_no_success(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([TICKPROOF, "plan", "--stages", "2", "--microbatches", "2"], stdout=full,
                                     stderr=subprocess.PIPE)
        self.assertEqual(process.returncode, UNUSABLE)
        self.assertIn(b"No space left", process.stderr)


    def test_a_closed_or_full_stderr_changes_no_exit_code(self):
        for stderr in ("2>&-", "2>/dev/full"):
            for words in ("check nofile", "fly", "plan --stages 0 --microbatches 1", "check --bogus"):
                code = subprocess.run(["bash", "-c", f'"$0" {words} {stderr}', TICKPROOF]).returncode
                self.assertEqual(code, UNUSABLE, (words, stderr))

    def test_an_empty_value_is_not_a_missing_option(self):
        for words in (["plan", "--stages", "2", "--microbatches", "2", "--schedule", ""], ["check", "x", "--rules", ""],
                      ["gate", "--stages", ""], ["plan", "--stages", "2", "--microbatches", "2", "-o", ""]):
            self.assert_one_line_of_error(run(*words))


class Plan(CliTest):
    def test_every_error_of_the_production_planner_comes_in_its_own_words(self):
        for golden in golden_errors():
            answer = run("plan", "--config", "-", stdin=request(golden["config"]))
            self.assert_one_line_of_error(answer)
            self.assertEqual(answer.err, golden["error"] + "\n")

    def test_zero_is_named_for_what_it_is(self):
        shape = {"--stages": "2", "--virtual": "1", "--microbatches": "2", "--layers": "2"}
        for option, word in (("--stages", "stage_count > 0"), ("--virtual", "virtual_stages_per_rank > 0"),
                             ("--microbatches", "microbatches > 0"), ("--layers", "n_layer > 0")):
            for layers in ([], ["--layers", "2"]):
                words = [text for key, value in {**shape, option: "0"}.items()
                         if key != "--layers" or option == "--layers" for text in (key, value)]
                answer = run("plan", *words, *(layers if option != "--layers" else []))
                self.assert_one_line_of_error(answer)
                self.assertIn(word, answer.err)

    def test_a_plan_too_large_to_hold_is_refused_with_number_and_limit(self):
        answer = run("plan", "--stages", "1024", "--virtual", "64", "--microbatches", "100000")
        self.assert_one_line_of_error(answer)
        self.assertIn("13107200000", answer.err)
        self.assertIn("67108864", answer.err)

    def test_the_event_count_overflow_comes_before_the_size_limit(self):
        answer = run("plan", "--stages", "4294967296", "--microbatches", "4294967296")
        self.assert_one_line_of_error(answer)
        self.assertEqual(answer.err, "pipeline event count overflow\n")

    def test_optimal_takes_shapes_that_the_others_refuse(self):
        for words in (["--stages", "2", "--virtual", "5", "--microbatches", "3"], ["--stages", "4", "--microbatches", "1"]):
            answer = run("plan", *words, "--schedule", "optimal")
            self.assertEqual(answer.code, HOLDS)
            self.assertEqual(run("check", "-", "--conform", stdin=answer.out).code, HOLDS)

    def test_several_schedules_are_lines(self):
        lines = plan("--stages", "2", "--microbatches", "2", "--schedule", "gpipe,optimal").splitlines()
        self.assertEqual([json.loads(line)["schedule"] for line in lines], ["gpipe", "optimal"])

    def test_plans_cases_and_requests_fit_the_schemas_of_the_formats(self):
        self.validated(plan("--stages", "2", "--virtual", "2", "--microbatches", "3"), "plan")
        with open(os.path.join(CORPUS, "orders.jsonl")) as lines:
            for line in lines:
                self.validated(line, "orders")
        for golden in golden_errors():
            self.validated(request(golden["config"]), "request")

    def test_output_goes_to_a_file_whole_or_not_at_all(self):
        path = self.path("plan.json")
        answer = run("plan", "--stages", "2", "--microbatches", "2", "-o", path)
        self.assertEqual((answer.code, answer.out), (HOLDS, ""))
        self.assertEqual(run("check", path).code, HOLDS)
        for bad in (os.path.join(self.folder, "no", "such", "folder"), "/dev/full", self.folder):
            self.assert_one_line_of_error(run("plan", "--stages", "2", "--microbatches", "2", "-o", bad))
        self.assertEqual(os.listdir(self.folder), ["plan.json"])

    def test_an_interrupted_plan_leaves_nothing_behind(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([TICKPROOF, "plan", "--stages", "64", "--virtual", "16", "--microbatches", "8192",
                                        "-o", self.path("large.json")])
            while not os.listdir(self.folder) and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(stop)
            self.assertEqual(process.wait(), -stop)
            self.assertEqual(os.listdir(self.folder), [])

    def test_a_request_has_the_place_of_its_error(self):
        path = self.path("request.json", '{"n_layer":4,\n "pipeline":{"stage_count":2.0}}')
        answer = run("plan", "--config", path)
        self.assert_one_line_of_error(answer)
        self.assertTrue(answer.err.startswith(path + ":2:"), answer.err)

    def test_the_first_error_of_a_request_is_the_one_that_is_told(self):
        answer = run("plan", "--config", "-", stdin='{"n_layer":4 "x":1}\n{"n_layer":1}\n')
        self.assert_one_line_of_error(answer)
        self.assertTrue(answer.err.startswith("<stdin>:1:"), answer.err)
        two = request(golden_errors()[0]["config"]) + "\n"
        self.assertIn("more than one request", run("plan", "--config", "-", stdin=two + two).err)

    def test_shape_options_and_a_request_do_not_mix(self):
        self.assert_one_line_of_error(run("plan", "--config", "-", "--stages", "2", stdin="{}"))
        self.assert_one_line_of_error(run("plan", "--stages", "2"))
        self.assert_one_line_of_error(run("plan", "--stages", "2", "--microbatches", "2", "--schedule", "zigzag"))
        self.assert_one_line_of_error(run("plan", "--config", "-", stdin=""))


class Check(CliTest):
    def test_the_production_planners_plans_are_valid_and_conform(self):
        answer = run("check", "--conform", os.path.join(GOLDEN, "plans.jsonl"))
        self.assertEqual(answer.code, HOLDS, answer.out)
        self.assertTrue(answer.out.endswith("39 valid\n"))

    def test_cases_agree(self):
        answer = run("check", "--json", "--comm", "all", os.path.join(CORPUS, "orders.jsonl"))
        self.assertEqual(answer.code, HOLDS)
        for result in self.document(answer, "verdict-1")["results"]:
            self.assertEqual(result["verdict"], "valid", result)

    def test_a_wrong_expectation_is_refuted_in_words(self):
        case = {"stages": 2, "microbatches": 1, "orders": [["F0", "B0"], ["F0", "B0"]],
                "expect": {"makespan": 5, "peak": [1, 1]}}
        answer = run("check", "-", stdin=json.dumps(case))
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("makespan", answer.out)
        case["expect"]["makespan"] = 4
        self.assertEqual(run("check", "-", stdin=json.dumps(case)).code, HOLDS)

    def test_an_edit_is_refuted_with_rule_and_place(self):
        text = plan("--stages", "2", "--microbatches", "2").replace('"tick":1,', '"tick":0,', 1)
        answer = run("check", "-", stdin=text)
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("one-op at event", answer.out)
        document = self.document(run("check", "--json", "-", stdin=text), "verdict-1")
        self.assertEqual(document["results"][0]["violation_count"], len(document["results"][0]["violations"]))

    def test_conventions_are_judged_only_on_demand(self):
        text = plan("--stages", "2", "--microbatches", "2", "--layers", "5")
        other = text.replace('"start":0,"end":3', '"start":0,"end":2').replace('"start":3,', '"start":2,')
        self.assertNotEqual(text, other)
        self.assertEqual(run("check", "-", stdin=other).code, HOLDS)
        for flag in (["--conform"], ["--rules", "all"]):
            answer = run("check", "-", *flag, stdin=other)
            self.assertEqual(answer.code, REFUTED)
            self.assertIn("balance at", answer.out)
            self.assertIn("reference at", answer.out)

    def test_every_object_is_judged_and_the_worst_decides(self):
        good = plan("--stages", "2", "--microbatches", "2")
        bad = good.replace('"tick":1,', '"tick":0,', 1)
        answer = run("check", "-", stdin=good + '{"broken\n' + bad)
        self.assertEqual(answer.code, UNUSABLE)
        self.assertIn("<stdin>:2:", answer.err)
        self.assertIn("<stdin>:3: refuted", answer.out)
        self.assertIn("1 valid, 1 refuted, 1 unusable", answer.out)
        document = self.document(run("check", "--json", "-", stdin=good + '{"broken\n' + bad), "verdict-1")
        self.assertEqual([result["verdict"] for result in document["results"]], ["valid", "unusable", "refuted"])

    def test_several_files_one_missing(self):
        path = self.path("a.json", plan("--stages", "1", "--microbatches", "1"))
        answer = run("check", path, self.path("missing.json"))
        self.assertEqual(answer.code, UNUSABLE)
        self.assertIn("missing.json: cannot read: No such file or directory", answer.err)
        self.assertIn("a.json:1: valid", answer.out)

    def test_unusable_input_says_where(self):
        good = plan("--stages", "2", "--microbatches", "2").strip()
        count = '"microbatches":2'
        bad = {"empty": "", "blank": " \n", "word": "plan", "truncated": good[:-1], "array": "[]", "other": "{}",
               "nested": "[" * 100000, "twice": good.replace(count, count + "," + count),
               "missing": good.replace(count + ",", ""), "kind": good.replace('"forward"', '"sideways"', 1),
               "enum": good.replace('"interleaved_1f1b"', '"1f1b"'), "nul": "\0", "two": good + good[:5],
               "wide": good.replace('"microbatch_id":1', '"microbatch_id":4294967298', 1)}
        for number in ("-0", "-1", "2.0", "2e0", "true", "null", '"2"', "18446744073709551616", "02", "[2]"):
            bad["number " + number] = good.replace(count, '"microbatches":' + number)
        for name, text in bad.items():
            answer = run("check", self.path("x", text))
            self.assertEqual(answer.code, UNUSABLE, name)
            self.assertRegex(answer.err, r"^[^\n]*/x:\d+:\d+: [^\n]+\n", name)

    def test_a_broken_object_of_many_lines_is_one_error_and_no_part_of_it_is_judged(self):
        good = plan("--stages", "2", "--microbatches", "2")
        spread = json.dumps(json.loads(good), indent=0)
        twice = '{"x":1,"x":2,"plan":\n' + good + "}\n"
        for broken in (spread[:-2], spread.replace('"tick": 3', '"tick": 03'), twice):
            self.assert_one_line_of_error(run("check", "-", stdin=broken))
        answer = run("check", "-", stdin=spread[:-3] + "\n}x\n" + good)
        self.assertEqual(answer.err.count("\n"), 1)

    def test_a_file_name_is_only_a_name(self):
        good = plan("--stages", "2", "--microbatches", "2")
        for name in ("[p.json]", "a b,c.json", "[]"):
            answer = run("check", self.path(name, good), cwd=self.folder)
            self.assertEqual(answer.code, HOLDS, name)
            self.assertEqual(run("check", name, cwd=self.folder).code, HOLDS, name)
        name = "x\n: valid\x1b[31m"
        self.assertEqual(run("check", self.path(name, good)).out.count("\n"), 1)
        self.assertNotIn("\x1b", run("check", self.path(name)).out + run("show", self.path(name)).out)

    def test_a_placement_that_does_not_fit_is_never_valid(self):
        text = plan("--stages", "2", "--microbatches", "2")
        for placement in ("0,1,0", "0", "0,7"):
            self.assertEqual(run("check", "-", "--placement", placement, stdin=text).code, REFUTED, placement)
        self.assert_one_line_of_error(run("check", os.path.join(CORPUS, "orders.jsonl"), "--placement", "V"))
        self.assert_one_line_of_error(run("check", "x", "--conform", "--rules", "safety"))

    def test_counts_that_lie_are_violations_and_cost_nothing(self):
        text = ('{"physical_stage_count":1,"virtual_stages_per_rank":1,"total_virtual_stages":1,'
                '"microbatches":2000000000,"schedule":"gpipe","partition":"layer_contiguous","stage_assignments":[],'
                '"events":[],"metrics":{"total_ticks":0,"total_events":0,"stage_busy_ticks":[],"stage_idle_ticks":[],'
                '"bubble_fraction":0.0}}')
        orders = '{"stages":2,"virtual":1,"microbatches":2000000000,"orders":[[],[]]}'
        for lie, flags in ((text, ["--conform"]), (orders, [])):
            answer = run("check", *flags, self.path("x", lie))
            self.assertEqual(answer.code, REFUTED, answer.err)
            self.assertIn("exactly-once", answer.out)
            self.assertLess(peak_kilobytes("check", *flags, self.path("x", lie)), 256 * 1024)

    def test_costs_retime_orders_and_refuse_plans(self):
        orders = '{"stages":2,"microbatches":1,"orders":[["F0","B0"],["F0","B0"]]}'
        self.assertIn("4 ticks", run("check", "-", stdin=orders).out)
        costs = ["--forward", "2", "--backward", "3", "--latency", "5"]
        for command in ("check", "show"):
            answer = run(command, "-", *costs, stdin=orders)
            self.assertEqual(answer.code, HOLDS)
            self.assertIn("20 ticks", answer.out)
        self.assert_one_line_of_error(run("check", "-", "--forward", "2", stdin=plan("--stages", "1", "--microbatches", "1")))
        self.assert_one_line_of_error(run("check", "-", "--forward", "0", stdin=orders))

    def test_a_deadlock_names_who_waits_for_what(self):
        orders = '{"stages":2,"microbatches":1,"orders":[["B0","F0"],["F0","B0"]]}'
        answer = run("check", "-", stdin=orders)
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("deadlock", answer.out)
        self.assertIn("waits", answer.out)

    def test_peaks_do_not_depend_on_the_order_of_the_events(self):
        tidy = json.loads(plan("--stages", "2", "--microbatches", "3", "--schedule", "gpipe"))
        peaks = "peak in-flight 3 3"
        self.assertIn(peaks, run("check", "-", stdin=json.dumps(tidy)).out)
        tidy["events"].reverse()
        self.assertIn(peaks, run("check", "-", stdin=json.dumps(tidy)).out)

    def test_a_cap_is_judged(self):
        text = plan("--stages", "2", "--microbatches", "3", "--schedule", "gpipe")
        self.assertEqual(run("check", "-", "--max-in-flight", "3", stdin=text).code, HOLDS)
        answer = run("check", "-", "--max-in-flight", "2", stdin=text)
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("in-flight-cap", answer.out)

    ONE_F_ONE_B = '{"stages":2,"microbatches":2,"orders":[["F0","F1","B0","B1"],["F0","B0","F1","B1"]]}'

    def test_a_model_under_which_orders_do_not_run_refutes_them(self):
        cycle = "rank 0 waits to send 0F1 to rank 1, which waits to send 1B0 to rank 0"
        for model in ("dependencies", "buffered:1", "grouped+fifo", "dependencies,buffered:2"):
            answer = run("check", "-", "--comm", model, stdin=self.ONE_F_ONE_B)
            self.assertEqual(answer.code, HOLDS, model)
            self.assertIn("  %s: 6 ticks\n" % model.split(",")[-1], answer.out)
        for model in ("rendezvous", "buffered:0", "buffered:1,rendezvous"):
            answer = run("check", "-", "--comm", model, stdin=self.ONE_F_ONE_B)
            self.assertEqual(answer.code, REFUTED, model)
            self.assertIn("deadlock at rank 0 op 1: under rendezvous: " + cycle, answer.out)
        swapped = self.ONE_F_ONE_B.replace('"B0","B1"],["F0"', '"B1","B0"],["F0"')
        answer = run("check", "-", "--comm", "dependencies+fifo", stdin=swapped)
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("payload at rank 0 op 2: under dependencies+fifo: rank 0 expects 1B1 from rank 1 and gets 1B0",
                      answer.out)

    def test_all_models_are_reported_and_refute_nothing(self):
        answer = run("check", "-", "--comm", "all", stdin=self.ONE_F_ONE_B)
        self.assertEqual(answer.code, HOLDS)
        self.assertIn("  rendezvous: deadlock: rank 0 waits to send 0F1", answer.out)
        self.assertIn("  least buffer that runs: 1 slot\n  least activation slots: 2 1\n", answer.out)
        answer = run("check", "-", "--comm", "all", "--json", stdin=self.ONE_F_ONE_B)
        found, = self.document(answer, "verdict-1")["results"]
        self.assertEqual((found["least_slots"], found["activation_slots"]), (1, [2, 1]))
        names = ["dependencies", "rendezvous", "buffered:1", "buffered:2", "grouped"]
        self.assertEqual([model["model"] for model in found["models"]], names + [name + "+fifo" for name in names])
        for model in found["models"]:
            if model["model"].startswith("rendezvous"):
                self.assertEqual(model["verdict"], "deadlock")
                self.assertEqual(model["cycle"], [
                    {"rank": 0, "op": 1, "waits": "waits to send 0F1 to rank 1", "for_rank": 1},
                    {"rank": 1, "op": 1, "waits": "waits to send 1B0 to rank 0", "for_rank": 0}])
            else:
                self.assertEqual((model["verdict"], model["ticks"]), ("runs", 6))
        broken = self.ONE_F_ONE_B.replace('"F0","F1"', '"F0","F0"')
        self.assertEqual(run("check", "-", "--comm", "all", stdin=broken).code, REFUTED)

    def test_a_swap_is_reported_under_each_model_without_tags(self):
        swapped = self.ONE_F_ONE_B.replace('"B0","B1"],["F0"', '"B1","B0"],["F0"')
        answer = run("check", "-", "--comm", "all", "--json", stdin=swapped)
        self.assertEqual(answer.code, HOLDS)
        found, = self.document(answer, "verdict-1")["results"]
        for model in found["models"]:
            self.assertEqual(model["verdict"] == "fault", model["model"].endswith("+fifo"), model)

    def test_what_is_expected_decides_alone(self):
        case = json.loads(self.ONE_F_ONE_B)
        case["expect"] = {"verdict": "valid", "buffered": {"0": "deadlock"}}
        answer = run("check", "-", "--comm", "rendezvous", stdin=json.dumps(case))
        self.assertEqual(answer.code, HOLDS, answer.out)
        self.assertIn("  rendezvous: deadlock: rank 0", answer.out)

    def test_sharded_weights_are_judged(self):
        orders = {"stages": 1, "microbatches": 1, "orders": [["UNSHARD", "F0", "B0", "RESHARD", "REDUCE_GRAD"]]}
        self.assertEqual(run("check", "-", stdin=json.dumps(orders)).code, HOLDS)
        orders["orders"][0].remove("UNSHARD")
        answer = run("check", "-", stdin=json.dumps(orders))
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("sharding at rank 0 op 0: 0F0 computes with weights that are sharded", answer.out)

    def test_plans_are_run_in_the_order_of_their_events(self):
        text = plan("--stages", "4", "--microbatches", "4", "--schedule", "gpipe")
        answer = run("check", "-", "--comm", "rendezvous", stdin=text)
        self.assertEqual(answer.code, HOLDS, answer.out)
        self.assertIn("  rendezvous: 14 ticks\n", answer.out)

    def test_written_communication_is_executed_as_it_stands(self):
        orders = ('{"stages":2,"microbatches":1,"orders":[["F0","SEND_F0","RECV_B0","B0"],'
                  '["RECV_F0","F0","B0","SEND_B0"]]}')
        self.assertEqual(run("check", "-", "--comm", "rendezvous", stdin=orders).code, HOLDS)
        answer = run("check", "-", stdin=orders.replace('"SEND_F0",', ''))
        self.assertEqual(answer.code, REFUTED)
        self.assertIn("payload at rank 0: 1F0 needs 0F0, which rank 0 never sends", answer.out)

    def test_the_examples_of_the_documentation_are_what_is_found(self):
        with open(os.path.join(SOURCES, "docs", "communication.md")) as file:
            lines = file.read().splitlines()
        other_way_round = self.ONE_F_ONE_B.replace('"B0","B1"],["F0"', '"B1","B0"],["F0"')
        for orders, model in ((self.ONE_F_ONE_B, "rendezvous"), (other_way_round, "buffered:1"),
                              (other_way_round, "dependencies+fifo")):
            answer = run("check", "-", "--comm", model, "--json", stdin=orders)
            found, = json.loads(answer.out)["results"][0]["models"]
            self.assertIn(found["witness"], lines)
        for orders, model, ticks in ((self.ONE_F_ONE_B, "grouped", 6), (self.ONE_F_ONE_B, "buffered:1", 6),
                                     (other_way_round, "dependencies", 7), (other_way_round, "buffered:2", 7)):
            self.assertIn("  %s: %d ticks\n" % (model, ticks), run("check", "-", "--comm", model, stdin=orders).out)

    def test_unknown_models_are_refused(self):
        for model in ("telepathy", "buffered", "all,rendezvous", "rendezvous,", "buffered:18446744073709551616"):
            self.assert_one_line_of_error(run("check", "-", "--comm", model, stdin=self.ONE_F_ONE_B))

    def test_escape_sequences_of_an_input_do_not_reach_the_terminal(self):
        for escape in ("001b", "009b", "202e", "2028", "2066", "007f"):
            orders = '{"id":"\\u' + escape + 'x","stages":1,"microbatches":1,"orders":[["F0","B0"]]}'
            for command in ("check", "show"):
                self.assertNotIn(chr(int(escape, 16)), run(command, "-", stdin=orders).out)
        orders = json.dumps({"id": "x" * 100000, "stages": 1, "microbatches": 1, "orders": [["F0", "B0"]]})
        self.assertLess(len(run("check", "-", stdin=orders).out), 1000)

    def test_quiet_prints_only_what_is_wrong(self):
        good = plan("--stages", "2", "--microbatches", "2")
        self.assertEqual(run("check", "--quiet", "-", stdin=good).out, "")
        self.assertIn("refuted", run("check", "--quiet", "-", stdin=good.replace('"tick":1,', '"tick":0,', 1)).out)

    def test_placement_can_be_given(self):
        orders = '{"stages":2,"virtual":2,"microbatches":1,"orders":[["0F0","3F0","3B0","0B0"],["1F0","2F0","2B0","1B0"]]}'
        self.assertEqual(run("check", "-", stdin=orders).code, REFUTED)
        for placement in ("v", "0,1,1,0"):
            for command in ("check", "show"):
                self.assertEqual(run(command, "-", "--placement", placement, stdin=orders).code, HOLDS)
        self.assert_one_line_of_error(run("check", "-", "--placement", "circle", stdin=orders))


class Show(CliTest):
    def test_draws_a_plan_and_orders(self):
        answer = run("show", "-", stdin=plan("--stages", "2", "--microbatches", "2"))
        self.assertEqual(answer.code, HOLDS)
        self.assertIn("rank 0 F0 F1 .  B0 .  B1", answer.out)
        orders = '{"id":"x","stages":2,"microbatches":1,"orders":[["F0","B0"],["F0","B0"]]}'
        answer = run("show", "-", stdin=orders)
        self.assertEqual(answer.code, HOLDS)
        self.assertIn("rank 1 .  F0 B0 .", answer.out)

    def test_is_never_wider_than_asked_and_says_that_it_samples(self):
        text = plan("--stages", "4", "--virtual", "2", "--microbatches", "64")
        self.assert_one_line_of_error(run("show", "-", "--width", "0", stdin=text))
        for width in ("20", "40", "80", "120"):
            for answer in (run("show", "-", "--width", width, stdin=text),
                           run("show", "-", stdin=text, env={**os.environ, "COLUMNS": width})):
                self.assertLessEqual(max(map(len, answer.out.splitlines())), int(width))
                self.assertIn("sampled: a column is", answer.out)

    def test_json(self):
        answer = run("show", "--json", "-", stdin=plan("--stages", "2", "--microbatches", "2"))
        self.assertEqual(self.document(answer, "timeline-1")["ticks"], 6)

    def test_what_has_no_times_is_not_drawn(self):
        cycle = '{"stages":1,"microbatches":1,"orders":[["B0","F0"]]}'
        self.assert_one_line_of_error(run("show", "-", stdin=cycle), code=REFUTED)
        self.assert_one_line_of_error(run("show", "-", stdin="{}"))
        sends = '{"stages":2,"microbatches":1,"orders":[["F0","SEND_F0","B0"],["F0","B0"]]}'
        self.assert_one_line_of_error(run("show", "-", stdin=sends), code=REFUTED)


class Explain(CliTest):
    def test_every_rule_has_an_explanation(self):
        rules = self.document(run("explain", "--json"), "rules-1")["rules"]
        classes = [rule["class"] for rule in rules]
        self.assertEqual(classes, sorted(classes, key=["safety", "convention", "gate"].index))
        self.assertEqual(sum(one != "gate" for one in classes), 18)
        for rule in rules:
            answer = run("explain", rule["id"])
            self.assertEqual(answer.code, HOLDS)
            self.assertIn("What to do:", answer.out)
            self.document(run("explain", rule["id"], "--json"), "rules-1")

    def test_a_finding_of_the_gate_is_explained_by_its_property(self):
        for finding in ("dependency:gpipe:S2V1M1L2", "planner-hang:interleaved_1f1b:S3V1M5L3"):
            answer = run("explain", finding)
            self.assertEqual(answer.code, HOLDS)
            self.assertEqual(answer.out, run("explain", finding.split(":")[0]).out)

    def test_an_unknown_rule_is_unusable_and_hears_what_there_is(self):
        for name in ("gravity", "gravity:gpipe:S2V1M1L2", "dependency:gpipe"):
            answer = run("explain", name)
            self.assert_one_line_of_error(answer)
            for known in ("one-op", "must-refuse", "planner-hang", name):
                self.assertIn(known, answer.err)


class Gate(CliTest):
    def test_passes_on_a_small_grid_and_says_what_it_judged(self):
        answer = run("gate", "--stages", "1..2", "--virtual", "1..2", "--microbatches", "3")
        self.assertEqual(answer.code, HOLDS)
        self.assertIn("39 plans, 340 digests and 14 refusals", answer.out)
        self.assertTrue(answer.out.endswith("gate: passed\n"))
        words = ["gate", "--json", "--stages", "1", "--virtual", "1", "--microbatches", "1", "--cases", "4"]
        document = self.document(run(*words), "gate-1")
        self.assertEqual((document["cases"], document["level"], document["stopped"]), (6 + 4, "conform", None))
        self.assertEqual(document["planned"] + document["refused"], 6 + 4)

    def test_own_configurations_alone(self):
        document = self.document(run("gate", "--json", "--config", "-", stdin=request(golden_errors()[0]["config"])), "gate-1")
        self.assertEqual((document["cases"], document["refused"], document["verdict"]), (1, 1, "undecided"))

    def test_findings_follow_the_schema(self):
        answer = run("gate", "--planner", "/bin/false", "--cases", "1", "--json")
        self.assertEqual(answer.code, REFUTED)
        self.assertEqual(self.document(answer, "gate-1")["findings"][0]["property"], "planner-early-end")

    def test_no_cases_do_not_pass(self):
        self.assertEqual(run("gate", "--cases", "0").code, UNDECIDED)

    def test_a_grid_on_which_nothing_is_planned_does_not_pass(self):
        words = ["gate", "--stages", "18446744073709551614", "--virtual", "1", "--microbatches", "1"]
        answer = run(*words)
        self.assertEqual(answer.code, UNDECIDED)
        self.assertIn("gate: undecided", answer.out)
        self.assertNotIn("passed", answer.out)
        self.assertEqual(self.document(run(*words, "--json"), "gate-1")["verdict"], "undecided")

    def test_bad_ranges_are_unusable(self):
        for bad in ("0", "0..2", "3..2", "x", "1..", "..2", "-1", "1..18446744073709551615"):
            self.assert_one_line_of_error(run("gate", "--stages=" + bad))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
