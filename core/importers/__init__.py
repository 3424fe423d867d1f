"""From the texts and files of other programs to numbers and words, one format a file. Nothing is ever run."""
