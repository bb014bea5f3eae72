"""``companion doctor``: reports what is missing or broken on this device, and what to do about it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.commands import in_full
from companion.doctor import Finding, FindingState, examine
from companion.doctor.bundle import write_bundle
from companion.settings.reading import load_settings
from companion.texts import sentence


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="also write what somebody else needs to help, "
                        "without names, pictures and matches")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print every finding; return 1 if there is a fault."""
    settings = load_settings(options.settings, data_dir=options.data_dir)
    language = settings.screen.language
    findings: list[Finding] = []
    for finding in examine(settings):
        findings.append(finding)
        if not options.json:
            print(_line(finding, language), flush=True)
    faults = sum(finding.state is FindingState.FAULT for finding in findings)
    if options.bundle is not None:
        write_bundle(options.bundle, settings, findings)
    if options.json:
        print(json.dumps({"ok": not faults, "findings": [finding.as_json() for finding in findings]}))
    else:
        print(sentence("doctor.count", {"n": str(faults)}, language=language))
        if options.bundle is not None:
            print(f"saved: {in_full(options.bundle)}; look into it before you send it")
    return 1 if faults else 0


def _line(finding: Finding, language: str) -> str:
    parts = (finding.found(language), finding.remedy(language))
    return f"{finding.state.value:<8} {finding.name(language)}: {' -> '.join(filter(None, parts))}"
