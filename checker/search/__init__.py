"""Exhaustive search by compiled code: successors as LLVM code, packed states in one open-addressing table."""
