"""The engines behind the one port :class:`companion.coach.evaluator.Evaluator`."""
