"""What is missing or broken here, and what to do about it: findings for a person, on paper or on the screen.

``examine`` takes some seconds (it asks the system and may take pictures), so a screen lets it run on a thread and
takes the findings one by one::

    for finding in examine(settings, sight=desk.sight):  # sight: the companion itself runs
        ...
"""

from companion.doctor.examining import examine
from companion.doctor.finding import Finding, State

__all__ = ["Finding", "State", "examine"]
