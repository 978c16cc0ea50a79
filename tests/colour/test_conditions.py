"""Printing conditions and the profiles that go with them."""

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageCms

from cardgen.colour import icc as conditions
from cardgen.colour.icc import CONDITIONS, bundled_profile, read_output_profile, read_profile
from cardgen.units import BadValue


@pytest.mark.parametrize("name", sorted({each.profile for each in CONDITIONS.values()}))
def test_every_profile_is_for_cmyk_output_and_says_where_it_comes_from(name):
    data = bundled_profile(name)
    profile = read_profile(data)
    assert (profile.device_class, profile.space) == ("prtr", "CMYK")
    assert profile.description.startswith("cardgen ")
    assert len(data) < 400_000
    opened = ImageCms.ImageCmsProfile(io.BytesIO(data)).profile
    assert "May be passed on freely" in str(opened.copyright)
    assert f"{name}.icc" in (Path(conditions.__file__).parent / "profiles" / "README.md").read_text("utf-8")


def test_conditions_are_named_as_the_registry_does():
    names = {key: each.identifier for key, each in CONDITIONS.items()}
    assert names == {
        "fogra39": "FOGRA39",
        "fogra51": "FOGRA51",
        "gracol": "CGATS TR 006",
        "swop": "CGATS TR 003",
        "swop-v2": "CGATS TR 001",
    }
    assert [key for key, each in CONDITIONS.items() if not each.exact] == ["fogra51", "swop-v2"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"),
        ("ISO Coated v2 (ECI)", "FOGRA39"),
        ("ISO Coated v2 300% (ECI)", "FOGRA39"),
        ("ISO Coated", "FOGRA27"),
        ("ISO Uncoated Yellowish", "FOGRA30"),
        ("PSO Coated v3", "FOGRA51"),
        ("PSO Uncoated v3 (FOGRA52)", "FOGRA52"),
        ("PSO Uncoated ISO12647 (ECI)", "FOGRA47"),
        ("PSO LWC Improved (ECI)", "FOGRA45"),
        ("U.S. Web Coated (SWOP) v2", "CGATS TR 001"),
        ("SWOP2006_Coated3v2", "CGATS TR 003"),
        ("Web Coated SWOP 2006 Grade 5 Paper", "CGATS TR 005"),
        ("GRACoL2006_Coated1v2", "CGATS TR 006"),
        ("Coated GRACoL 2006 (ISO 12647-2:2004)", "CGATS TR 006"),
        ("GRACoL2013_CRPC6", "CGATS21-2-CRPC6"),
        ("Japan Color 2001 Coated", "JC200103"),
        ("FOGRA39L", "FOGRA39"),
        ("CGATS TR001", "CGATS TR 001"),
        ("U.S. Sheetfed Coated v2", ""),
        ("Euroscale Coated v2", ""),
        ("GRACoL2006_Coated1v2 to ISO Coated v2", ""),
        ("Our press, coated", ""),
        ("Custom", ""),
    ],
)
def test_what_profiles_in_the_world_call_a_condition(said, name):
    assert conditions.registered_condition_in(said) == name


@pytest.mark.parametrize("key", CONDITIONS)
def test_the_profile_of_a_condition_is_its_own_or_that_of_its_stand_in(key):
    condition = CONDITIONS[key]
    assert conditions.registered_condition_in(condition.identifier) == condition.identifier
    assert read_profile(bundled_profile(condition.profile)).condition == (
        condition.substitute_condition or condition.identifier
    )
    assert bool(condition.substitute_condition) is (key in ("fogra51", "swop-v2"))


def test_a_profile_that_calls_itself_nothing_known_is_known_by_its_data():
    data = bundled_profile("gracol").replace(b"cardgen CGATS TR 006 (GRACoL", b"cardgen OUR OWN PRES (COATED")
    assert read_profile(data).description == "cardgen OUR OWN PRES (COATED coated 1), total ink 300"
    assert read_profile(data).condition == "CGATS TR 006"


def test_a_profile_of_the_users_own_must_be_for_cmyk_output(tmp_path):
    file = tmp_path / "own.icc"
    file.write_bytes(bundled_profile("gracol"))
    assert read_output_profile(file).description == "cardgen CGATS TR 006 (GRACoL coated 1), total ink 300"
    file.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(BadValue, match="'mntr' for RGB"):
        read_output_profile(file)
    file.write_bytes(b"no profile")
    with pytest.raises(BadValue, match="not an ICC profile"):
        read_output_profile(file)
    with pytest.raises(BadValue, match="could not be read"):
        read_output_profile(tmp_path / "none.icc")


def test_descriptions_of_both_versions_are_read():
    v2 = bundled_profile("fogra39")
    v4 = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    assert read_profile(v2).description == "cardgen FOGRA39L coated, total ink 300"
    assert "Lab" in read_profile(v4).description


@given(st.binary(max_size=300), st.integers(0, 2000), st.binary(max_size=8))
def test_any_bytes_give_a_profile_or_a_message(start, place, more):
    changed = bytearray(bundled_profile("fogra39")[:4000])
    changed[place : place + len(more)] = more
    for data in (start, bytes(changed)):
        with contextlib.suppress(BadValue):
            assert read_profile(data).data == data
