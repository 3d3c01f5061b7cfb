"""Games that are kept: the store, its database and its keys, and the API of games."""
