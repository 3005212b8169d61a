"""The verifier of fairness.md: reads a transcript and says, stage by stage, what of it does not hold."""

import json
from collections.abc import Mapping

from .ed25519 import is_signed
from .errors import BadRules, BadTranscript
from .findings import Code, Finding, Report, Signature, Status, make_report
from .hashing import PROTO
from .proofs import check_client, check_commit, shuffle_of
from .replay import replay
from .rules import RuleSet
from .transcript import Transcript, head_of, read, signing_bytes

__all__ = ["MOST_BYTES", "Code", "Finding", "Report", "Signature", "Status", "unreadable", "verify"]

MOST_BYTES = 10_000_000
"""The largest file that is read, 10 MB: a match of 200 hands has about 1."""
_ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")
_TEXT = bytes((9, 10, 13, *range(32, 127)))


def verify(
    data: bytes,
    keys: Mapping[str, bytes] | None = None,
    commitment: bytes | None = None,
    head: bytes | None = None,
) -> Report:
    """The report on a file's bytes; never an error, whatever the bytes.

    `keys`: the server's public keys by id, None for not checking the signature. `commitment` and `head`: the 32 bytes
    that a player's browser kept of this match, compared if given. Each stage reports what it finds first. FORMAT ends
    the check; so does CHAIN, the signature (over the seal's own n and head) still judged; RULESVER, CLIENT and COMMIT
    are all three judged, and any of them leaves the replay out.
    """
    try:
        transcript = _read(data)
    except BadTranscript as wrong:
        return make_report([Finding(Code.FORMAT, wrong.line or 0, str(wrong))], Signature.NOT_CHECKED, sealed=False)
    signature, unsigned = _check_signature(transcript, keys)
    broken = _check_chain(transcript, head)
    findings = [finding for finding in (broken, unsigned) if finding is not None]
    if broken is None:
        findings += _judge(transcript, commitment)
    return make_report(findings, signature, sealed=transcript.seal is not None)


def unreadable(data: bytes) -> str | None:
    """Why these bytes cannot be checked at all: too many, an archive, no text, another version; else None.

    `verify` calls it a finding E_FORMAT; a program that answers people says it as it is.
    """
    if len(data) > MOST_BYTES:
        return "The file is larger than 10 MB, the most that is read; no game is as long as that."
    if data.startswith(_ARCHIVES):
        return "This is a packed archive: take the transcript, a .jsonl file, out of it first."
    start = data[:1000]
    if 10 * len(start.translate(None, _TEXT)) > 3 * len(start):
        return "This is not a text file, and a transcript is one."
    return _other_version(data.partition(b"\n")[0])


def _other_version(line: bytes) -> str | None:
    try:
        proto = json.loads(line)["proto"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None
    if not isinstance(proto, str) or not proto.startswith("spades-fair/") or proto == PROTO:
        return None
    return f"The transcript is of version {proto[:40]!a}; this verifier reads {PROTO} only."


def _read(data: bytes) -> Transcript:
    reason = unreadable(data)
    if reason is not None:
        raise BadTranscript("file", reason, 0)
    return read(data)


def _check_chain(transcript: Transcript, kept: bytes | None) -> Finding | None:
    """That events are numbered without a gap, and that the seal, and the head a browser kept, are of these events."""
    seal, last = transcript.seal, len(transcript.events) + (transcript.seal is not None)
    for i, event in enumerate(transcript.events):
        if event["i"] != i:
            return Finding(Code.CHAIN, i + 1, f"Event {i} was to come here, not {event['i']}: the log has a gap.")
    if seal is not None and seal["n"] != len(transcript.events):
        return Finding(Code.CHAIN, last, f"The seal is for {seal['n']} events; there are {len(transcript.events)}.")
    head = head_of(transcript.header_line, transcript.event_lines)
    if seal is not None and seal["head"] != head.hex():
        return Finding(Code.CHAIN, last, "The lines are not those that were sealed: their chain ends in another head.")
    if kept is not None and kept != head:
        return Finding(Code.CHAIN, last, "The chain ends in another head than the one your browser kept.")
    return None


def _check_signature(transcript: Transcript, keys: Mapping[str, bytes] | None) -> tuple[Signature, Finding | None]:
    seal = transcript.seal
    if seal is None or keys is None:
        return Signature.NOT_CHECKED, None
    if seal["key_id"] not in keys:
        text = f"The seal names the key {seal['key_id'][:40]!a}, which is not among the keys given."
    else:
        match_id, head = bytes.fromhex(transcript.header["match"]), bytes.fromhex(seal["head"])
        message = signing_bytes(seal["key_id"], match_id, seal["n"], head)
        if is_signed(keys[seal["key_id"]], message, bytes.fromhex(seal["sig"])):
            return Signature.OK, None
        text = "The signature of the seal is not the server's."
    return Signature.BAD, Finding(Code.SIG, len(transcript.events) + 1, text)


def _judge(transcript: Transcript, kept: bytes | None) -> list[Finding]:
    """The findings on what the lines say: rules version, contributions and commitment, then the replay."""
    rules = _read_rules(transcript)
    wrong_rules = rules if isinstance(rules, Finding) else None
    stages = (wrong_rules, check_client(transcript), check_commit(transcript, kept))
    findings = [finding for finding in stages if finding is not None]
    if findings or isinstance(rules, Finding):
        return findings
    finding = replay(transcript, rules, shuffle_of(transcript, rules))
    return [] if finding is None else [finding]


def _read_rules(transcript: Transcript) -> RuleSet | Finding:
    header = transcript.header
    try:
        rules = RuleSet.from_options(header["rules"])
    except BadRules as wrong:
        return Finding(Code.RULESVER, 0, str(wrong))
    for field, right in (("rules_hash", rules.hash), ("rules_id", rules.id)):
        if header[field] != right:
            return Finding(Code.RULESVER, 0, f"The rules written here have another {field} than the header says.")
    return rules
