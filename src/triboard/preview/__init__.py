"""Pictures of the light: example scenes and replayed games as SVG, PNG or GIF, for docs and for choosing."""
