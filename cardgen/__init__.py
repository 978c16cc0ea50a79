"""cardgen: card packs written in YAML, made into things people hold."""

__version__ = "0.1.0"
