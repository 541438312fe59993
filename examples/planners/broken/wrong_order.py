"""Counts an op as done as soon as it is chosen, so that a rank later in the same tick builds on it."""
from honest import planner


class Hasty(planner.Machine):
    def run_tick(self):
        ran = []
        for rank in range(self.ranks):
            position = self.choose(rank)
            if position is not None:
                ran.append((position, self.run(position)))
        return ran


def answer(line):
    try:
        return '{"plan":%s}' % planner.plan(planner.read_request(line), Hasty)
    except planner.Refusal:
        return planner.answer(line)


planner.main(answer)
