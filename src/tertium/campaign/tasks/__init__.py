"""Annotation tasks, one file each, with the class as `TASK`."""

from tertium.campaign.tasks._task import (
    LONGEST_COMMENT,
    AnswerError,
    OutputTask,
    Question,
    Shown,
    Task,
)
from tertium.core import plugins

__all__ = [
    "LONGEST_COMMENT",
    "AnswerError",
    "OutputTask",
    "Question",
    "Shown",
    "Task",
    "load_task",
]


def load_task(name: str) -> Task:
    """Make a task from its name."""
    task: Task = plugins.load("campaign.tasks", name).TASK()
    return task
