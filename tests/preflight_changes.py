"""Single changes that spoil a good file for preflight, and what preflight then says."""

import itertools
import re

from pikepdf import Array, Dictionary, Name, String
from preflight_samples import TRIM, XMP, changed, good_x1a, good_x4, with_metadata

from cardgen.colour import icc as conditions
from cardgen.prepress.preflight import RULES, preflight, rule_name
from cardgen.prepress.preflight.findings import Target

GOOD = {"x1a": good_x1a, "x4": good_x4}


def looked_at(data, standard="x1a", **more):
    return preflight(data, Target(standard=standard, **{"trim": TRIM, **more}))


def found(data, standard="x1a", **more):
    """The names of the rules that find something, and all that they say."""
    report = looked_at(data, standard, **more)
    return {finding.rule for finding in report.findings}, " / ".join(f.message for f in report.findings)


def info(**entries):
    """A change of the document information; None takes an entry out."""

    def change(pdf):
        for key, value in entries.items():
            if value is None:
                del pdf.docinfo[f"/{key}"]
            else:
                pdf.docinfo[f"/{key}"] = value

    return change


def intent(**entries):
    def change(pdf):
        for key, value in entries.items():
            made = value(pdf) if callable(value) else value
            if made is None:
                del pdf.Root.OutputIntents[0][f"/{key}"]
            else:
                pdf.Root.OutputIntents[0][f"/{key}"] = made

    return change


def root(**entries):
    def change(pdf):
        for key, value in entries.items():
            pdf.Root[f"/{key}"] = value(pdf) if callable(value) else value

    return change


def page(**entries):
    """A change of the third page."""

    def change(pdf):
        for key, value in entries.items():
            made = value(pdf) if callable(value) else value
            if made is None:
                del pdf.pages[2].obj[f"/{key}"]
            else:
                pdf.pages[2].obj[f"/{key}"] = made

    return change


def state(**entries):
    """An extended graphics state for the third page."""

    def change(pdf):
        pdf.pages[2].obj.Resources.ExtGState["/Odd"] = Dictionary(**entries)

    return change


def drawing(thing):
    """Something more among the third page's objects to draw."""

    def change(pdf):
        resources = pdf.pages[2].obj.Resources
        resources.XObject = Dictionary(Odd=pdf.make_indirect(thing(pdf)))

    return change


def form(pdf, data=b"", **entries):
    made = pdf.make_stream(data)
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, 9, 9])
    for key, value in entries.items():
        made[f"/{key}"] = value
    return made


def image(pdf, **entries):
    made = pdf.make_stream(b"\0\0\0\0")
    made.Type, made.Subtype, made.Width, made.Height = Name.XObject, Name.Image, 1, 1
    made.BitsPerComponent, made.ColorSpace = 8, Name.DeviceCMYK
    for key, value in entries.items():
        made[f"/{key}"] = value
    return made


SCRIPT = Dictionary(S=Name.JavaScript, JS=String("app.alert('hello')"))
OPEN_WEB = Dictionary(S=Name.URI, URI=String("https://example.org"))


def note(kind="Text", rect=(40, 40, 60, 60), **more):
    """An annotation on the third page."""
    return page(
        Annots=lambda pdf: Array(
            [Dictionary(Type=Name.Annot, Subtype=Name(f"/{kind}"), Rect=Array(rect), **more)]
        )
    )


OUTSIDE = (0, 0, 1, 1)


def outline(pdf):
    entries = [pdf.make_indirect(Dictionary(Title=String(str(number)))) for number in range(3)]
    for one, other in itertools.pairwise(entries):
        one.Next = other
    entries[2].A = OPEN_WEB
    return pdf.make_indirect(Dictionary(First=entries[0], Last=entries[2], Count=3))


def attached(pdf):
    file = pdf.make_stream(b"hello")
    file.Type = Name.EmbeddedFile
    described = Dictionary(Type=Name.Filespec, F=String("a.txt"), EF=Dictionary(F=file))
    return Dictionary(EmbeddedFiles=Dictionary(Names=Array([String("a.txt"), pdf.make_indirect(described)])))


def profile(name):
    """A change of a bundled profile's bytes."""

    def made(change):
        def stream(pdf):
            data = bytearray(conditions.bundled_profile(name))
            change(data)
            found = pdf.make_stream(bytes(data))
            found.N = 4
            return found

        return stream

    return made


def put(place, words):
    def change(data):
        data[place : place + len(words)] = words

    return change


def described(name):
    """A profile that calls itself so, and does not say what it was made of."""

    def change(data):
        data[:] = data.replace(b"FOGRA39", b"OWNDATA").replace(b"TR006", b"OWN06")
        place = data.index(b"desc\0\0\0\0") + 12
        room = int.from_bytes(data[place - 4 : place], "big")
        data[place : place + room] = name.encode().ljust(room, b"\0")

    return change


def cut_short(data):
    del data[1000:]
    data[:4] = (1000).to_bytes(4, "big")


FOGRA = profile("fogra39")


def xmp(old, new):
    assert old in XMP
    return lambda pdf: with_metadata(pdf, XMP.replace(old, new))


def layer(pdf):
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Layer")))
    return Dictionary(OCGs=Array([group]), D=Dictionary(Order=Array([group])))


def switched(**more):
    def made(pdf):
        layers = layer(pdf)
        for key, value in more.items():
            layers.D[f"/{key}"] = value(layers) if callable(value) else value
        return layers

    return made


def two_intents(pdf):
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def no_intents(pdf):
    del pdf.Root.OutputIntents


def finds_the_one_fault(rule, words, standard, change):
    """Spoil a good file, and hold that one rule alone finds it and says what is wrong and what to do."""
    findings = looked_at(changed(GOOD[standard](), change), standard).findings
    said = " / ".join(finding.message for finding in findings)
    assert {finding.rule for finding in findings} == {rule}, said
    assert re.search(words, said)
    assert all(finding.hint for finding in findings)
    assert not re.search(r"[A-Z]\w+Error|<.*object", said)


def read_rules_file(*modules):
    """Return the names of the rules that stand in modules of preflight."""
    return {rule_name(rule) for rule in RULES if rule.__module__.rpartition(".")[2] in modules}
