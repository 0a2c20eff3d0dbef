"""The `[light]` part of the settings: defaults, every key, and mistakes that must not reach a board."""

from pathlib import Path

import pytest

from triboard.app.config import LightConfig
from triboard.app.settings import read_config
from triboard.drivers.routes import Route
from triboard.errors import ConfigurationError


def read(folder: Path, text: str) -> LightConfig:
    path = folder / "triboard.toml"
    path.write_text(text)
    return read_config(path).light


def test_without_a_word_on_light_the_defaults_hold(tmp_path: Path) -> None:
    assert read(tmp_path, "") == LightConfig(Route.AUTO, "default", 1.0, 10)


def test_every_key_is_read(tmp_path: Path) -> None:
    text = '[light]\nroute = "pwm"\npalette = "night"\nbrightness = 0.4\ndma = 8\n'
    assert read(tmp_path, text) == LightConfig(Route.PWM, "night", 0.4, 8)


@pytest.mark.parametrize("route", Route)
def test_every_route_has_its_word(route: Route, tmp_path: Path) -> None:
    assert read(tmp_path, f'[light]\nroute = "{route.value}"\n').route is route


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('route = "spy"', "light.route: is 'spy'. Did you mean 'spi'?"),
        ('palette = "nigth"', "light.palette: is 'nigth'. Did you mean 'night'?"),
        ("brightness = 0", "light.brightness: is 0. Choose a value from 0.02 to 1.0."),
        (
            "dma = 5",
            "light.dma: is 5, which destroys data on the SD card of some models. Choose one of 8, 9, 10.",
        ),
        ("colour = 1", "light.colour: is not known."),
    ],
)
def test_mistakes_are_refused_before_anything_is_opened(line: str, said: str, tmp_path: Path) -> None:
    """Law (T-dma-guard): DMA 5 never gets as far as the library."""
    with pytest.raises(ConfigurationError) as caught:
        read(tmp_path, f"[light]\n{line}\n")
    (mistake,) = caught.value.mistakes
    assert said in str(mistake)
