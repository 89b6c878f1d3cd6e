"""Diabolo."""
