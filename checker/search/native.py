"""Compiled functions: LLVM assembly made into code of this machine, called without holding Python's lock."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dicelaw.checker.search.assembly import PREAMBLE
from dicelaw.checker.search.object_cache import Objects

Word = ctypes.c_int64
Call = Callable[..., int]


RECENT = 24
"""So many compiled codes of this process are at hand for who asks for the same again."""
_recent: dict[str, bytes] = {}


def forget() -> None:
    """Leave nothing at hand, as where it is measured how long compiling takes."""
    _recent.clear()


class NotInstalled(Exception):
    """The package that compiles is missing."""


class Code:
    """Functions by name. They live as long as this object.

    With ``kept``, a folder, they are compiled once, and taken from there afterwards. With ``quickly`` they
    are made in about a seventh of the time, and take up to half as long again.
    """

    def __init__(
        self, text: str, functions: Sequence[str], kept: Path | None = None, quickly: bool = False
    ) -> None:
        binding = _binding()
        level = 0 if quickly else 2
        objects = None if kept is None else Objects(kept)
        key = _key(binding, text, level)
        made = None if objects is None else objects.get(key)
        if made is None:
            made = _recent.pop(key, None) or _compiled(binding, text, level)
            if objects is not None:
                objects.put(key, made)
        _recent[key] = made
        for old in list(_recent)[:-RECENT]:
            _recent.pop(old, None)
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target(binding, level))
        self._engine.add_object_file(binding.ObjectFileRef.from_data(made))
        self._engine.finalize_object()
        self._functions = {name: self._engine.get_function_address(name) for name in functions}

    def function(self, name: str, arguments: int) -> Call:
        """The function ``name``, which takes addresses and numbers."""
        made: Call = ctypes.CFUNCTYPE(Word, *[Word] * arguments)(self._functions[name])
        return made

    def address(self, name: str) -> int:
        """Where the global variable ``name`` lies."""
        found: int = self._engine.get_global_value_address(name)
        return found


class Lasting:
    """The function ``name`` of ``text``, with the code that it lives in."""

    def __init__(self, text: str, name: str, arguments: int) -> None:
        self._code = Code(text, (name,))
        self._call = self._code.function(name, arguments)

    def __call__(self, *arguments: int) -> int:  # noqa: D102 (what calling a function does)
        return self._call(*arguments)


def is_installed() -> bool:
    """Whether there is what compiles."""
    return find_spec("llvmlite") is not None


def _binding() -> Any:
    try:
        import llvmlite.binding
    except ImportError as missing:
        raise NotInstalled("the compiled search needs llvmlite: install dicelaw[fast]") from missing
    return llvmlite.binding


def _compiled(binding: Any, text: str, level: int) -> bytes:
    """The code of the functions of ``text``."""
    machine, made = _target(binding, level), list[bytes]()
    module = binding.parse_assembly(f"{PREAMBLE}\n{text}")
    options = binding.create_pipeline_tuning_options(speed_level=level)
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    engine = binding.create_mcjit_compiler(module, machine)
    engine.set_object_cache(lambda _, code: made.append(code))
    engine.finalize_object()
    return made[0]


def _key(binding: Any, text: str, level: int) -> str:
    """What compiled code depends on: the text, the compiler, its ``level`` and the processor."""
    parts = (text, PREAMBLE, str(binding.llvm_version_info), str(level), binding.get_host_cpu_name(),
             binding.get_host_cpu_features().flatten())  # fmt: skip
    return sha256("\0".join(parts).encode()).hexdigest()


def _target(binding: Any, level: int) -> Any:
    """This machine, with all that its processor can do. Code that is made for it owns it."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    features = binding.get_host_cpu_features().flatten()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=level
    )


def signed(words: Iterable[int]) -> list[int]:
    """``words`` as the numbers that compiled code takes them for."""
    return [word - (1 << 64) if word >> 63 else word for word in words]
