"""Care of a board: opening check and calibration, pure machines that lights, pages and terminals drive."""
