"""Programs of others to measure beside ours, each a file in benchmarks/peers or TERTIUM_PEERS.

None is part of the project. `python -m benchmarks.peers` fetches them; where one is absent, what
it is compared with is left out, and a line says so.
"""

import hashlib
import os
import shutil
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(os.environ.get("TERTIUM_PEERS") or Path(__file__).parent / "peers")


@dataclass(frozen=True)
class Peer:
    """A program in one file.

    Args:
        name: Of the file.
        runs_with: The command that runs it.
        url: Where it is fetched from.
        sha256: Fingerprint of the file.
    """

    name: str
    runs_with: str
    url: str
    sha256: str

    @property
    def path(self) -> Path:
        return FOLDER / self.name

    @property
    def absence(self) -> str:
        """Why it cannot be run, empty if it can."""
        if not self.path.exists():
            return f"{self.name} is not in {FOLDER}; get it with: python -m benchmarks.peers"
        if shutil.which(self.runs_with) is None:
            return f"{self.name} needs {self.runs_with}, which is not installed"
        return ""

    def fetch(self) -> None:
        try:
            with urllib.request.urlopen(self.url) as answer:
                data = answer.read()
        except OSError as error:
            raise SystemExit(f"{self.url}: {error}. Put it at {self.path} yourself.") from None
        found = hashlib.sha256(data).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{self.url}: expected SHA-256 {self.sha256}, found {found}.")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(data)


MTEVAL = Peer(
    "mteval-v13a.pl",
    "perl",
    "https://raw.githubusercontent.com/moses-smt/mosesdecoder"
    "/34452895f350bf097b21ee514a529a1dc542243c/scripts/generic/mteval-v13a.pl",
    "bca77abb865579e7581e5f3701dccc64e949e842da651952a31e513702b3fb7c",
)
RIBES = Peer(
    "RIBES.py",
    sys.executable,
    "https://raw.githubusercontent.com/nttcslab-nlp/RIBES"
    "/7e76cf24d32de70e9e6afd0c9b95d8c140b7235c/RIBES.py",
    "d3d3d3d05a0dc23aeb76594106e561e95dda1e495e6076d9973fc0469a44fa81",
)
# The only modules of mt-metrics-eval that are needed.
MT_METRICS_EVAL = tuple(
    Peer(
        f"mt_metrics_eval/{name}.py",
        sys.executable,
        "https://raw.githubusercontent.com/google-research/mt-metrics-eval"
        f"/68a481aea1a787392d55af8f76ac8ef40c5f4664/mt_metrics_eval/{name}.py",
        sha256,
    )
    for name, sha256 in (
        ("stats", "5c70ed278272ee82241140678dd2478bd0abce03c2e2726f58983af1c88e704f"),
        ("pce", "4ec259bb89e0ee5b07f959c65d5650c4b30a37d68bf19ba2ffc4190618905cd3"),
        ("tau_optimization", "40af0d46f43f6b67745ebaf716998602514ca9ccfb48aa46c29906d73498eda9"),
    )
)


if __name__ == "__main__":
    for peer in (MTEVAL, RIBES, *MT_METRICS_EVAL):
        peer.fetch()
        print(f"Written to {peer.path}.")
