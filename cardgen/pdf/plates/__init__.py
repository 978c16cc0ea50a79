"""The printing plates of any page: how much cyan, magenta, yellow and black each spot of it gets.

A page is drawn four times in grey, once for each plate, with every colour replaced by what that plate
holds of it; so overprinting and what is knocked out come out as on a press, and no colour is ever
converted. What cannot be told for certain is refused, never guessed.
"""

from .inks import CannotSeparate
from .separation import Ink, Plates, overprint_losses, separations, total_inks

__all__ = ["CannotSeparate", "Ink", "Plates", "overprint_losses", "separations", "total_inks"]
