#!/usr/bin/python3
"""A pipeline planner in one Python file that speaks tickproof's planner protocol: a request a line on standard input,
an answer a line on standard output, until end of input. Python 3.9 or newer, standard library only:

    tickproof gate --planner 'python3 planner.py' --level conform

It plans gpipe and interleaved_1f1b, and refuses what cannot be planned with the production planner's messages.
"""
import json
import struct
import sys
from collections import namedtuple

LARGEST_COUNT = 2**64 - 1
MOST_EVENTS = 2**26  # an answer beyond this would take gigabytes of text; refusing it costs nothing

Config = namedtuple(
    "Config", "n_layer enabled stage_count virtual_stages_per_rank schedule microbatches partition"
)


class Refusal(Exception):
    pass


# ---- The request


def read_request(line):
    try:
        request = json.loads(line)
        pipeline = request["pipeline"]
        config = Config(request["n_layer"], *(pipeline[key] for key in Config._fields[1:]))
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise Refusal("the request cannot be read: %r" % error) from None
    for key in ("n_layer", "stage_count", "virtual_stages_per_rank", "microbatches"):
        value = getattr(config, key)
        if type(value) is not int or not 0 <= value <= LARGEST_COUNT:
            raise Refusal("%s is not a 64-bit count" % key)
    if type(config.enabled) is not bool:
        raise Refusal("enabled is neither true nor false")
    if config.schedule not in ("gpipe", "interleaved_1f1b"):
        raise Refusal("schedule is neither gpipe nor interleaved_1f1b")
    if config.partition != "layer_contiguous":
        raise Refusal("partition is not layer_contiguous")
    return config


# ---- What can be planned


def check(config):
    """Raises the first reason not to plan. Nothing is allocated before it is known to fit."""
    ranks, chunks, microbatches = config.stage_count, config.virtual_stages_per_rank, config.microbatches
    stages = ranks * chunks
    requires = "pipeline planning requires "
    events = 2 * stages * microbatches
    for broken, message in (
        (not config.enabled, requires + "parallel.pipeline.enabled = true"),
        (config.n_layer == 0, requires + "n_layer > 0"),
        (ranks == 0, requires + "parallel.pipeline.stage_count > 0"),
        (chunks == 0, requires + "parallel.pipeline.virtual_stages_per_rank > 0"),
        (
            chunks > ranks,
            "parallel.pipeline.virtual_stages_per_rank must be <= parallel.pipeline.stage_count (got %d > %d)"
            % (chunks, ranks),
        ),
        (microbatches == 0, requires + "parallel.pipeline.microbatches > 0"),
        (
            config.schedule == "interleaved_1f1b" and microbatches < ranks,
            "parallel.pipeline.microbatches must be >= parallel.pipeline.stage_count for interleaved_1f1b "
            "(got %d < %d)" % (microbatches, ranks),
        ),
        (stages > LARGEST_COUNT, "pipeline virtual-stage count overflow"),
        (
            stages > config.n_layer,
            requires + "total virtual stages <= n_layer (got %d > %d)" % (stages, config.n_layer),
        ),
        (events > LARGEST_COUNT, "pipeline event count overflow"),
        (
            events > MOST_EVENTS,
            "a plan of %d events is beyond the limit of %d events" % (events, MOST_EVENTS),
        ),
    ):
        if broken:
            raise Refusal(message)


# ---- When each op runs


class Machine:
    """A microbatch goes through a chain of positions: the forwards of stages 0 .. K-1, then the backwards of K-1 .. 0.

    Every position does its microbatches in order, so a counter says which are done: a position is ready when the one
    before it is ahead, and offers the microbatch that its counter names. Of two ready positions on a rank the deeper
    one offers the lower microbatch, so "lowest microbatch first" is "deepest position first". Each rank keeps its ready
    positions as bits of a number, the preferred ones lowest.
    """

    def __init__(self, config):
        self.ranks = config.stage_count
        self.stages = config.stage_count * config.virtual_stages_per_rank
        self.microbatches = config.microbatches
        self.last = 2 * self.stages - 1
        self.done = [0] * (self.last + 1) + [self.microbatches]  # done[-1]: before the chain, all are there
        self.ready = [0] * self.ranks
        self.at_bit = [[] for _ in range(self.ranks)]
        self.bit_of = [0] * (self.last + 1)
        for position in self.preference(config.schedule):
            at_bit = self.at_bit[self.rank(position)]
            self.bit_of[position] = 1 << len(at_bit)
            at_bit.append(position)
        self.look_at(0)

    def preference(self, schedule):
        forwards = range(self.stages - 1, -1, -1)
        backwards = range(self.last, self.stages - 1, -1)
        return [*forwards, *backwards] if schedule == "gpipe" else [*backwards, *forwards]

    def stage(self, position):
        return min(position, self.last - position)

    def rank(self, position):
        return self.stage(position) % self.ranks

    def look_at(self, position):
        if position <= self.last and self.done[position] < self.done[position - 1]:
            self.ready[self.rank(position)] |= self.bit_of[position]
        elif position <= self.last:
            self.ready[self.rank(position)] &= ~self.bit_of[position]

    def choose(self, rank):
        """The position that the rank runs next, or None."""
        bits = self.ready[rank]
        return self.at_bit[rank][(bits & -bits).bit_length() - 1] if bits else None

    def run(self, position):
        """Moves the counter and returns the microbatch."""
        self.done[position] += 1
        self.look_at(position)
        self.look_at(position + 1)
        return self.done[position] - 1

    def run_tick(self):
        # All ranks choose first: what one does in this tick is of use to others in the next.
        chosen = [position for position in map(self.choose, range(self.ranks)) if position is not None]
        return [(position, self.run(position)) for position in chosen]

    def events(self):
        """(tick, position, microbatch), by tick and rank."""
        events = []
        tick = 0
        while len(events) < 2 * self.stages * self.microbatches:
            events += [(tick, position, microbatch) for position, microbatch in self.run_tick()]
            tick += 1
        return events


