"""Reconstruction: what stands before the model is put together anew for each turn ([A] §6, [C] §3)."""
