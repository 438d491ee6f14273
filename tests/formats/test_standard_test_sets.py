"""Standard test sets: folders as sacreBLEU and mt-metrics-eval write them, and downloads."""

import gzip
import hashlib
import http.server
import io
import tarfile
import threading
from pathlib import Path

import pytest
from tests.command import run

import tertium
from tertium.core.errors import DataError, UsageError
from tertium.formats import standard_downloads
from tertium.formats.standard_catalogue import ARCHIVES, Archive, sacrebleu_references

SOURCE = ["Der Hund schläft.", "Es regnet.", "Guten Morgen!"]
REFERENCE = ["The dog is sleeping.", "It is raining.", "Good morning!"]
SECOND = ["The dog sleeps.", "It rains.", "Morning!"]
OUTPUT = ["The dog sleeps now.", "It is raining.", "Good morning!"]

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="wmttest2022.de-en">
  <doc id="d1" origlang="de">
    <src lang="de"><p><seg id="2">Es regnet.</seg><seg id="1">Der  Hund schläft.</seg></p></src>
    <ref lang="en" translator="A"><p><seg id="1">The dog is sleeping.</seg>
      <seg id="2">It is raining.</seg></p></ref>
    <ref lang="en" translator="B"><p><seg id="1">The dog sleeps.</seg>
      <seg id="2"></seg></p></ref>
    <hyp lang="en" system="Online-B"><p><seg id="1">A dog sleeps.</seg>
      <seg id="2">Rain &amp; more.</seg></p></hyp>
  </doc>
  <doc id="suite" origlang="de" testsuite="odd">
    <src lang="de"><p><seg id="1">Nein.</seg></p></src>
    <ref lang="en" translator="A"><p><seg id="1">No.</seg></p></ref>
  </doc>
  <doc id="d2" origlang="de">
    <src lang="de"><p><seg id="1">Guten Morgen!</seg><seg id="2">Ohne.</seg></p></src>
    <ref lang="en" translator="A"><p><seg id="1">Good morning!</seg></p></ref>
    <hyp lang="en" system="Online-B"><p><seg id="1">Good day!</seg><seg id="2">.</seg></p></hyp>
  </doc>
</dataset>
"""

SGML = {
    "test/newstest2018-deen-src.de.sgm": """<srcset setid="newstest2018" srclang="any">
<doc sysid="ref" docid="d.1" genre="news" origlang="de">
<p>
<seg id="1">Der Hund  schläft. </seg>
<seg id="2">Rot &amp; Blau</seg>
</p>
</doc>
<doc docid="d.2" genre="news" origlang="en">
<seg id="1">Guten Morgen!</seg>
</doc>
</srcset>
""",
    "test/newstest2018-deen-ref.en.sgm": """<refset setid="newstest2018" srclang="any">
