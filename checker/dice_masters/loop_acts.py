"""What can be done in a turn of Dice Masters and what happens by itself, as changes of goods.

Goods are dice of each card in each zone, energy, life, and what has happened and has yet to have its effect.
A turn rolls its dice, attacks and ends once, and a die is bought once: of all that, and of what comes of it
but once, nothing is said, as between two such moments the same goods are weighed. All else is here: dice that
are fielded and used, Globals, and effects that wait for what comes again and again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice, Sort, used
from dicelaw.checker.dice_masters.loop_words import (
    KNOWN,
    Change,
    Setting,
    Words,
    energy,
    event,
    in_field,
    lies,
    life,
    todo,
)
from dicelaw.checker.loops import Row, possible
from dicelaw.model.dice_masters.cards.cards import Op, Target
from dicelaw.model.dice_masters.cards.interrupts import Interrupt, Limit, Whom
from dicelaw.model.dice_masters.cards.keywords import Keyword

STAYING = (Keyword.CONTINUOUS, Keyword.EQUIP)
"""The action dice that stay in play as they are used."""


class Acts:
    """All acts of the game with ``dice`` in ``setting``."""

    def __init__(self, dice: Dice, setting: Setting) -> None:
        self.dice = dice
        self.setting = setting
        self.words = Words(dice, setting)

    @property
    def unknown(self) -> list[str]:
        """The words on the cards of which is not known here what they bring."""
        return sorted(one.name for one in self.dice.ops - KNOWN)

    def rows(self) -> Iterator[Row]:
        """Each thing that an act can come to, once, where it may come about in this setting."""
        found = [*self._acts(), *self._falls(), *self._damage(), *self._moves(), *self._rolls()]
        rows = list(dict.fromkeys(found))
        yield from possible(rows, self._begin(rows))

    def _begin(self, rows: Sequence[Row]) -> set[str]:
        """The goods that there may be by what a turn has once: its dice, its attack, what that triggers.

        Only what effects and players have to bring about first is left out.
        """
        waits = {
            event(name, seat, sort)
            for seat in SEATS
            for sort in self.dice.under(seat)
            for name in self.dice.events(sort)
        }
        every = {good for row in rows for good, _ in row.change}
        begun = {todo(what, seat) for what in ("hit", "hit player", "ko", "target") for seat in SEATS}
        for seat, sort, program in self.dice.once():
            for change, _ in self.words.results(program, seat, sort):
                begun |= {good for good, by in change.items() if by > 0}
        return {good for good in every if not good.startswith("to ") and good not in waits} | begun

    def _row(self, act: str, *changes: Mapping[str, int], gain: bool = False) -> Row:
        total: Change = Counter()
        for one in changes:
            total.update(one)
        del total[life(1 - self.setting.gainer)]
        return Row.of(act, total, int(gain))

    def _acts(self) -> Iterator[Row]:
        """What players do, and the effects that wait for something."""
        if not self.setting.in_combat:
            yield from self._globals()
            yield from self._fielding()
            yield from self._using()
        for seat in SEATS:
            for sort in self.dice.under(seat):
                for name, program in self.dice.programs(sort):
                    happened = {event(name, seat, sort): -1}
                    for change, gains in self.words.results(program, seat, sort):
                        yield self._row(f"{seat + 1} {sort.id}: {name}", happened, change, gain=gains)

    def _globals(self) -> Iterator[Row]:
        for one in self.dice.set.globals:
            price = self.dice.price(one.cost)
            for seat in SEATS:
                paid = {energy(seat): -price}
                if one.limited:
                    paid[f"uses of {one.id}"] = -1
                if not one.reactive:
                    for change, gains in self.words.results(one.program, seat, None):
                        yield self._row(f"{seat + 1} global/{one.id}", paid, change, gain=gains)
                elif one.program[0].op is Op.REDIRECT and price:
                    yield self._row(f"{seat + 1} global/{one.id}", paid, {todo("hit", seat): 1})

    def _fielding(self) -> Iterator[Row]:
        seat = self.setting.active
        for sort in self.dice.under(seat):
            if not sort.is_token:
                paid = {lies(sort, "rolled"): -1, energy(seat): -self.dice.fee(sort)}
                yield self._row(
                    f"{seat + 1} field {sort.id}", paid, self.words.fielded(seat, sort), gain=True
                )

    def _using(self) -> Iterator[Row]:
        seat = self.setting.active
        attuned = {
            event("attune", seat, one): 1
            for one in self.dice.under(seat)
            if "attune" in self.dice.events(one)
        }
        for sort in self.dice.sorts:
            if sort.card is None or sort.levels:
                continue
            stays, programs = any(sort.has(one) for one in STAYING), used(sort.card)
            if sort.home == seat:
                gone = {lies(sort, "rolled"): -1, **attuned}
                if stays:
                    gone[lies(sort, "in play")] = 1
                yield self._row(f"{seat + 1} use {sort.id}", gone, gain=True)
                for program in programs if not sort.has(Keyword.CONTINUOUS) else ():
                    for change, _ in self.words.results(program, seat, sort):
                        yield self._row(f"{seat + 1} use {sort.id}", gone, change, gain=True)
            if sort.has(Keyword.CONTINUOUS):
                sent = {lies(sort, "in play"): -1, **self._sent(sort)}
                for program in programs:
                    for change, _ in self.words.results(program, sort.home, sort):
                        yield self._row(f"{sort.home + 1} send {sort.id}", sent, change, gain=True)

    def _sent(self, sort: Sort) -> Change:
        """Where a Continuous die goes: what is Out of Play does not come back in the same turn."""
        out = self.setting.readings.get("continuous-sent") == "out-of-play"
        return Counter() if out and sort.home == self.setting.active else Counter({lies(sort, "used"): 1})

    def _falls(self) -> Iterator[Row]:
        """KOs, and what happens instead of them."""
        for seat in SEATS:
            for sort in self.dice.under(seat):
                causes = [todo("ko", seat), *([event("to fall", seat, sort)] * self.setting.damage_kills)]
                for cause in causes:
                    for fallen in self.words.koed(seat, sort):
                        yield self._row("", {cause: -1}, fallen)
                    if self._spared(sort):
                        stays = {in_field(seat, sort): -1}
                        yield self._row("", {cause: -1}, stays, self.words.entered(seat, sort))
                if any(not face.defense for face in sort.levels):
                    yield from (self._row("", fallen) for fallen in self.words.koed(seat, sort))
                for op in (Op.RETURN, Op.TOKEN):
                    yield from self._comes(op, seat, sort)

    def _spared(self, sort: Sort) -> bool:
        """Whether ``sort`` may stay in the Field Zone where it would be KO'd."""
        regenerates = any(one.has(Keyword.REGENERATE) for one in (self.dice.sorts if sort.copies else [sort]))
        return regenerates or (sort.card is not None and sort.card.returns)

    def _comes(self, op: Op, seat: int, sort: Sort) -> Iterator[Row]:
        """Dice that return after a KO, and tokens that are fielded."""
        due = {f"to {op.name}: {sort} for {seat + 1}": -1}
        if op is Op.RETURN:
            yield self._row("", due, {lies(sort, "prepared"): -1}, self.words.entered(seat, sort))
        for token in self.dice.under(seat) if op is Op.TOKEN else ():
            if token.is_token and (token.kind.maker == sort.number or sort.copies):
                yield self._row("", due, self.words.fielded(seat, token))

    def _damage(self) -> Iterator[Row]:
        """Damage that gets to dice and players, and what is made of it on its way."""
        for seat in SEATS:
            for sort in self.dice.under(seat):
                tough = event("to withstand", seat, sort)
                withstood = {tough: -1} if self.setting.damage_kills else {}
                yield self._row("", {todo("withstand", seat): -1, tough: 1})
                hit = {event("to fall", seat, sort): 1, **withstood, **self._chances(seat, sort)}
                if "damaged" in self.dice.events(sort):
                    hit[event("damaged", seat, sort)] = 1
                for whom in (todo("hit", seat), event("to hit", seat, sort)):
                    yield self._row("", {whom: -1}, hit)
                if "opponent targets this" in self.dice.events(sort):
                    aimed = {todo("target", seat): -1, event("opponent targets this", seat, sort): 1}
                    yield self._row("", aimed)
            hurt = {todo("hit player", seat): -1, life(seat): -1, **self._chances(seat, None)}
            for sort in self.dice.under(seat):
                if "you are damaged" in self.dice.events(sort):
                    hurt[event("you are damaged", seat, sort)] = 1
            yield self._row("", hurt)
            if not self.words.unavoidable:
                yield self._row("", {todo("hit player", seat): -1}, self._chances(seat, None))
            for what in ("hit", "ko", "discard", "swap", "capture", "control"):
                yield self._row("", {f"to {what}: either": -1, todo(what, seat): 1})
            for whom in ("either", str(seat + 1)):
                anybody = {f"to hit anybody: {whom}": -1}
                players = SEATS if whom == "either" else (1 - seat,)
                for one in players:
                    yield self._row("", anybody, {todo("hit player", one): 1})
                for one in SEATS:
                    yield self._row("", anybody, {todo("hit", one): 1})
        yield from self._on_its_way()

    def _interrupts(self) -> Iterator[tuple[str, int, Sort, Interrupt]]:
        """What cards do to damage on its way and may do for each that is dealt, with who may do it."""
        lent = Op.CONTROL in self.dice.ops
        for sort in self.dice.sorts:
            for place, one in enumerate(sort.card.interrupts if sort.card else ()):
                for seat in SEATS if lent else (sort.home,):
                    yield f"{sort.id}-{place + 1} of {seat + 1}", seat, sort, one

    def _chances(self, seat: int, hit: Sort | None) -> Change:
        """What may interrupt damage to ``hit``, or to the player ``seat``."""
        found: Change = Counter()
        for name, whose, sort, one in self._interrupts():
            player = one.of in (Whom.YOU, Whom.EITHER)
            die = one.of not in (Whom.YOU, Whom.THIS) or (hit is not None and hit.number == sort.number)
            if seat == whose and one.limit is Limit.EVENT and (player if hit is None else die):
                found[f"chance of {name}"] = 1
        return found

    def _on_its_way(self) -> Iterator[Row]:
        """What interrupts make of damage, each of what is dealt together once."""
        struck, players = Counter({"strikes": -1}), Counter({"strikes players": -1})
        for name, seat, sort, one in self._interrupts():
            if one.moves:
                for starting in (die for die in self.dice.under(seat) if die.card is None):
                    yield self._row("", {in_field(seat, starting): -1}, self._left(seat, starting))
            if one.limit is not Limit.EVENT or not (one.redirects or one.kos):
                continue
            struck[f"once {name}"] = 1
            if one.of in (Whom.YOU, Whom.EITHER):
                players[f"once {name}"] = 1
            acts = {f"chance of {name}": -1, f"once {name}": -1}
            this = {todo("ko", seat): int(one.kos)}
            if not one.redirects:
                yield self._row("", acts, this)
            elif one.to is Whom.OPPONENT:
                yield self._row("", acts, {todo("hit player", 1 - seat): 1}, this)
            elif one.to is Whom.THIS:
                yield self._row("", acts, {event("to hit", seat, sort): 1}, this)
            else:
                for whose in SEATS:
                    yield self._row("", acts, {todo("hit", whose): 1, todo("target", whose): 1}, this)
        for ability in self.dice.reacting:
            if ability.program[0].op is Op.REDIRECT and not self.dice.price(ability.cost):
                times = self.dice.every + len(SEATS)
                struck.update({todo("hit", seat): times for seat in SEATS})
                if not self.setting.newer:
                    for seat in SEATS:
                        yield self._row(f"{seat + 1} global/{ability.id}", {todo("hit", seat): 1})
        yield self._row("", struck)
        yield self._row("", {"strikes players": -1, "strikes": 1} if self._gets_to_dice() else players)

    def _gets_to_dice(self) -> bool:
        """Whether damage to a player alone may get to a die, again and again."""
        acts = (one for *_, one in self._interrupts())
        found = any(
            one.redirects and one.limit is Limit.EVENT and one.of in (Whom.YOU, Whom.EITHER) for one in acts
        )
        return found or any(one.program[0].op is Op.REDIRECT for one in self.dice.reacting)

    def _left(self, seat: int, sort: Sort) -> Change:
        """Where a die under ``seat`` goes that is sent to the Used Pile from the Field Zone."""
        if sort.is_token or (self.setting.newer and seat == self.setting.active):
            return Counter()
        return Counter({lies(sort, "used" if sort.home == seat else "prepared"): 1})

    def _moves(self) -> Iterator[Row]:
        """Dice that effects move."""
        for seat in SEATS:
            for sort in self.dice.owned(seat):
                used_up, prepared = lies(sort, "used"), lies(sort, "prepared")
                yield self._row("", {todo("draw", seat): -1, used_up: -1, prepared: 1})
                if sort.card is None:
                    yield self._row("", {todo("prep", seat): -1, used_up: -1, prepared: 1})
                    seized = {todo("seize", seat): -1, lies(sort, "with energy"): -1, lies(sort, "held"): 1}
                    yield self._row("", seized)
                    yield self._row("", {lies(sort, "held"): -1, used_up: 1})
                if sort.levels and not sort.is_token:
                    yield self._row("", {todo("unprep", seat): -1, prepared: -1, used_up: 1})
                    yield self._row(
                        "", {"swaps " + str(seat + 1): -1, used_up: -1}, self.words.entered(seat, sort)
                    )
                    for aim in (Target.OWN, *([Target.SIDEKICK] if sort.card is None else [])):
                        due = {todo(f"field {aim.name}", seat): -1, used_up: -1}
                        yield self._row("", due, self.words.fielded(seat, sort))
                if sort.card is not None and not sort.levels:
                    sent = {f"to {Op.SEND_THIS.name}: {sort} for {seat + 1}": -1, lies(sort, "in play"): -1}
                    yield self._row("", sent, {used_up: 1})
            yield from self._from_field(seat)

    def _from_field(self, seat: int) -> Iterator[Row]:
        """Dice that effects move from the Field Zone under ``seat``."""
        for sort in self.dice.under(seat):
            gone = {in_field(seat, sort): -1}
            yield self._row("", {todo("discard", seat): -1}, gone, self._left(seat, sort))
            home = {} if sort.is_token else {lies(sort, "used" if sort.home == seat else "prepared"): 1}
            yield self._row("", {todo("swap", seat): -1, f"swaps {seat + 1}": 1}, gone, home)
            if not sort.is_token:
                held = {lies(sort, "captured"): 1}
                yield self._row("", {todo("capture", seat): -1}, gone, held)
                free = {lies(sort, "captured"): -1}
                yield self._row("", free, self.words.entered(seat, sort))
            if sort.card is None:
                home = {lies(sort, "prepared"): 1}
                yield self._row("", {todo("recall", seat): -1}, gone, home)
            if Op.CONTROL in self.dice.ops:
                taken = self.words.entered(1 - seat, sort)
                yield self._row("", {todo("control", seat): -1}, gone, taken)
                if sort.home != seat:
                    yield self._row("", gone, taken)

    def _rolls(self) -> Iterator[Row]:
        """Dice that are rolled in the middle of the turn, and dice whose energy is spent."""
        for seat in SEATS:
            for sort in self.dice.owned(seat):
                if sort.is_token:
                    continue
                due = {todo("draw and roll", seat): -1, lies(sort, "used"): -1}
                yield from self._rolled(due, seat, sort)
                if seat != self.setting.active:
                    yield self._row("", {lies(sort, "with energy"): -1, lies(sort, "used"): 1})
            for aim in Target:
                yield from self._again(aim, seat)

    def _rolled(self, due: Mapping[str, int], seat: int, sort: Sort, shown: int = 0) -> Iterator[Row]:
        """What ``seat`` may get by a roll of ``sort``, which had energy ``shown`` before."""
        most = sort.energy[1]
        if most:
            got = {lies(sort, "with energy"): 1, energy(seat): most - shown}
            yield self._row("", due, got)
        if seat == self.setting.active and (sort.levels or not most or sort.card is not None):
            yield self._row("", due, {lies(sort, "rolled"): 1})

    def _again(self, aim: Target, seat: int) -> Iterator[Row]:
        """Dice that are rolled again by an effect of ``seat`` that is about ``aim``."""
        due = {f"to reroll {aim.name}: {seat + 1}": -1}
        if Op.REROLL not in self.dice.ops:
            return
        if aim is Target.IN_RESERVE:
            for sort in self.dice.owned(seat):
                for place, shown in (("with energy", sort.energy[0]), ("rolled", 0)):
                    before = {**due, lies(sort, place): -1}
                    yield from self._rolled(before, seat, sort, shown)
                    yield self._row("", before, {lies(sort, "used"): 1})
            return
        for whose in SEATS:
            if aim is Target.IN_PLAY:
                for sort in (one for one in self.dice.owned(whose) if not one.levels):
                    yield from self._rolled({**due, lies(sort, "in play"): -1}, whose, sort)
            for sort in self.dice.under(whose) if aim is not Target.IN_PLAY else ():
                if sort.energy[1] and not sort.is_token:
                    got = {lies(sort, "with energy"): 1, energy(whose): sort.energy[1]}
                    yield self._row("", due, {in_field(whose, sort): -1}, got)
