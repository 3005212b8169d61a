"""Owns the whole map of addresses."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.i18n import JavaScriptCatalog

from games import views
from games.consumers import NowhereConsumer, TableConsumer

tables = [
    path("", views.my_tables, name="list"),
    path("new/", views.new_table, name="new"),
    path("start/", views.start_table, name="start"),
    path("<slug:code>/", views.table, name="table"),
]
rules = [
    path("", views.rules_index, name="index"),
    path("glossary/", views.rules_glossary, name="glossary"),
    path("differences/", views.rules_differences, name="differences"),
    path("<slug:name>/", views.rules_page, name="page"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("tables/", include((tables, "tables"))),
    path("rules/", include((rules, "rules"))),
    path("accounts/", include("allauth.account.urls")),
    path("api/", include("games.api")),
    path("jsi18n/", JavaScriptCatalog.as_view(domain="django"), name="jsi18n"),
    path("admin/", admin.site.urls),
]

# Channels' own form of a route; the types know views only.
websocket_urlpatterns = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NowhereConsumer.as_asgi()),  # type: ignore[arg-type]
]