# ---- The plan as JSON


def plan_text(config, events):
    stages = config.stage_count * config.virtual_stages_per_rank
    head = {
        "n_layer": config.n_layer,
        "physical_stage_count": config.stage_count,
        "virtual_stages_per_rank": config.virtual_stages_per_rank,
        "total_virtual_stages": stages,
        "microbatches": config.microbatches,
        "schedule": config.schedule,
        "partition": config.partition,
        "stage_assignments": assignments(config, stages),
    }
    return '%s,"events":[%s],"metrics":%s}' % (
        compact(head)[:-1],
        events_text(config, stages, events),
        metrics_text(config.stage_count, stages, events),
    )


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def assignments(config, stages):
    """Contiguous layers; the first stages take one more each where they do not divide evenly."""
    base, remainder = divmod(config.n_layer, stages)
    return [
        {
            "virtual_stage_id": stage,
            "physical_stage_id": stage % config.stage_count,
            "local_stage_index": stage // config.stage_count,
            "layer_range": {
                "start": stage * base + min(stage, remainder),
                "end": (stage + 1) * base + min(stage + 1, remainder),
            },
        }
        for stage in range(stages)
    ]


def events_text(config, stages, events):
    """By hand: all that differs between two events of a position are two numbers."""
    templates = []
    for position in range(2 * stages):
        stage = min(position, 2 * stages - 1 - position)
        kind = "forward" if position < stages else "backward"
        templates.append(
            '{"tick":%%d,"physical_stage_id":%d,"virtual_stage_id":%d,"local_stage_index":%d,'
            '"microbatch_id":%%d,"kind":"%s"}' % (stage % config.stage_count, stage, stage // config.stage_count, kind)
        )
    return ",".join([templates[position] % (tick, microbatch) for tick, position, microbatch in events])


def metrics_text(ranks, stages, events):
    ticks = events[-1][0] + 1 if events else 0
    busy = [0] * ranks
    for _, position, _ in events:
        busy[min(position, 2 * stages - 1 - position) % ranks] += 1
    idle = [ticks - run for run in busy]
    bubble = as_f32(as_f32(sum(idle)) / as_f32(max(ticks * ranks, 1)))
    counts = {"total_ticks": ticks, "total_events": len(events), "stage_busy_ticks": busy, "stage_idle_ticks": idle}
    return '%s,"bubble_fraction":%s}' % (compact(counts)[:-1], f32_text(bubble))


def as_f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def f32_text(value):
    """A fraction as serde_json prints an f32: the fewest digits that give it back, with a point or an exponent."""
    digits = next(text for text in ("%.*e" % (n, value) for n in range(9)) if as_f32(float(text)) == value)
    mantissa, exponent = digits.split("e")
    if value != 0 and int(exponent) < -6:
        return "%se%d" % (mantissa, int(exponent))
    return "%.*f" % (max(len(mantissa.replace(".", "")) - 1 - int(exponent), 1), value)


# ---- The protocol


def plan(config, machine=Machine):
    check(config)
    return plan_text(config, machine(config).events())


def answer(line):
    try:
        return '{"plan":%s}' % plan(read_request(line))
    except Refusal as refusal:
        return json.dumps({"error": str(refusal)})


def main(answer_to=answer):
    for line in sys.stdin.buffer:
        sys.stdout.write(answer_to(line) + "\n")
        sys.stdout.flush()  # whoever asks waits for this line


if __name__ == "__main__":
    main()
