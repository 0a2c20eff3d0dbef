"""Stands for `firmware/`, which the build puts here (pyproject.toml); see `app.packaged.firmware_files`."""