<doc sysid="ref" docid="d.1" genre="news" origlang="de">
<seg id="1">The dog sleeps.</seg>
<seg id="2">Red &amp; blue</seg>
</doc>
<doc sysid="ref" docid="d.2" genre="news" origlang="en">
<seg id="1">Good morning!</seg>
</doc>
</refset>
""",
}


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


@pytest.fixture
def folders(tmp_path, monkeypatch):
    """Empty folders of both programs, and an output in the current directory."""
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "sacrebleu"))
    monkeypatch.setenv("TERTIUM_MT_METRICS_EVAL", str(tmp_path / "mt-metrics-eval-v2"))
    monkeypatch.chdir(tmp_path)
    Path("out.txt").write_text(lines(OUTPUT), encoding="utf-8")
    return tmp_path


@pytest.fixture
def sacrebleu_folder(folders):
    folder = folders / "sacrebleu" / "wmt22"
    folder.mkdir(parents=True)
    for field, texts in {
        "src": SOURCE,
        "ref-A": REFERENCE,
        "ref-B": SECOND,
        "docid": ["d1", "d1", "d2"],
        "origlang": ["de"] * 3,
        "Online-B": SECOND,
    }.items():
        (folder / f"wmt22.de-en.{field}").write_text(lines(texts), encoding="utf-8")
    return folder


@pytest.fixture
def mt_metrics_eval_folder(folders):
    folder = folders / "mt-metrics-eval-v2" / "wmt22"
    for path, texts in {
        "sources/de-en.txt": SOURCE,
        "references/de-en.refA.txt": REFERENCE,
        "references/de-en.refB.txt": SECOND,
        "documents/de-en.docs": ["news d1", "news d1", "news d2"],
        "system-outputs/de-en/Online-B.txt": OUTPUT,
        "system-outputs/de-en/refA.txt": REFERENCE,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(lines(texts), encoding="utf-8")
    return folder


def test_the_folder_of_sacrebleu_is_read_with_its_standard_reference(sacrebleu_folder):
    testset = tertium.read("out.txt", test_set="wmt22", language_pair="de-en")
    assert list(testset.references["A"]) == REFERENCE
    assert list(testset.references) == ["A"]
    assert list(testset.source or ()) == SOURCE
    assert testset.document_ids == ("d1", "d1", "d2")
    assert list(testset.outputs) == ["out"]
    assert repr(testset).startswith("TestSet(wmt22, 3 segments, 2 documents")


def test_without_systems_the_outputs_of_the_folder_are_read(sacrebleu_folder):
    testset = tertium.read(test_set="wmt22", language_pair="de-en")
    assert list(testset.outputs) == ["Online-B"]


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_signature_and_score_are_those_of_sacrebleu(metric, sacrebleu_folder):
    sacrebleu = pytest.importorskip("sacrebleu")
    theirs = getattr(sacrebleu, metric.upper())()
    expected = theirs.corpus_score(OUTPUT, [REFERENCE]).score
    theirs_signature = theirs.get_signature()
    theirs_signature.update("test", "wmt22")
    theirs_signature.update("lang", "de-en")
    result = run("score", "-t", "wmt22", "-l", "de-en", "out.txt", "-m", metric, "-w", "6")
    assert f"{expected:.6f}" in result.stdout
    assert theirs_signature.format() in result.stdout


def test_metrics_of_our_own_have_the_name_in_their_signature(sacrebleu_folder):
    result = run("score", "-t", "wmt22", "-l", "de-en", "out.txt", "-m", "gleu")
    assert "|nrefs:1|test:wmt22|lang:de-en|" in result.stdout


def test_the_folder_of_mt_metrics_eval_is_read_where_sacrebleu_has_none(mt_metrics_eval_folder):
    testset = tertium.read(test_set="wmt22", language_pair="de-en")
    assert list(testset.references) == ["refA"]
    assert list(testset.outputs) == ["Online-B"]
    signature = tertium.score(testset)[0].signature
    assert "|test:mt-metrics-eval/wmt22|lang:de-en|" in signature


@pytest.mark.slow
def test_bleu_of_wmt23_is_that_of_the_metrics_task(folders, reference_data):
    """The standard reference is taken, and scores are those that mt-metrics-eval holds."""
    wmt23 = reference_data / "wmt23"
    for kind in ("sources", "references", "documents", "system-outputs"):
        for file in (wmt23 / kind).rglob("*.gz"):
            path = folders / "mt-metrics-eval-v2" / file.relative_to(wmt23.parent).with_suffix("")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.decompress(file.read_bytes()))
    published = gzip.decompress(
        (wmt23 / "metric-scores" / "en-de" / "BLEU-refA.sys.score.gz").read_bytes()
    )
    expected = dict(line.split("\t") for line in published.decode().splitlines())
    testset = tertium.read(test_set="wmt23", language_pair="en-de", allow=["byte-order-mark"])
    scores = tertium.score(testset)
    assert len(scores) == 12
    for score in scores:
        assert score.value == pytest.approx(float(expected[score.system]), abs=1e-9)


def test_a_prefix_chooses_the_folder_of_mt_metrics_eval(sacrebleu_folder, mt_metrics_eval_folder):
    sacrebleu = tertium.read("out.txt", test_set="wmt22", language_pair="de-en")
    other = tertium.read("out.txt", test_set="mt-metrics-eval/wmt22", language_pair="de-en")
    assert (sacrebleu.name, other.name) == ("wmt22", "mt-metrics-eval/wmt22")


def test_a_missing_test_set_is_an_error_that_lists_what_is_there(
    sacrebleu_folder, mt_metrics_eval_folder
):
    result = run("score", "-t", "wmt21", "-l", "de-en", "out.txt")
    assert result.code == 1
    assert "The test set wmt21 for de-en is not on this machine." in result.stderr
    assert "--download" in result.stderr
    assert "wmt22 (de-en)" in result.stderr
    with pytest.raises(DataError, match="sacrebleu --download iwslt17"):
        tertium.read("out.txt", test_set="iwslt17", language_pair="de-en")


def test_an_empty_machine_says_where_it_looked(folders):
    with pytest.raises(DataError, match=r"There are no test sets in .*sacrebleu and "):
        tertium.read("out.txt", test_set="wmt22", language_pair="de-en")


def test_a_language_pair_is_needed(sacrebleu_folder):
    with pytest.raises(UsageError, match=r'language_pair="de-en".*wmt22 has cs-en'):
        tertium.read("out.txt", test_set="wmt22")
    result = run("score", "-t", "wmt22", "out.txt")
    assert "--language-pair de-en" in result.stderr


@pytest.mark.parametrize("name", ["../wmt22", "a/../b", "/etc", "a b", ""])
def test_names_cannot_leave_the_folder(name, sacrebleu_folder):
    with pytest.raises((UsageError, DataError)):
        tertium.read(test_set=name, language_pair="de-en")


def test_references_beside_a_standard_test_set_are_refused(sacrebleu_folder):
    result = run("score", "-t", "wmt22", "-l", "de-en", "-r", "out.txt", "out.txt")
    assert "Leave out --reference" in result.stderr


def test_other_commands_take_the_long_option(sacrebleu_folder):
    result = run(
        *("compare", "--test-set", "wmt22", "-l", "de-en", "out.txt", "b=out.txt"),
        *("--allow", "identical-systems,same-file-twice", "--output", "result.json"),
    )
    assert result.code == 0, result.stderr
    assert run("verify", "result.json").code == 0
    assert run("check", "--test-set", "wmt22", "-l", "de-en", "out.txt").code == 0


def test_the_catalogue_agrees_with_sacrebleu():
    sacrebleu = pytest.importorskip("sacrebleu.dataset")
    for name, archive in ARCHIVES.items():
        theirs = sacrebleu.DATASETS[name]
        assert theirs.data == [archive.address]
        assert theirs.md5 == [archive.md5]
        paths = {
            pair: [files["path"]] if isinstance(files, dict) else files
            for pair, files in theirs.langpairs.items()
        }
        assert {pair: archive.files_of(pair) for pair in archive.language_pairs} == paths


def test_references_are_chosen_as_sacrebleu_does():
    sacrebleu = pytest.importorskip("sacrebleu.dataset")
    for name, theirs in sacrebleu.DATASETS.items():
        for pair in theirs.langpairs:
            ours = sacrebleu_references(name, pair)
            if isinstance(theirs, sacrebleu.WMTXMLDataset):
                fields = [f"ref:{one}" if one else "ref" for one in ours or ()]
                assert fields == theirs._get_langpair_allowed_refs(pair), (name, pair)
            else:
                assert ours is None


def packed(contents):
    """A gzipped archive of texts."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, text in contents.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return data.getvalue()


