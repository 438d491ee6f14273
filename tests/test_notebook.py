"""Results in a notebook, which is run headless."""

import nbformat
import psutil
import pytest
from nbclient import NotebookClient


@pytest.mark.slow
def test_a_notebook_shows_tables(tmp_path):
    before = {*psutil.Process().children(recursive=True)}
    cells = [
        "import tertium\nfiles = tertium.example('news')",
        "news = tertium.read(['news/a.txt', 'news/b.txt'], references='news/ref.txt')\nnews",
        "tertium.score(news)",
        "tertium.compare(news, trials=50)",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    _, testset, scores, comparison = (
        {**dict(*(output.data for output in cell.outputs))} for cell in notebook.cells
    )
    assert testset["text/plain"] == "TestSet(200 segments, 1 reference, 2 systems: a, b)"
    for shown in (scores, comparison):
        assert "<table>" in shown["text/html"]
        assert "BLEU" in shown["text/html"]
        assert len(shown["text/plain"].splitlines()) == 1
    left = {*psutil.Process().children(recursive=True)} - before
    assert not left, "The kernel must be gone."
