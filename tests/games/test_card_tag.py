"""Cards in a text: seen as rank and suit, heard as a name."""

import pytest
from django.template import Context, Template

from games.engine.cards import DECK
from games.engine.errors import BadCard
from games.templatetags.cards import name_card


def write(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def test_a_card_has_its_sign_for_the_eye_and_its_name_for_the_ear() -> None:
    wanted = '<span class="card-inline suit-s" role="img" aria-label="ten of spades">10♠\ufe0e</span>'
    assert write('{% cards "TS" %}') == wanted


def test_several_cards_stand_in_their_order() -> None:
    written = write('{% cards "TS KH" %}')
    assert written.index("ten of spades") < written.index("king of hearts")
    assert write("{% cards ids %}", ids=(47, 37)) == written


def test_cards_can_stand_inside_a_translated_sentence() -> None:
    source = '{% load i18n %}{% cards "2S" as two %}{% blocktranslate %}{{ two }} wins{% endblocktranslate %}'
    assert write(source) == write('{% cards "2S" %} wins')


def test_all_52_cards_have_names_of_their_own() -> None:
    names = [name_card(card) for card in DECK]
    assert len(set(names)) == 52
    assert names[0] == "two of clubs"
    assert names[51] == "ace of spades"


def test_what_is_no_card_is_an_error_of_the_template() -> None:
    with pytest.raises(BadCard, match="1S"):
        write('{% cards "1S" %}')
