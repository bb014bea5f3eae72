"""The doctor: reports what is missing or broken on this device, and what to do about it, as findings for a person.

``examine`` takes some seconds (it asks the system and may take pictures), so a screen runs it on a thread and
takes the findings one by one::

    for finding in examine(settings, sight=services.sight):  # sight: the companion itself runs
        ...
"""

from companion.doctor.examining import examine
from companion.doctor.finding import Fact, Finding, FindingState

__all__ = ["Fact", "Finding", "FindingState", "examine"]
