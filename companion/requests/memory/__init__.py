"""What surfaces may ask of the memory: to recall and remember, what stands about one node, and to change it."""

from companion.requests.memory import graphs, nodes, place, recalling, tending, working

REQUESTS = {
    **recalling.REQUESTS,
    **nodes.REQUESTS,
    **graphs.REQUESTS,
    **place.REQUESTS,
    **tending.REQUESTS,
    **working.REQUESTS,
}
