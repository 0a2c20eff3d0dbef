"""The mock hardware: a controller that speaks the real protocol over a real wire, moved by physical verbs."""
