"""Preflight, the cards: all of them, as often as they should be, in order, with their backs."""

from dataclasses import replace
from functools import cache

import pytest
from pikepdf import Array
from PIL import Image, ImageDraw, ImageFont
from preflight_samples import changed, opened, rasterised, saved
from samples import sampled_pairs, small_pack

from cardgen import api
from cardgen.output.press import DieLine, PressJob, press_target, write_press
from cardgen.prepress import preflight as rules
from cardgen.prepress.preflight import preflight

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = small_pack()
#: Six cards: twice "+4", once "+1", three times "≤0"; each with its back behind it.
JOB = PressJob()
ORDERS = ["face-back", "back-face", "back-last", "back-first", "faces"]


def made(job=JOB, pack=PACK):
    return _small(job) if pack is PACK else write_press(pack, job)


@cache
def _small(job):
    """The files of the small pack are made once for all tests."""
    return write_press(PACK, job)


def said(data, job=JOB, pack=PACK, **more):
    """What the rule says of a file that should hold a pack."""
    target = replaced(press_target(pack, job, None, ""), **more)
    return [finding for finding in preflight(data, target).findings if finding.rule == "deck"]


def replaced(target, **more):
    return target._replace(**more)


def words(findings):
    return " / ".join(finding.message for finding in findings)


def test_a_slow_rule_counts_as_many_steps_as_there_are_pages(monkeypatch):
    def slow(file, _):
        for part in range(1, 5):
            file.tell(part, 4)
        return iter(())

    monkeypatch.setattr(rules, "RULES", (slow,))
    monkeypatch.setattr(rules, "_SLOW", {slow})
    steps = []
    preflight(made()[0].data, press_target(PACK, JOB, None, ""), lambda *step: steps.append(step))
    assert steps == [(3, 12), (6, 12), (9, 12), (12, 12), (12, 12)]


@pytest.mark.parametrize(("order", "per"), sampled_pairs(ORDERS, ["card", "face"]))
def test_a_pack_in_the_order_asked_for_is_good(order, per):
    job = PressJob(order=order, per=per)
    (file,) = made(job)
    assert said(file.data, job) == []


def test_faces_and_backs_in_files_of_their_own_are_good():
    for backs in ("each", "once"):
        job = PressJob(order="separate", backs=backs)
        for file in made(job):
            report = preflight(file.data, press_target(PACK, job, None, file.suffix))
            assert not [finding for finding in report.findings if finding.rule == "deck"]


def test_die_lines_and_marks_are_no_cards():
    for job in (PressJob(die_line=DieLine("page")), PressJob(die_line=DieLine("file")), PressJob(marks=True)):
        for file in made(job):
            report = preflight(file.data, press_target(PACK, job, None, file.suffix))
            assert not [finding for finding in report.findings if finding.rule == "deck"]


def test_the_cards_are_told():
    (file,) = made()
    facts = preflight(file.data, press_target(PACK, JOB, None, "")).facts
    expected = "6 cards with 3 different faces, each as often as the pack has it: "
    assert expected + "each face with its back behind it" in facts


@pytest.mark.parametrize(("order", "turn"), sampled_pairs(ORDERS, range(1, len(ORDERS))))
def test_another_order_is_found_and_named(order, turn):
    """The order that is wanted is so many further on in their list."""
    (file,) = made(PressJob(order=order))
    wanted = ORDERS[(ORDERS.index(order) + turn) % len(ORDERS)]
    (finding,) = said(file.data, PressJob(order=wanted))
    assert "the pages come as" in finding.message


def pages(change):
    """The file with its list of pages changed."""

    def changed_pages(pdf):
        kids = list(pdf.Root.Pages.Kids)
        kept = change(kids)
        pdf.Root.Pages.Kids = Array(kept)
        pdf.Root.Pages.Count = len(kept)

    (file,) = made()
    return changed(file.data, changed_pages)


def copy_of(pdf, leaf):
    return pdf.make_indirect(dict(leaf.items()))


