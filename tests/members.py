"""Members by what they are for, so that no test lists them by name."""

from tertium.significance import all_tests


def names_of_output_tests() -> list[str]:
    """Significance tests that apply to the outputs of single runs."""
    return [name for name, test in all_tests().items() if test.question == "these outputs"]
