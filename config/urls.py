"""Owns the whole map of addresses."""

from allauth.account import views as allauth
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.i18n import JavaScriptCatalog

from games import coaching, fair_play, lobby_views, views
from games.consumers import NowhereConsumer, TableConsumer
from games.lobby import LobbyConsumer
from games.people.accounts import for_accounts, log_in_to_admin

tables = [
    path("", views.my_tables, name="list"),
    path("new/", views.new_table, name="new"),
    path("start/", views.start_table, name="start"),
    path("<slug:code>/", views.table, name="table"),
]
lobby = [
    path("", lobby_views.index, name="index"),
    path("new/", lobby_views.new, name="new"),
    path("<slug:code>/", lobby_views.challenge, name="challenge"),
    path("<slug:code>/<slug:kind>/", lobby_views.change, name="change"),
]
matches = [
    path("<slug:ident>/replay/", views.replay, name="replay"),
    path("<slug:ident>/coach/", coaching.review, name="coach"),
    path("<slug:ident>/study/", views.play_on, name="play_on"),
    re_path(r"^(?P<ident>[0-9a-f]{32})/$", fair_play.match, name="match"),
    re_path(r"^(?P<ident>[0-9a-f]{32})/transcript\.jsonl$", fair_play.transcript, name="transcript"),
]
checks = [
    path("", fair_play.index, name="index"),
    path("statistics/", fair_play.statistics, name="statistics"),
]
rules = [
    path("", views.rules_index, name="index"),
    path("glossary/", views.rules_glossary, name="glossary"),
    path("differences/", views.rules_differences, name="differences"),
    path("<slug:name>/", views.rules_page, name="page"),
]

# A guest has no account to change: three of allauth's pages are for those who have.
accounts: list[URLPattern | URLResolver] = [
    path("email/", for_accounts(allauth.email), name="account_email"),
    path("password/change/", for_accounts(allauth.password_change), name="account_change_password"),
    path("password/set/", for_accounts(allauth.password_set), name="account_set_password"),
    path("", include("allauth.account.urls")),
]
admin.site.login = log_in_to_admin  # type: ignore[method-assign, assignment]  # one way in, which keeps a guest's tables

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", include((tables, "tables"))),
    path("lobby/", include((lobby, "lobby"))),
    path("matches/", include((matches, "matches"))),
    path("fair-play/", include((checks, "fair_play"))),
    path("rules/", include((rules, "rules"))),
    path("verify/", views.verify, name="verify"),
    path("accounts/", include(accounts)),
    path("keys.json", fair_play.keys, name="keys"),
    path("api/", include("games.api")),
    path("jsi18n/", JavaScriptCatalog.as_view(domain="django"), name="jsi18n"),
    path("admin/", admin.site.urls),
]

# Channels' own form of a route; the types know views only.
websocket_urlpatterns = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
