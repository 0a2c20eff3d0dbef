"""Pure rules engines: `from triboard.rules import ttt3d`; `ttt3d.GAME` keeps the `Game` protocol."""
