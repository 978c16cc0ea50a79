"""Scripts of contributors begin no work where they are asked for help."""

from pathlib import Path

TOP = Path(__file__).parents[2]
#: It hands its words on to pytest, which has a help of its own.
PASSES_ON = "suite.py"


def test_every_script_reads_its_command_line_with_argparse() -> None:
    scripts = [
        (file, text)
        for file in (*TOP.glob("docs/*.py"), *TOP.glob("tests/**/*.py"))
        if 'if __name__ == "__main__":' in (text := file.read_text(encoding="utf-8"))
        and not file.name.startswith("test_")
        and file.name != PASSES_ON
    ]
    assert len(scripts) > 20
    read = ("argparse.ArgumentParser(", "arguments(__doc__")
    assert [file.name for file, text in scripts if not any(each in text for each in read)] == []
