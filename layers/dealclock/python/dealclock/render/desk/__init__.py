"""The answers of `/deal` to what the questions answer in JSON, one module each."""
