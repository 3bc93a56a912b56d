"""Graphs of a few states for the tests of chances, made by hand or drawn at random."""

from hypothesis import strategies as st

from dicelaw.checker.chances.game import Game, Option


def moves(seat, *targets):
    """Decisions of ``seat`` that lead to each of ``targets``."""
    return tuple(Option(seat, (target,), (1,), 1) for target in targets)


def dice(**weights):
    """Dice that lead to state ``_n`` with a weight each."""
    targets = tuple(int(name[1:]) for name in weights)
    return (Option(None, targets, tuple(weights.values()), sum(weights.values())),)


def game_of(*options, unseen=()):
    return Game([(number,) for number, _ in enumerate(options)], options, frozenset(unseen))


def reachable(game):
    """``game`` without the states that are not reachable, numbered anew."""
    seen = [0]
    for state in seen:
        targets = {target for one in game.options[state] for target in one.targets}
        seen += sorted(targets.difference(seen))
    number = {state: place for place, state in enumerate(seen)}
    return game_of(
        *(
            tuple(
                one._replace(targets=tuple(number[to] for to in one.targets)) for one in game.options[state]
            )
            for state in seen
        )
    )


@st.composite
def games(draw):
    """Small games with every kind of round in them."""
    count = draw(st.integers(2, 4))
    target = st.integers(0, count - 1)
    options = []
    for _ in range(count):
        match draw(st.sampled_from(["end", "dice", "dice", "choice", "choice"])):
            case "end":
                options.append(())
            case "dice":
                weights = draw(st.dictionaries(target, st.integers(1, 3), min_size=1, max_size=3))
                options.append(dice(**{f"_{to}": weight for to, weight in weights.items()}))
            case "choice":
                decided = [
                    Option(draw(st.integers(0, 1)), *one[0][1:])
                    for one in draw(
                        st.lists(
                            st.dictionaries(target, st.integers(1, 2), min_size=1, max_size=2).map(
                                lambda weights: dice(**{f"_{to}": weight for to, weight in weights.items()})
                            ),
                            min_size=2,
                            max_size=2,
                        )
                    )
                ]
                options.append(tuple(dict.fromkeys(decided)))
    return reachable(game_of(*options))
