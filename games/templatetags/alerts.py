"""Owns what the admin's first page warns of: finished matches that did not hold when they were verified again."""

from django import template

from .. import selectors

register = template.Library()


@register.simple_tag
def failed_checks() -> int:
    """Returns how many finished matches did not hold."""
    return selectors.check_counts()[1]
