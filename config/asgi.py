"""Owns the entry of the web process: HTTP to Django, sockets to the consumers."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()  # loads the apps, so it comes before the imports that need them

from . import bodies  # noqa: E402
from .urls import websocket_urlpatterns  # noqa: E402

bodies.install()
sockets = URLRouter(websocket_urlpatterns)  # type: ignore[arg-type]  # Channels' own form of a route
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(sockets)),
    }
)
