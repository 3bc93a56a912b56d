"""LLVM assembly as text, written with ordinary operators: values, variables, branches and loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

UNLIKELY = "!prof !0"
LINE = 8
"""How many words are in one line of the cache."""
PREAMBLE = """\
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.cttz.i64(i64, i1)
!0 = !{!"branch_weights", i32 1, i32 2000}
"""


class Value:
    """What the generated code has computed: a number (``i64``), a condition (``i1``) or an address (``ptr``).

    An operator emits the instruction for it; comparisons are signed.
    """

    __slots__ = ("code", "name", "sort")

    def __init__(self, code: Function, name: str, sort: str) -> None:
        self.code = code
        self.name = name
        self.sort = sort

    def __add__(self, other: Value | int) -> Value:
        return self.code.binary("add", self, other)

    def __sub__(self, other: Value | int) -> Value:
        return self.code.binary("sub", self, other)

    def __mul__(self, other: Value | int) -> Value:
        return self.code.binary("mul", self, other)

    def __and__(self, other: Value | int) -> Value:
        return self.code.binary("and", self, other)

    def __or__(self, other: Value | int) -> Value:
        return self.code.binary("or", self, other)

    def __xor__(self, other: Value | int) -> Value:
        return self.code.binary("xor", self, other)

    def __lshift__(self, other: Value | int) -> Value:
        return self.code.binary("shl", self, other)

    def __rshift__(self, other: Value | int) -> Value:
        return self.code.binary("lshr", self, other)

    def __lt__(self, other: Value | int) -> Value:
        return self.code.binary("icmp slt", self, other, "i1")

    def __le__(self, other: Value | int) -> Value:
        return self.code.binary("icmp sle", self, other, "i1")

    def equals(self, other: Value | int) -> Value:
        """Whether both are the same."""
        return self.code.binary("icmp eq", self, other, "i1")

    def differs(self, other: Value | int) -> Value:
        """Whether they are not the same."""
        return self.code.binary("icmp ne", self, other, "i1")


def _text(value: Value | int) -> str:
    """``value`` as an operand; a number is taken as the 64 bits that it is written with."""
    return value.name if isinstance(value, Value) else str((value + (1 << 63)) % (1 << 64) - (1 << 63))


class Variable:
    """A number that the generated code changes."""

    def __init__(self, code: Function, place: Value) -> None:
        self.code = code
        self.place = place

    def get(self) -> Value:
        """Its value at this point of the code."""
        return self.code.load(self.place)

    def set(self, value: Value | int) -> None:
        """Give it another value."""
        self.code.store(value, self.place)


class Function:
    """One function under construction. Its parameters are addresses, then numbers; it gives a number.

    With ``own`` only functions of the same text may call it.
    """

    def __init__(
        self, name: str, addresses: Sequence[str], numbers: Sequence[str] = (), *, own: bool = False
    ) -> None:
        parameters = [f"ptr %{one}" for one in addresses] + [f"i64 %{one}" for one in numbers]
        scope, copies = ("internal ", " noinline") if own else ("", "")  # copies would compile again
        self._head = f"define {scope}i64 @{name}({', '.join(parameters)}) nounwind{copies} {{"
        self._allocated: list[str] = []
        self._lines: list[str] = []
        self._fresh = 0
        self.parameters = {
            **{one: Value(self, f"%{one}", "ptr") for one in addresses},
            **{one: Value(self, f"%{one}", "i64") for one in numbers},
        }

    def __getitem__(self, parameter: str) -> Value:
        return self.parameters[parameter]

    @property
    def text(self) -> str:
        """The whole function."""
        return "\n".join(
            [self._head, *self._allocated, "br label %body", "body:", *self._lines, "unreachable", "}"]
        )

    def _name(self) -> str:
        self._fresh += 1
        return f"v{self._fresh}"

    def line(self, text: str) -> None:
        """Add an instruction without a result."""
        self._lines.append(text)

    def result(self, text: str, sort: str = "i64") -> Value:
        """Add an instruction; its result."""
        name = f"%{self._name()}"
        self._lines.append(f"{name} = {text}")
        return Value(self, name, sort)

    def number(self, value: int) -> Value:
        """The constant ``value``."""
        return Value(self, _text(value), "i64")

    def truth(self, value: bool) -> Value:
        """The constant condition ``value``."""
        return Value(self, "true" if value else "false", "i1")

    def binary(self, op: str, left: Value, right: Value | int, sort: str | None = None) -> Value:
        """The result of ``op`` on two values of one type."""
        return self.result(f"{op} {left.sort} {left.name}, {_text(right)}", sort or left.sort)

    def choose(self, test: Value, then: Value | int, otherwise: Value | int) -> Value:
        """``then`` where ``test`` holds, else ``otherwise``."""
        return self.result(f"select i1 {test.name}, i64 {_text(then)}, i64 {_text(otherwise)}")

    def widened(self, test: Value) -> Value:
        """1 where ``test`` holds, else 0."""
        return self.result(f"zext i1 {test.name} to i64")

    def variable(self, initial: Value | int) -> Variable:
        """A variable that has the value ``initial`` here."""
        name = f"%{self._name()}"
        self._allocated.append(f"{name} = alloca i64")
        made = Variable(self, Value(self, name, "ptr"))
        made.set(initial)
        return made

    def at(self, base: Value, index: Value | int) -> Value:
        """The address of word ``index`` from ``base``."""
        return self.result(f"getelementptr inbounds i64, ptr {base.name}, i64 {_text(index)}", "ptr")

    def load(self, place: Value, *, atomic: bool = False) -> Value:
        """The word at ``place``; what another thread released before it is seen where ``atomic`` is set."""
        if atomic:
            return self.result(f"load atomic i64, ptr {place.name} acquire, align 8")
        return self.result(f"load i64, ptr {place.name}")

    def store(self, value: Value | int, place: Value, *, atomic: bool = False) -> None:
        """Write the word at ``place``; with ``atomic`` it releases what was written before."""
        if atomic:
            self.line(f"store atomic i64 {_text(value)}, ptr {place.name} release, align 8")
        else:
            self.line(f"store i64 {_text(value)}, ptr {place.name}")

    def half(self, base: Value, index: Value) -> Value:
        """The address of half a word, the one with the number ``index`` from ``base``."""
        return self.result(f"getelementptr inbounds i32, ptr {base.name}, i64 {index.name}", "ptr")

    def load_half(self, place: Value, *, atomic: bool = False) -> Value:
        """The number in the half word at ``place``; with ``atomic`` as of :meth:`load`."""
        kind = "load atomic i32" if atomic else "load i32"
        order = " acquire, align 4" if atomic else ""
        found = self.result(f"{kind}, ptr {place.name}{order}", "i32")
        return self.result(f"zext i32 {found.name} to i64")

    def store_half(self, value: Value, place: Value, *, atomic: bool = False) -> None:
        """Write the half word at ``place``; with ``atomic`` as of :meth:`store`."""
        low = self.result(f"trunc i64 {value.name} to i32", "i32")
        if atomic:
            self.line(f"store atomic i32 {low.name}, ptr {place.name} release, align 4")
        else:
            self.line(f"store i32 {low.name}, ptr {place.name}")

    def address(self, place: Value) -> Value:
        """The word at ``place``, which is an address."""
        return self.result(f"load ptr, ptr {place.name}", "ptr")

    def add_atomically(self, place: Value, value: Value | int) -> Value:
        """Add to the word at ``place``; what it was before."""
        return self.result(f"atomicrmw add ptr {place.name}, i64 {_text(value)} monotonic")

    def claim(self, place: Value, value: Value | int, sort: str = "i64") -> Value:
        """Whether the number at ``place`` was 0 and is ``value`` now, in one step."""
        pair = self.result(
            f"cmpxchg ptr {place.name}, {sort} 0, {sort} {_text(value)} acq_rel acquire", "pair"
        )
        return self.result(f"extractvalue {{{sort}, i1}} {pair.name}, 1", "i1")

    def prefetch(self, place: Value) -> None:
        """Begin to bring the memory at ``place`` near."""
        self.line(f"call void @llvm.prefetch.p0(ptr {place.name}, i32 1, i32 3, i32 1)")

    def line_of_words(self, place: Value, *, volatile: bool = False) -> Value:
        """The LINE words from ``place`` on, which begins a line of the cache; with ``volatile`` read anew."""
        kind = "load volatile" if volatile else "load"
        return self.result(f"{kind} <{LINE} x i64>, ptr {place.name}, align {8 * LINE}", "line")

    def among(self, line: Value, word: Value | int) -> Value:
        """A bit for each word of ``line``, the lowest for the first: whether it is ``word``."""
        one = self.result(f"insertelement <{LINE} x i64> poison, i64 {_text(word)}, i32 0", "line")
        zeros = f"<{LINE} x i32> zeroinitializer"
        all_ = self.result(f"shufflevector <{LINE} x i64> {one.name}, <{LINE} x i64> poison, {zeros}", "line")
        same = self.result(f"icmp eq <{LINE} x i64> {line.name}, {all_.name}", "bits")
        bits = self.result(f"bitcast <{LINE} x i1> {same.name} to i{LINE}", "bits")
        return self.result(f"zext i{LINE} {bits.name} to i64")

    def lowest(self, bits: Value) -> Value:
        """The number of the lowest bit of ``bits`` that is set; one is."""
        return self.result(f"call i64 @llvm.cttz.i64(i64 {bits.name}, i1 true)")

    def scaled(self, mixed: Value, size: Value) -> Value:
        """``mixed`` as a fraction of all words, times ``size``: 0 to ``size - 1``, rising with it."""
        one, two = (self.result(f"zext i64 {part.name} to i128", "i128") for part in (mixed, size))
        high = one * two >> 64
        return self.result(f"trunc i128 {high.name} to i64")

    def give(self, value: Value | int) -> None:
        """Return from the function."""
        self.line(f"ret i64 {_text(value)}")
        self.label(self._name())

    def label(self, name: str) -> None:
        """Begin a block. What came before must have ended its own, or nothing leads there."""
        if self._lines and self._lines[-1].endswith(":"):
            self.line("unreachable")
        self.line(f"{name}:")

    def jump(self, label: str) -> None:
        """Go on at ``label``; what follows is a new block."""
        self.line(f"br label %{label}")
        self.label(self._name())

    def leave(self, label: str, test: Value, odds: str = "") -> None:
        """Go on at ``label`` where ``test`` holds."""
        stay = self._name()
        weights = f", {odds}" if odds else ""
        self.line(f"br i1 {test.name}, label %{label}, label %{stay}{weights}")
        self.label(stay)

    @contextmanager
    def block(self) -> Iterator[str]:
        """A stretch of code; the label of its end, for :meth:`leave`."""
        end = self._name()
        yield end
        self.line(f"br label %{end}")
        self.label(end)

    @contextmanager
    def when(self, test: Value, odds: str = "") -> Iterator[None]:
        """Code that runs where ``test`` holds."""
        inside, end = self._name(), self._name()
        weights = f", {odds}" if odds else ""
        self.line(f"br i1 {test.name}, label %{inside}, label %{end}{weights}")
        self.label(inside)
        yield
        self.line(f"br label %{end}")
        self.label(end)

    @contextmanager
    def loop(self) -> Iterator[tuple[str, str]]:
        """Code that runs again and again; the labels of its beginning and of its end."""
        again, end = self._name(), self._name()
        self.line(f"br label %{again}")
        self.label(again)
        yield again, end
        self.line(f"br label %{again}")
        self.label(end)

    @contextmanager
    def each(self, first: Value | int, stop: Value | int) -> Iterator[Value]:
        """Code that runs for each number from ``first`` up to the one before ``stop``."""
        counter = self.variable(first)
        again, inside, end = self._name(), self._name(), self._name()
        self.line(f"br label %{again}")
        self.label(again)
        here = counter.get()
        self.line(f"br i1 {(here < stop).name}, label %{inside}, label %{end}")
        self.label(inside)
        yield here
        counter.set(counter.get() + 1)
        self.line(f"br label %{again}")
        self.label(end)

    def switch(self, value: Value, labels: Sequence[str]) -> None:
        """Go on at the label with the number ``value``; there must be one."""
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
        nowhere = self._name()
        self.line(f"switch i64 {value.name}, label %{nowhere} [{cases}]")
        self.label(nowhere)
        self.line("unreachable")
