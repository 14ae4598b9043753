"""What peers have in common."""


class Peer:
    """A framework; `sources` holds its shelf, and `work` what is built of it."""

    def __init__(self, sources, work):
        self.sources = sources / self.folder
        self.work = work / self.folder
        self.work.mkdir(parents=True, exist_ok=True)

    @property
    def folder(self):
        return self.title

    def file(self, name):
        """A report, which is removed when it has been measured."""
        return str(self.work / name)
