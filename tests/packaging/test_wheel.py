"""The installed package: one wheel for Python 3.11 and later, and a core without extras."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from tests.campaign_server import Annotator, answer_to, serving

from tertium.examples import folder

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.slow


def call(*command: object, **settings) -> str:
    """Run a command and give what it prints; its whole output is the message if it fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment | settings.pop("env", {}),
        **settings,
    )
    assert done.returncode == settings.get("code", 0), done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    call(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", target, ROOT)
    (made,) = target.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def core(wheel, tmp_path_factory) -> Path:
    """An environment with the core alone: the folder of its programs."""
    home = tmp_path_factory.mktemp("core")
    venv.create(home, with_pip=True)
    call(home / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
    return home / "bin"


def test_the_wheel_serves_python_3_11_and_later(wheel):
    assert "-cp311-abi3-" in wheel.name


def test_the_wheel_uses_nothing_beyond_the_stable_abi(wheel):
    call(Path(sys.executable).parent / "abi3audit", "--strict", "--verbose", wheel)


def test_the_core_alone_scores_checks_and_converts(core, tmp_path):
    news = folder()
    reference, system = news / "reference.A.en.txt", news / "systems" / "large.txt"
    assert call(core / "tertium", "score", "-r", reference, system, "-b") == "42.1\n"
    assert "No problems found" in call(core / "tertium", "check", "-r", reference, system)
    call(core / "tertium", "convert", "-r", reference, system, "-o", tmp_path / "all.jsonl")
    assert call(core / "tertium", "score", tmp_path / "all.jsonl", "-b") == "42.1\n"
    assert "report.html" in call(core / "tertium", "demo", cwd=tmp_path)


def test_the_core_installs_what_it_says_and_no_more(core):
    listed = call(core / "python", "-m", "pip", "list", "--format=freeze")
    names = {line.split("==")[0].lower() for line in listed.splitlines()}
    assert {"numpy", "scipy", "click", "rich", "cloudpickle"} <= names
    assert not names & {"sacrebleu", "pandas", "cython", "pytest", "regex", "sentencepiece"}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (
            "tertium.bleu(['a'], [['b']], tok='ja-mecab')",
            "The ja-mecab tokenizer needs the package 'mecab-python3', which is not installed."
            " Install it with: pip install 'tertium[ja]'",
        ),
        (
            "tertium.bleu(['a'], [['b']], tok='flores200')",
            "The flores200 tokenizer needs the package 'sacrebleu and sentencepiece', which is not"
            " installed. Install it with: pip install 'tertium[spm]'",
        ),
        (
            "tertium.bleu(['a'], [['b']]).to_frame()",
            "to_frame needs the package 'pandas', which is not installed."
            " Install it with: pip install 'tertium[frames]'",
        ),
    ],
)
def test_what_is_not_installed_is_named_in_one_line(core, code, message):
    script = f"import tertium\ntry: {code}\nexcept tertium.TertiumError as error: print(error)"
    assert call(core / "python", "-c", script) == f"{message}\n"


def test_the_installed_package_holds_its_data_and_types(core):
    script = (
        "import tertium, tertium.examples\n"
        "from pathlib import Path\n"
        "home = Path(tertium.__file__).parent\n"
        "print((home / 'py.typed').exists(), (home / 'kernels' / '_native.pyi').exists(),"
        " len(list(tertium.examples.folder().rglob('*.txt'))))"
    )
    assert call(core / "python", "-c", script).split() == ["True", "True", "18"]


def test_without_the_extra_a_campaign_names_it_in_one_line(core, tmp_path):
    news = folder()
    files = ("-s", news / "source.de.txt", news / "systems" / "large.txt")
    done = subprocess.run(
        [core / "tertium", "campaign", "new", "news24", *files],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "error: A campaign needs the package 'SQLAlchemy', which is not installed.\n"
        "Install it with: pip install 'tertium[web]'\n"
    )


def test_from_the_wheel_a_campaign_is_made_and_served(core, wheel, tmp_path):
    """In an empty folder, with the extra: the last test, because it adds packages."""
    call(core / "python", "-m", "pip", "install", "--quiet", f"{wheel}[web]")
    news = folder()
    systems = [news / "systems" / f"{name}.txt" for name in ("large", "pivot")]
    source = news / "source.de.txt"
    call(
        *(core / "tertium", "campaign", "new", "news24", "-s", source, *systems),
        *("--judgments", "16", "--hit-size", "20"),
        cwd=tmp_path,
    )
    with serving(tmp_path / "news24", python=core / "python") as server:
        token = re.search(r"annotator-1\s+\S+#(\S+)", server.printed)
        assert token is not None
        annotator = Annotator(server.base, token[1])
        annotator.enter()
        while items := annotator.work()["items"]:
            for item in items:
                annotator.answer(answer_to(item, 50))
        annotator.close()
    call(core / "tertium", "campaign", "export", "news24", "-o", "ratings.csv", cwd=tmp_path)
    assert len((tmp_path / "ratings.csv").read_text().splitlines()) == 21


def test_help_loads_neither_the_database_nor_the_server(core):
    script = (
        "import sys\nsys.argv = ['tertium', '--help']\n"
        "from tertium.cli.main import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(*sorted({'sqlalchemy', 'fastapi', 'uvicorn', 'jinja2'} & set(sys.modules)), '.')"
    )
    assert call(core / "python", "-c", script).splitlines()[-1].strip() == "."
