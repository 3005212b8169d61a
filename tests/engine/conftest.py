"""How Hypothesis runs in the tests: a busy machine is no failure."""

from hypothesis import HealthCheck, settings

settings.register_profile("site", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("site")
