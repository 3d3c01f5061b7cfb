"""The documentation site: ``python -m tools.site`` builds it in ``build/site``.

Pages of the repository stand in it as they are; the references are written at each build from what
the package declares, so that none is kept by hand.
"""
