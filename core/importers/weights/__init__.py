"""Weights of trained models: what is in a file, which of it a model has a place for, which model it is of."""
