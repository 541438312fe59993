// What each communication model means, sentence by sentence, in orders small enough to be worked out by hand; and the
// claims of the corpus.
#include "fuzz/slow/run.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/slow/simulation.h"
#include "planner/formats/json_lines.h"
#include "planner/formats/orders_json.h"
#include "planner/formats/orders_token.h"

namespace tickproof::slow {
namespace {

using testing::ElementsAre;

constexpr Communication dependencies{};
constexpr Communication rendezvous{.handover = Handover::buffered, .slots = 0};
constexpr Communication grouped{.handover = Handover::grouped};
constexpr Communication slots(std::uint64_t count) { return {.handover = Handover::buffered, .slots = count}; }
constexpr Communication untagged(Communication model) {
    model.fifo = true;
    return model;
}

struct Case {
    Problem problem;
    Orders orders;
};

// A line a rank, in tokens. `home` is the rank of each stage.
Case orders_on(const std::vector<std::uint32_t>& home, std::uint64_t microbatches,
               const std::vector<std::string>& lines) {
    Case made;
    made.problem.ranks = lines.size();
    made.problem.chunks = home.size() / lines.size();
    made.problem.microbatches = microbatches;
    made.problem.placement = Placement::listed(home);
    made.problem.backward_form = BackwardForm::any;
    for (const std::string& line : lines) {
        std::vector<Action>& row = made.orders.by_rank.emplace_back();
        std::istringstream tokens(line);
        for (std::string text; tokens >> text;) {
            const auto token = formats::read_token(text, std::nullopt);
            EXPECT_TRUE(token.has_value()) << text;
            if (!token) continue;
            row.push_back(token->first);
            if (token->second) row.push_back(*token->second);
        }
    }
    EXPECT_TRUE(can_run(made.problem, made.orders));
    return made;
}

Outcome run(const Case& one, const Communication& model) { return slow::run(one.problem, one.orders, model); }

// By rank, the starts of its ops in its order. Empty where they do not run.
std::vector<std::vector<std::uint64_t>> starts(const Case& one, const Communication& model) {
    const Outcome outcome = run(one, model);
    const auto* ran = std::get_if<Ran>(&outcome);
    if (ran == nullptr) return {};
    EXPECT_TRUE(simulate(one.problem, ran->schedule).valid());
    std::vector<std::vector<std::uint64_t>> by_rank(one.problem.ranks);
    for (const TimedOp& op : ran->schedule) by_rank[op.rank].push_back(op.start_tick);
    return by_rank;
}
bool is_stuck(const Case& one, const Communication& model) { return std::holds_alternative<Stuck>(run(one, model)); }
bool is_unfit(const Case& one, const Communication& model) { return std::holds_alternative<Unfit>(run(one, model)); }
Stuck stuck(const Case& one, const Communication& model) {
    const Outcome outcome = run(one, model);
    const auto* found = std::get_if<Stuck>(&outcome);
    EXPECT_NE(found, nullptr);
    return found == nullptr ? Stuck{} : *found;
}

// Waits of the rank `rank`, each as "action, the rank it waits for".
std::vector<std::pair<std::size_t, std::uint32_t>> waits(const Stuck& stuck, std::size_t rank) {
    std::vector<std::pair<std::size_t, std::uint32_t>> found;
    for (const Waiting& waiting : stuck.waiting.at(rank)) found.emplace_back(waiting.action, waiting.for_rank);
    return found;
}
using Wait = std::pair<std::size_t, std::uint32_t>;

const std::vector<std::uint32_t> two_ranks{0, 1};
const std::vector<std::uint32_t> three_ranks{0, 1, 2};

Case one_forward_one_backward() { return orders_on(two_ranks, 2, {"0F0 0F1 0B0 0B1", "1F0 1B0 1F1 1B1"}); }
Case forwards_first() { return orders_on(two_ranks, 2, {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1B1"}); }

TEST(SlowRun, AnOpStartsWhenItsRankIsThereAndItsInputsAreUsable) {
    Case one = orders_on(two_ranks, 1, {"0F0 0B0", "1F0 1I0 1W0"});
    one.problem.durations = {.forward = 2, .backward = 3, .backward_input = 4, .backward_weight = 5};
    one.problem.hop_latency_ticks = 1;
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 10), ElementsAre(3, 5, 9)));
}

TEST(SlowRun, NeighbouringStagesOfARankExchangeNothing) {
    Case one = orders_on({0, 1, 1, 0}, 1, {"0F0 3F0 3B0 0B0", "1F0 2F0 2B0 1B0"});
    one.problem.hop_latency_ticks = 10;
    for (const Communication& model : {dependencies, rendezvous, slots(1), grouped}) {
        EXPECT_THAT(starts(one, model), ElementsAre(ElementsAre(0, 23, 24, 47), ElementsAre(11, 12, 35, 36)));
    }
}

TEST(SlowRun, AWeightGradientWaitsForItsInputGradientAlone) {
    EXPECT_THAT(starts(orders_on({0}, 1, {"0F0 0I0 0W0"}), rendezvous), ElementsAre(ElementsAre(0, 1, 2)));
    EXPECT_TRUE(is_stuck(orders_on({0}, 1, {"0F0 0W0 0I0"}), dependencies));
}

TEST(SlowRun, ACycleOfDependenciesIsStuckUnderEveryModel) {
    const Case one = orders_on(two_ranks, 1, {"0F0 0B0", "1B0 1F0"});
    for (const Communication& model : {dependencies, rendezvous, slots(1), grouped}) {
        const Stuck found = stuck(one, model);
        EXPECT_EQ(found.never_run, 3U);
        EXPECT_EQ(found.reached.at(1), 0U);
    }
    const Stuck found = stuck(one, dependencies);
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(1, 1)));  // to receive 1B0
}

