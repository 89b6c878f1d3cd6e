"""Tests in a real Chromium; a package, so that its browser is closed when they are over."""
