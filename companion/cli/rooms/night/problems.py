"""`companion problem`: what it is to think about for you."""

from companion.cli.rooms.asking import says
from companion.cli.verbs import Verb, group

app = group(Verb("add", "night.problem", says("It will be thought about: run:{job[id]}")))