TEST(SlowRun, DependenciesSendAtOnce) {
    Case one = one_forward_one_backward();
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 1, 3, 5), ElementsAre(1, 2, 3, 4)));
    one.problem.hop_latency_ticks = 2;
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 1, 7, 9), ElementsAre(3, 4, 5, 6)));
}

// A rank that is slow, as it has three of the four stages.
Case a_slow_receiver() {
    return orders_on({0, 1, 1, 1}, 4,
                     {"0F0 0F1 0F2 0F3 0B0 0B1 0B2 0B3",
                      "1F0 2F0 3F0 1F1 2F1 3F1 1F2 2F2 3F2 1F3 2F3 3F3 "
                      "3B0 2B0 1B0 3B1 2B1 1B1 3B2 2B2 1B2 3B3 2B3 1B3"});
}

std::vector<std::uint64_t> first_four(const std::vector<std::uint64_t>& row) { return {row.begin(), row.begin() + 4}; }

TEST(SlowRun, ASendWaitsForASlotWhichIsFreeWhenItsMessageIsReceived) {
    // 0F1 lies in the slot from tick 2 until rank 1 receives it at tick 4, when it needs it.
    EXPECT_THAT(first_four(starts(a_slow_receiver(), slots(1)).at(0)), ElementsAre(0, 1, 2, 4));
    EXPECT_THAT(first_four(starts(a_slow_receiver(), slots(2)).at(0)), ElementsAre(0, 1, 2, 3));
}

TEST(SlowRun, ASlotIsTakenForAsLongAsTheMessageIsOnItsWay) {
    Case one = a_slow_receiver();
    one.problem.hop_latency_ticks = 2;
    // 0F0 is sent at 1 and usable at 3, so 0F1 is sent at 3; received at 6, when rank 1 needs it, so 0F2 is sent at 6.
    EXPECT_THAT(first_four(starts(one, slots(1)).at(0)), ElementsAre(0, 1, 3, 6));
}

TEST(SlowRun, SlotsAreOfAPairOfRanksInOneDirection) {
    EXPECT_THAT(starts(one_forward_one_backward(), slots(1)),
                ElementsAre(ElementsAre(0, 1, 3, 5), ElementsAre(1, 2, 3, 4)));
}

TEST(SlowRun, AnyOfTheUndeliveredMessagesCanBeReceived) {
    const Case one = orders_on(two_ranks, 2, {"0F0 0F1 0B0 0B1", "1F1 1F0 1B0 1B1"});
    EXPECT_THAT(starts(one, slots(2)), ElementsAre(ElementsAre(0, 1, 5, 6), ElementsAre(2, 3, 4, 5)));
    const Stuck found = stuck(one, slots(1));
    EXPECT_EQ(found.never_run, 6U);
    EXPECT_THAT(found.reached, ElementsAre(1, 0));
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(1, 1)));
    EXPECT_THAT(waits(found, 1), ElementsAre(Wait(0, 0)));
    const Waiting sends{Does::send, 1, 1, Message{true, 0, 1}};
    const Waiting receives{Does::receive, 0, 0, Message{true, 0, 1}};
    EXPECT_THAT(found.waiting, ElementsAre(ElementsAre(sends), ElementsAre(receives)));
}

