"""Light: scenes (roles for places) become pixel buffers within the power budget and the flash limit."""
