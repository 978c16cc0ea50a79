"""The script with which a shell completes commands, options and packs."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ..errors import UsageError
from .job import JobWithoutPack, Option, Progress
from .result import Result


@dataclass(frozen=True, kw_only=True)
class Completion(JobWithoutPack):
    """Print the script that completes cardgen's commands, options and packs.

    \b
    Examples:
      cardgen completion bash >> ~/.bashrc
      cardgen completion zsh >> ~/.zshrc
      cardgen completion fish > ~/.config/fish/completions/cardgen.fish
    """

    shell: Annotated[Literal["bash", "zsh", "fish"], Option("The shell to complete in.", argument=True)]

    def run_without_pack(self, progress: Progress) -> Result:
        """Return the completion script for the shell. Raises UsageError if there is no script for it."""
        import click
        from click.shell_completion import get_completion_class

        completion = get_completion_class(self.shell)
        if completion is None:
            raise UsageError(f"there is no completion for {self.shell}")
        script = completion(click.Group(), {}, "cardgen", "_CARDGEN_COMPLETE").source()
        return Result(facts={"shell": self.shell, "script": script}, result=f"{script}\n")