TEST(SlowRun, ARendezvousCompletesForBothWhenBothAreThere) {
    Case one = forwards_first();
    one.problem.hop_latency_ticks = 2;
    // 0F0 meets at 1, 0F1 at 4, where rank 1 is after 1F0; 1B0 meets at 8, 1B1 at 11, where rank 0 is after 0B0.
    EXPECT_THAT(starts(one, rendezvous), ElementsAre(ElementsAre(0, 1, 10, 13), ElementsAre(3, 6, 7, 8)));
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 1, 8, 9), ElementsAre(3, 4, 5, 6)));
}

TEST(SlowRun, TwoThatSendToEachOtherAreStuckUnderRendezvous) {
    const Stuck found = stuck(one_forward_one_backward(), rendezvous);
    EXPECT_EQ(found.never_run, 4U);
    EXPECT_THAT(found.reached, ElementsAre(1, 1));
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(1, 1)));
    EXPECT_THAT(waits(found, 1), ElementsAre(Wait(1, 0)));
}

TEST(SlowRun, AGroupIsPostedTogetherAndWaitedForAsAWhole) {
    Case one = one_forward_one_backward();
    one.problem.hop_latency_ticks = 1;
    // Rank 0 posts "send 0F1, receive 1B0" at 2, rank 1 "send 1B0, receive 0F1" at 4.
    EXPECT_THAT(starts(one, grouped), ElementsAre(ElementsAre(0, 1, 5, 8), ElementsAre(2, 3, 5, 6)));
}

TEST(SlowRun, ARankGoesOnWhenTheLastMemberOfItsGroupHasCompleted) {
    Case one = orders_on(
        two_ranks, 2,
        {"0F0 0SEND_F0 0RECV_B0 0F1 0SEND_F1 0B0 0RECV_B1 0B1", "1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1"});
    one.problem.hop_latency_ticks = 2;
    // 0F0 is usable at 3, although the rest of its group completes at 5, when rank 1 sends 1B0. Then 0F1 starts, which
    // does not need 1B0; 0B0 does, and waits until 7.
    EXPECT_THAT(starts(one, grouped), ElementsAre(ElementsAre(0, 5, 7, 12), ElementsAre(3, 4, 8, 9)));
    // A receive by itself completes only when its message is usable.
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 7, 8, 14), ElementsAre(3, 4, 10, 11)));
}

TEST(SlowRun, AGroupWaitsForEachOfItsMembers) {
    // Rank 0 sends 0F0 and receives 1B0 in one group, and rank 1 posts the two parts one after the other.
    const Case one = orders_on(two_ranks, 1, {"0F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"});
    EXPECT_THAT(starts(one, grouped), ElementsAre(ElementsAre(0, 3), ElementsAre(1, 2)));
    const Case two = orders_on(
        two_ranks, 2,
        {"0F0 0SEND_F0 0RECV_B0 0F1 0SEND_F1 0B0 0RECV_B1 0B1", "1RECV_F0 1RECV_F1 1F0 1B0 1SEND_B0 1F1 1B1 1SEND_B1"});
    const Stuck found = stuck(two, grouped);
    EXPECT_THAT(found.reached, ElementsAre(1, 0));
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(2, 1)));  // 0SEND_F0 has completed
    EXPECT_THAT(waits(found, 1), ElementsAre(Wait(1, 0)));
}

TEST(SlowRun, AGroupWithASendOfWhatIsNotMadeIsNotPosted) {
    const Case one = orders_on(two_ranks, 1, {"0SEND_F0 0RECV_B0 0F0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"});
    const Stuck found = stuck(one, grouped);
    EXPECT_EQ(found.never_run, 4U);
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(0, 0)));
    EXPECT_THAT(waits(found, 1), ElementsAre(Wait(0, 0)));
}

TEST(SlowRun, UntaggedMessagesAreMatchedByTheirNumber) {
    const Case swapped = orders_on(two_ranks, 2, {"0F0 0F1 0B1 0B0", "1F0 1B0 1F1 1B1"});
    const Case straight = orders_on(two_ranks, 2, {"0F0 0F1 0B1 0B0", "1F0 1F1 1B1 1B0"});
    for (const Communication& model : {dependencies, rendezvous, slots(2), grouped}) {
        EXPECT_TRUE(is_unfit(swapped, untagged(model)));
        EXPECT_FALSE(is_unfit(swapped, model));
        EXPECT_FALSE(starts(straight, model).empty());
        EXPECT_EQ(starts(straight, untagged(model)), starts(straight, model));
    }
    EXPECT_TRUE(is_stuck(one_forward_one_backward(), untagged(rendezvous)));
}

