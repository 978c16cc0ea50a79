"""Printing conditions and the profiles that go with them."""

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageCms

from cardgen import conditions
from cardgen.conditions import CONDITIONS, bundled, output_profile, read_profile
from cardgen.units import BadValue


@pytest.mark.parametrize("name", sorted({each.profile for each in CONDITIONS.values()}))
def test_every_profile_is_for_cmyk_output_and_says_where_it_comes_from(name):
    data = bundled(name)
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


def test_a_profile_of_the_users_own_must_be_for_cmyk_output(tmp_path):
    file = tmp_path / "own.icc"
    file.write_bytes(bundled("gracol"))
    assert output_profile(file).description == "cardgen CGATS TR 006 (GRACoL coated 1), total ink 300"
    file.write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(BadValue, match="'mntr' for RGB"):
        output_profile(file)
    file.write_bytes(b"no profile")
    with pytest.raises(BadValue, match="not an ICC profile"):
        output_profile(file)
    with pytest.raises(BadValue, match="could not be read"):
        output_profile(tmp_path / "none.icc")


def test_descriptions_of_both_versions_are_read():
    v2 = bundled("fogra39")
    v4 = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    assert read_profile(v2).description == "cardgen FOGRA39L coated, total ink 300"
    assert "Lab" in read_profile(v4).description


@given(st.binary(max_size=300), st.integers(0, 2000), st.binary(max_size=8))
def test_any_bytes_give_a_profile_or_a_message(start, place, more):
    changed = bytearray(bundled("fogra39")[:4000])
    changed[place : place + len(more)] = more
    for data in (start, bytes(changed)):
        with contextlib.suppress(BadValue):
            assert read_profile(data).data == data
