"""Setting a Raspberry Pi up as a board that nobody has to touch: user, units, rules, versions."""