TEST(SlowRun, EachPairOfRanksHasItsOwnNumbers) {
    // Rank 1 receives from ranks 0 and 2 in another order than in which they send, which is no swap.
    const Case one = orders_on(three_ranks, 2, {"0F0 0F1 0B0 0B1", "1F0 1F1 1B0 1B1", "2F0 2B0 2F1 2B1"});
    EXPECT_FALSE(starts(one, untagged(dependencies)).empty());
}

TEST(SlowRun, WrittenSendsAndReceivesAreExecutedWhereTheyStand) {
    const Case one = orders_on(
        two_ranks, 2,
        {"0F0 0F1 0SEND_F0 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1", "1RECV_F0 1F0 1B0 1RECV_F1 1F1 1B1 1SEND_B0 1SEND_B1"});
    EXPECT_THAT(starts(one, dependencies), ElementsAre(ElementsAre(0, 1, 6, 7), ElementsAre(2, 3, 4, 5)));
    EXPECT_THAT(starts(one, slots(1)), ElementsAre(ElementsAre(0, 1, 6, 7), ElementsAre(2, 3, 4, 5)));
    EXPECT_THAT(starts(one, rendezvous), ElementsAre(ElementsAre(0, 1, 6, 7), ElementsAre(2, 3, 4, 5)));
}

TEST(SlowRun, AnInputHasToBeReceivedBeforeTheOpThatNeedsIt) {
    const Stuck found =
        stuck(orders_on(two_ranks, 1, {"0F0 0SEND_F0 0RECV_B0 0B0", "1F0 1RECV_F0 1B0 1SEND_B0"}), dependencies);
    EXPECT_EQ(found.never_run, 3U);
    EXPECT_THAT(found.reached, ElementsAre(2, 0));
    EXPECT_THAT(waits(found, 1), ElementsAre(Wait(0, 1)));  // for its own receive
}

TEST(SlowRun, WhatIsSentHasToBeMadeBefore) {
    const Stuck found =
        stuck(orders_on(two_ranks, 1, {"0SEND_F0 0F0 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"}), dependencies);
    EXPECT_EQ(found.never_run, 4U);
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(0, 0)));
}

TEST(SlowRun, APairRunsItsForwardFirstAndItsResultsAreUsableTogether) {
    Case one = orders_on(three_ranks, 2, {"0F0 0F1 0B0 0B1", "1F0 (1F1;1B0) 1B1", "2F0 2B0 2F1 2B1"});
    for (const Communication& model : {dependencies, slots(1), rendezvous, grouped}) {
        EXPECT_THAT(starts(one, model),
                    ElementsAre(ElementsAre(0, 1, 6, 9), ElementsAre(1, 4, 5, 8), ElementsAre(2, 3, 6, 7)));
    }
    one.problem.durations = {.forward = 2, .backward = 3, .backward_input = 1, .backward_weight = 1};
    // The pair starts at 9, when 2B0 has ended, and is done at 14.
    EXPECT_THAT(starts(one, dependencies),
                ElementsAre(ElementsAre(0, 2, 14, 22), ElementsAre(2, 9, 11, 19), ElementsAre(4, 6, 14, 16)));
}

TEST(SlowRun, APairStartsOnlyWithTheInputsOfBoth) {
    const Stuck found = stuck(orders_on({0}, 1, {"(0F0;0B0)"}), dependencies);
    EXPECT_EQ(found.never_run, 2U);
    EXPECT_THAT(waits(found, 0), ElementsAre(Wait(0, 0)));
}

TEST(SlowRun, APairReceivesAndSendsForItsForwardFirst) {
    const Case one = orders_on(three_ranks, 2, {"0F0 0F1 0B0 0B1", "1F0 (1F1;1B0) 1B1", "2F0 2B0 2F1 2B1"});
    const auto steps = steps_of(one.problem, one.orders, false);
    ASSERT_TRUE(steps.has_value());
    std::vector<std::pair<Does, Message>> around;
    for (const Step& step : steps->at(1)) {
        if (step.action == 1) around.emplace_back(step.does, step.message);
    }
    EXPECT_THAT(around,
                ElementsAre(std::pair(Does::receive, Message{true, 0, 1}),
                            std::pair(Does::receive, Message{false, 2, 0}), std::pair(Does::compute, Message{}),
                            std::pair(Does::send, Message{true, 1, 1}), std::pair(Does::send, Message{false, 1, 0})));
}

