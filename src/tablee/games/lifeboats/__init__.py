"""Lifeboats (Sauve qui peut, Rette sich wer kann)."""
