"""Who gets how much of the night: in each round half of it is for all alike, half for those that still find."""

LEAST_S = 30  # a slice must be long enough to load a corpus and get somewhere
MOST_ROUNDS = 12


def count(harnesses, budget_s):
    """Rounds in a night of so many seconds, over all cores."""
    return max(1, min(MOST_ROUNDS, int(budget_s / (LEAST_S * harnesses))))


def slices(gains, budget_s):
    """Whole seconds by name. Gains are what each found in the round before, in parts of what it had."""
    total = sum(gains.values())
    shares = {name: 1 / len(gains) if total == 0 else 0.5 / len(gains) + 0.5 * gain / total
              for name, gain in gains.items()}
    return {name: max(1, round(budget_s * share)) for name, share in shares.items()}


def by_core(seconds, cores):
    """One list of (name, seconds) for each core; all are equally long, so none waits.

    McNaughton's rule: laid end to end and cut where a core is full. What is cut runs on two cores, maybe at a time,
    which a corpus can stand: both read what the other writes.
    """
    length = -(-sum(seconds.values()) // cores)
    lists, room = [[]], length
    for name, left in seconds.items():
        while left > 0:
            if room == 0:
                lists.append([])
                room = length
            piece = min(left, room)
            lists[-1].append((name, piece))
            left, room = left - piece, room - piece
    return lists