def nameless(data):
    """The same file as another program would have made it: nothing says which card is where."""

    def change(pdf):
        for leaf in pdf.pages:
            content = leaf.Contents.read_bytes()
            assert b"/Card" in content
            leaf.Contents = pdf.make_stream(content.replace(b"/Card", b"/Kind"))

    return changed(data, change)


def test_a_missing_page_is_found():
    findings = said(pages(lambda kids: kids[:-1]))
    assert "the file has 11 pages of cards; Small needs 12: 6 faces and 6 backs" in words(findings)


def test_a_missing_card_is_found_by_name():
    findings = said(pages(lambda kids: kids[2:]))
    assert "the card +4 is there once instead of twice" in words(findings)


def one_for_another(pdf):
    """The +1 once more in place of a +4."""
    pdf.pages[0].obj.Contents = pdf.pages[4].obj.Contents
    pdf.pages[0].obj.Resources = pdf.pages[4].obj.Resources


def test_a_wrong_quantity_is_found_by_name():
    (file,) = made()
    findings = said(changed(file.data, one_for_another))
    assert "+4 is there once instead of twice" in words(findings)
    assert "+1 is there twice instead of once" in words(findings)


def test_a_wrong_quantity_is_found_by_look():
    (file,) = made()
    assert said(nameless(file.data)) == []
    # It still has 1, 2 and 3 of a kind, but of the wrong ones.
    assert "+4 is there once instead of twice" in words(said(nameless(changed(file.data, one_for_another))))
    more = nameless(pages(lambda kids: [*kids[:-2], kids[5], kids[5]]))
    assert said(more)


def test_a_quantity_that_no_card_has_is_found_by_look():
    def one_more(pdf):
        pdf.pages[0].obj.Contents = pdf.pages[10].obj.Contents
        pdf.pages[0].obj.Resources = pdf.pages[10].obj.Resources

    (file,) = made()
    findings = said(nameless(changed(file.data, one_more)))
    assert "4 times" in words(findings)


def test_names_alone_are_not_believed():
    """A page that says it is one card and shows another is found by its look."""

    def lie(pdf):
        content = pdf.pages[4].Contents.read_bytes()
        pdf.pages[0].obj.Contents = pdf.make_stream(content.replace(b"(green-1)", b"(green-4)"))
        pdf.pages[0].obj.Resources = pdf.pages[4].obj.Resources

    (file,) = made()
    findings = said(changed(file.data, lie))
    assert (findings[0].message, findings[0].page) == ("this page is marked as +4, and shows +1", 1)


def test_pages_written_otherwise_but_alike_are_the_same_card():
    def comment(pdf):
        for number, leaf in enumerate(pdf.pages):
            leaf.Contents = pdf.make_stream(leaf.Contents.read_bytes() + b"\n%% %d" % number)

    (file,) = made()
    data = changed(file.data, comment)
    assert said(data) == []
    assert said(nameless(data)) == []


def test_a_face_for_a_back_is_found():
    def swap(pdf):
        pdf.pages[3].obj.Contents = pdf.pages[2].obj.Contents
        pdf.pages[3].obj.Resources = pdf.pages[2].obj.Resources

    (file,) = made()
    findings = said(changed(file.data, swap))
    assert [(finding.message, finding.page) for finding in findings] == [
        ("a face is where a back should be", 4)
    ]


def test_another_back_is_found():
    def spoil(pdf):
        content = pdf.pages[5].Contents.read_bytes()
        pdf.pages[5].obj.Contents = pdf.make_stream(content + b"\n0 0 0 1 k 60 60 60 90 re f")

    (file,) = made()
    findings = said(changed(file.data, spoil))
    assert [(finding.message, finding.page) for finding in findings] == [
        (
            "the back is not as the pack draws it: it is covered by black 18 to 40 mm from the left and "
            "18 to 50 mm from the bottom",
            6,
        )
    ]


def test_another_pack_s_cards_are_found():
    (file,) = made()
    other = small_pack(suits={"blue": {"sign": "-", "color": "#123456", "cards": {"4": 2, "1": 1, "3": 3}}})
    assert said(file.data, pack=other)