@pytest.fixture
def server():
    """Serve what is put into a dictionary, on this machine."""
    contents: dict[str, bytes] = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            data = contents.get(self.path)
            self.send_response(404 if data is None else 200)
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield contents, f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def serve(server, monkeypatch, name, contents, md5=None):
    """Let the archive of a test set come from the server."""
    served, address = server
    data = packed(contents)
    served["/test.tgz"] = data
    md5 = md5 or hashlib.md5(data).hexdigest()
    archive = ARCHIVES[name]._replace(address=f"{address}/test.tgz", md5=md5)
    monkeypatch.setitem(ARCHIVES, name, archive)
    return archive


CONTENTS = {
    "wmt22": {"wmt22-news-systems-1.1/xml/wmttest2022.de-en.all.xml": XML},
    "wmt18": SGML,
}


@pytest.mark.parametrize("name", CONTENTS)
def test_a_download_leaves_the_files_that_sacrebleu_writes(name, folders, server, monkeypatch):
    sacrebleu = pytest.importorskip("sacrebleu.dataset")
    pytest.importorskip("lxml")
    archive = serve(server, monkeypatch, name, CONTENTS[name])
    wanted = {
        "test_set": name,
        "language_pair": "de-en",
        "allow": ["html-entities"],
        "download": True,
    }
    testset = tertium.read("out.txt", **wanted)
    assert (len(testset), testset.name) == (3, name)
    ours = {
        file.name: file.read_bytes()
        for file in (folders / "sacrebleu" / name).iterdir()
        if file.is_file()
    }
    theirs = sacrebleu.DATASETS[name]
    raw = folders / "theirs" / "raw"
    monkeypatch.setattr(theirs, "_outdir", str(raw.parent))
    monkeypatch.setattr(theirs, "_rawdir", str(raw))
    monkeypatch.setattr(theirs, "data", [archive.address])
    monkeypatch.setattr(theirs, "md5", [archive.md5])
    theirs.process_to_text("de-en")
    assert ours == {f.name: f.read_bytes() for f in raw.parent.iterdir() if f.is_file()}
    # What is there is not downloaded again.
    server[0].clear()
    assert tertium.read("out.txt", **wanted) == testset


