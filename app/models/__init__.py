"""Qt models and pure view records over core records."""