def test_cards_that_a_pack_draws_alike_are_told_by_number_only():
    """Two entries of one text look the same: together they are there as often as both should be."""
    twins = [
        {"face": "text", "title": "Same", "text": "Same"},
        {"face": "text", "title": "Same", "text": "Same"},
    ]
    pack = small_pack(extras=twins)
    (file,) = made(pack=pack)
    assert said(file.data, pack=pack) == []
    assert said(nameless(file.data), pack=pack) == []


def test_a_whole_pack_is_good_and_one_card_short_is_not():
    pack = api.load("short-24")
    (file,) = made(pack=pack)
    assert said(nameless(file.data), pack=pack) == []
    with opened(file.data) as pdf:
        del pdf.pages[10:12]
        assert "not at all" in words(said(saved(pdf), pack=pack))


def test_the_rule_needs_a_pack():
    (file,) = made()
    assert said(file.data, pack=replace(PACK, name="x")) == []
    assert preflight(file.data, press_target(PACK, JOB, None, "")._replace(pack=None)).passed


# --- cards that are pictures and differ in a corner only ------------------------------------------


@pytest.fixture(scope="module")
def pictured(tmp_path_factory):
    """A pack of three pictures that differ in a figure 18 pixels high, at 150 an inch."""
    tmp_path = tmp_path_factory.mktemp("pictured")
    noise = Image.linear_gradient("L").resize((401, 555))
    art = Image.merge("RGB", (noise, noise.rotate(180), noise.transpose(Image.Transpose.FLIP_LEFT_RIGHT)))
    entries = []
    for number in range(1, 4):
        card = art.copy()
        ImageDraw.Draw(card).text((45, 45), str(number), "#332211", ImageFont.load_default(18))
        card.save(tmp_path / f"{number}.png")
        image = str(tmp_path / f"{number}.png")
        entries.append(
            {"face": "image", "image": image, "name": f"card {number}", "copies": 2 if number == 2 else 1}
        )
    return small_pack(card={"size": "63 x 88 mm"}, suits={}, extras=entries)


@pytest.fixture(scope="module")
def pressed(pictured):
    """Its file."""
    (file,) = write_press(pictured, JOB)
    return file.data


def swapped(first, second):
    """A change that shows on one page what was on another, under the names that they had."""

    def change(pdf):
        one, other = (pdf.pages[number].obj.Resources.XObject for number in (first, second))
        (a,), (b,) = one.keys(), other.keys()
        one[a], other[b] = other[b], one[a]

    return change


def test_cards_are_told_by_a_figure_in_the_corner(pictured, pressed):
    assert said(pressed, pack=pictured) == []
    findings = said(changed(pressed, swapped(0, 6)), pack=pictured)
    assert "marked as card 1, and shows card 3" in words(findings)


def test_pictures_of_pages_are_told_by_a_figure_in_the_corner(pictured, pressed):
    assert said(rasterised(pressed), pack=pictured) == []
    # The page of card 1 once more in place of a card 2.
    order = [0, 1, 0, 3, 4, 5, 6, 7]
    findings = said(rasterised(pressed, order=order), pack=pictured)
    assert "card 1 is there twice instead of once" in words(findings)
    assert "card 2 is there once instead of twice" in words(findings)


def test_a_figure_on_one_of_two_pages_of_a_card_is_found(pictured, pressed):
    """Both are like card 2 rather than any other, and one is not as the pack draws it."""
    (card,) = (each for each in pictured.cards if each.name == "card 2")
    picture = Image.open(card.image)
    marked = picture.copy()
    ImageDraw.Draw(marked).text((300, 300), "8", "#332211", ImageFont.load_default(18))
    marked.save(card.image)
    (other,) = made(pack=pictured)
    picture.save(card.image)
    with opened(other.data) as source:

        def mark(pdf):
            for key in ("/Contents", "/Resources"):
                pdf.pages[4].obj[key] = pdf.copy_foreign(source.make_indirect(source.pages[4].obj[key]))

        findings = said(changed(pressed, mark), pack=pictured)
    assert [each.page for each in findings] == [5]
    assert words(findings).startswith("the face is not as the pack draws it: it has something 49 to 50 mm")
