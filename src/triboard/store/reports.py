"""Names of what is kept beside the settings: the last opening check, the calibration and its report."""

from typing import Final

SELFTEST_FILE: Final = "selftest.json"
CALIBRATION_FILE: Final = "calibration.json"
CALIBRATION_REPORT: Final = "calibration-report.json"
