"""The built-in evaluator: small networks trained by us; it is always available and needs only numpy."""

from companion.coach.engines.builtin.evaluator import Builtin

__all__ = ["Builtin"]
