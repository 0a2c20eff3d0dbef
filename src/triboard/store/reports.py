"""Names of what is kept beside the settings: the last opening check, the calibration."""

from typing import Final

SELFTEST_FILE: Final = "selftest.json"
CALIBRATION_FILE: Final = "calibration.json"