TEST(SlowRun, ShardingTakesNoTimeAndWaitsForNothing) {
    const Case one = orders_on(two_ranks, 1,
                               {"0UNSHARD 0F0 0SEND_F0 0RESHARD 0UNSHARD 0RECV_B0 0B0 0REDUCE_GRAD",
                                "1REDUCE_GRAD 1UNSHARD 1RECV_F0 1F0 1B0 1SEND_B0 1RESHARD"});
    for (const Communication& model : {dependencies, slots(1), rendezvous, grouped}) {
        EXPECT_THAT(starts(one, model), ElementsAre(ElementsAre(0, 3), ElementsAre(1, 2)));
    }
}

TEST(SlowRun, SendsAndReceivesThatFitNoMessageAreFaults) {
    const std::vector<std::vector<std::string>> faulty{
        {"0F0 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"},                    // a send is missing
        {"0F0 0SEND_F0 0RECV_B0 0B0", "1F0 1B0 1SEND_B0"},                    // a receive is missing
        {"0F0 0SEND_F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"},  // sent twice
        {"0F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1RECV_F0 1F0 1B0 1SEND_B0"},  // received twice
        {"0RECV_F0 0F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"},  // the first stage receives no forward
        {"0F0 0SEND_F0 0RECV_B0 0B0 0SEND_B0", "1RECV_F0 1F0 1B0 1SEND_B0"},  // and sends no backward
        {"0F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1F0 1SEND_F0 1B0 1SEND_B0"},  // the last stage sends no forward
        {"0F0 0SEND_F0 0RECV_B0 0B0", "1RECV_F0 1F0 1RECV_B0 1B0 1SEND_B0"},  // and receives no backward
        {"0F0 0SEND_F0 0SEND_F1 0RECV_B0 0B0", "1RECV_F0 1F0 1B0 1SEND_B0"},  // there is no microbatch 1
        {"0F0 0SEND_F0 0RECV_B0 0B0 2SEND_B0", "1RECV_F0 1F0 1B0 1SEND_B0"},  // there is no stage 2
        {"0F0 0SEND_F0 1RECV_F0 0RECV_B0 0B0", "1F0 1B0 1SEND_B0"},           // stage 1 is not on rank 0
        {"0F0 0SEND_F0 0RECV_B0 0B0 1SEND_B0", "1RECV_F0 1F0 1B0"}};          // nor is this send
    for (const std::vector<std::string>& lines : faulty) {
        for (const Communication& model : {dependencies, slots(1), rendezvous, grouped, untagged(dependencies)}) {
            EXPECT_TRUE(is_unfit(orders_on(two_ranks, 1, lines), model)) << lines[0] << " | " << lines[1];
        }
    }
    const std::string to_oneself = "0F0 0SEND_F0 1RECV_F0 1F0 1B0 0B0";
    EXPECT_TRUE(is_unfit(orders_on({0, 0}, 1, {to_oneself}), dependencies));
}

std::string corpus_file(const std::string& name) {
    std::ifstream file(TICKPROOF_CORPUS "/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SlowRun, AgreesWithTheClaimsOfTheCorpus) {
    const std::string text = corpus_file("orders.jsonl");
    formats::JsonLines lines(text);
    int judged = 0;
    while (const auto document = lines.next()) {
        ASSERT_TRUE(document->tree.has_value());
        const auto read = formats::read_orders(document->tree->root());
        ASSERT_TRUE(read.has_value() && read->expect.has_value());
        Case one{.problem = {}, .orders = read->orders};
        one.problem.ranks = one.orders.ranks;
        one.problem.chunks = one.orders.chunks;
        one.problem.microbatches = one.orders.microbatches;
        one.problem.placement = one.orders.placement;
        one.problem.backward_form = BackwardForm::any;
        const Expectation& claims = *read->expect;
        const std::string& id = one.orders.id;
        EXPECT_EQ(can_run(one.problem, one.orders), claims.valid.value_or(true)) << id;
        if (!can_run(one.problem, one.orders)) continue;
        EXPECT_EQ(!starts(one, dependencies).empty(), claims.dependencies_run.value_or(true)) << id;
        for (const BufferedClaim& claim : claims.buffered) {
            EXPECT_EQ(!starts(one, slots(claim.slots)).empty(), claim.runs) << id << ' ' << claim.slots;
            ++judged;
        }
        if (claims.grouped_runs) {
            EXPECT_EQ(!starts(one, grouped).empty(), *claims.grouped_runs) << id;
            ++judged;
        }
        if (claims.fifo_fits) {
            EXPECT_EQ(!is_unfit(one, untagged(dependencies)), *claims.fifo_fits) << id;
            ++judged;
        }
    }
    EXPECT_GT(judged, 20);
}

}  // namespace
}  // namespace tickproof::slow
