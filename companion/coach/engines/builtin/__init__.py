"""Our own evaluator: small networks trained by us, always there, nothing but numpy needed."""

from companion.coach.engines.builtin.evaluator import Builtin

__all__ = ["Builtin"]
