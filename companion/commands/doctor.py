"""``companion doctor``: reports what is missing or broken on this device, and what to do about it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.doctor import Finding, FindingState, examine
from companion.doctor.bundle import write_bundle
from companion.settings.tree import load_settings


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bundle", type=Path, metavar="FILE.zip", help="also write what somebody else needs to help, "
                        "without names, pictures and matches")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print every finding; return 1 if there is a fault."""
    settings = load_settings(options.settings, data_dir=options.data_dir)
    findings: list[Finding] = []
    for finding in examine(settings):
        findings.append(finding)
        if not options.json:
            print(_line(finding), flush=True)
    faults = sum(finding.state is FindingState.FAULT for finding in findings)
    if options.bundle is not None:
        write_bundle(options.bundle, settings, findings)
    if options.json:
        print(json.dumps({"ok": not faults, "findings": [_as_json(finding) for finding in findings]}))
    else:
        print(f"{faults} fault{'' if faults == 1 else 's'}.")
        if options.bundle is not None:
            print(f"saved: {options.bundle}; look into it before you send it")
    return 1 if faults else 0


def _as_json(finding: Finding) -> dict[str, str]:
    return {"name": finding.name, "state": finding.state.value, "found": finding.found, "remedy": finding.remedy}


def _line(finding: Finding) -> str:
    remedy = f" -> {finding.remedy}" if finding.remedy else ""
    return f"{finding.state.value:<8} {finding.name}: {finding.found}{remedy}"
