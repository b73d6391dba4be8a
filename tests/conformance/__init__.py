"""What holds for every game: run over `paiju.games()`, without a list of exceptions."""
