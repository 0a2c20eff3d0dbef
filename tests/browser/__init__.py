"""Tests in a real browser. A package, so that a fixture can live for exactly these tests."""
