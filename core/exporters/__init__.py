"""From numbers and words to the texts of other programs, one format a file."""
