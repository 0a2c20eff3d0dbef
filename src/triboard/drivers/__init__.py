"""The real hardware: serial port and link, pins, pixels, service notifier."""