def test_nothing_is_downloaded_unless_asked(folders, server, monkeypatch):
    serve(server, monkeypatch, "wmt22", CONTENTS["wmt22"])
    with pytest.raises(DataError, match=r"not on this machine.*download=True"):
        tertium.read("out.txt", test_set="wmt22", language_pair="de-en")
    assert not (folders / "sacrebleu").exists()


def test_a_wrong_checksum_leaves_nothing_behind(folders, server, monkeypatch):
    serve(server, monkeypatch, "wmt22", CONTENTS["wmt22"], md5="0" * 32)
    result = run("score", "-t", "wmt22", "-l", "de-en", "out.txt", "--download")
    assert result.code == 1
    assert "MD5 sum" in result.stderr
    assert not list((folders / "sacrebleu").rglob("*.*"))


def test_an_address_that_does_not_answer_is_an_error(folders, server, monkeypatch):
    serve(server, monkeypatch, "wmt22", CONTENTS["wmt22"])
    server[0].clear()
    with pytest.raises(DataError, match="Cannot be downloaded"):
        tertium.read("out.txt", test_set="wmt22", language_pair="de-en", download=True)


def test_what_cannot_be_downloaded_is_said_with_what_can(folders):
    with pytest.raises(UsageError, match=r"cannot be downloaded.*wmt22"):
        tertium.read("out.txt", test_set="mtnt2019", language_pair="en-fr", download=True)
    with pytest.raises(UsageError, match=r"wmt22 has no de-pl.*de-en"):
        tertium.read("out.txt", test_set="wmt22", language_pair="de-pl", download=True)


def test_an_archive_without_the_file_is_an_error(folders, server, monkeypatch):
    serve(server, monkeypatch, "wmt22", {"other.xml": XML})
    with pytest.raises(DataError, match="has no file"):
        tertium.read("out.txt", test_set="wmt22", language_pair="de-en", download=True)


def test_a_damaged_archive_is_an_error(tmp_path):
    path = tmp_path / "test.tgz"
    path.write_bytes(b"no archive")
    with pytest.raises(DataError, match="cannot be read"):
        standard_downloads._member(path, "a")
    assert Archive("a", "b", ("{pair}.xml",), "de-en").files_of("de-en") == ["de-en.xml"]
