"""Owns every setting of the site; all that differs between machines is read from the environment."""

import sys
from pathlib import Path

import django_stubs_ext
import environ
from django.core.exceptions import ImproperlyConfigured

from .secrets import FOLDER, MissingSecret, Secrets

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
django_stubs_ext.monkeypatch()  # lets classes say at run time which model they are of

# Without the folder that `make setup` makes a machine counts as production, so that forgetting to say so is safe.
PRODUCTION = env.str("ENVIRONMENT", "development" if FOLDER.exists() else "production") == "production"
DEBUG = env.bool("DEBUG", False)  # even on a development machine visitors see the site's own error pages

try:
    _secrets = Secrets(PRODUCTION)
    SECRET_KEY = _secrets["SECRET_KEY"]
    SEED_KEY = _secrets["SEED_KEY"]
    SIGNING_KEY = _secrets["SIGNING_KEY"]
except MissingSecret as missing:
    raise ImproperlyConfigured(str(missing)) from None

# Where a new signing key is written to; in production it is printed, for the environment.
SECRETS_FOLDER = None if PRODUCTION else FOLDER

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
BEHIND_PROXY = env.bool("BEHIND_PROXY", PRODUCTION)  # one that sets X-Forwarded-For and -Proto itself

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "waffle",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Databases: an embedded one by default, PostgreSQL through its pool when DATABASE_URL names it.
DATABASES = {"default": env.db_url("DATABASE_URL", f"sqlite:///{FOLDER / 'pllay.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # Threads of one process share this database, which one in memory would not allow.
    _database["TEST"] = {"NAME": env.str("TEST_DATABASE_FILE", str(FOLDER / "test.sqlite3"))}
else:
    _database["OPTIONS"] = {"pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", 16)}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What crosses processes: Redis where there is one, else the memory of the one process.
REDIS_URL = env.str("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}},
    }
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
        # Commands are other processes: what they switch must be seen here at once.
        "switches": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    }
    WAFFLE_CACHE_NAME = "switches"

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
# A broker that is down is given up at once: a person waits, and the sweep repeats what was lost.
CELERY_BROKER_TRANSPORT_OPTIONS = {"max_retries": 0, "socket_connect_timeout": 2}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Where bots think: "worker" (a Celery task), "thread" (of the web process), "caller" (at once; for commands and tests).
BOTS_RUN_IN = env.str("BOTS_RUN_IN", "worker" if REDIS_URL else "thread")

# People
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest comes back to the table by this cookie alone
LOGIN_REDIRECT_URL = "tables:list"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "games.people.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "games.people.forms.SignUpForm",
    "login": "games.people.forms.LogInForm",
    "reset_password": "games.people.forms.ForgottenPasswordForm",
    "reset_password_from_key": "games.people.forms.NewPasswordForm",
    "set_password": "games.people.forms.FirstPasswordForm",
    "change_password": "games.people.forms.ChangePasswordForm",
    "add_email": "games.people.forms.AddEmailForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is logged in and may still sign up or log in
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USERNAME_MIN_LENGTH = 2
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # whose word on a visitor's address counts
ON_MERGE = ["games.people.guests.move_tables"]  # each called as f(guest, account) when a guest joins an account
EMAIL_CONFIG = env.email_url("EMAIL_URL", "consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "PLLAY Spades <noreply@localhost>")

# `manage.py load_content` calls each; each may be run any number of times.
CONTENT_LOADERS = [
    "games.services.content.load_content",
    "games.services.keys.load_content",
    "games.switches.load_content",
]

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("API_RATE_ANONYMOUS", "60/min"),
        "user": env.str("API_RATE_PLAYER", "240/min"),
        "tables": env.str("TABLES_RATE", "30/min"),
        "joins": env.str("JOINS_RATE", "30/min"),
        "verify": env.str("VERIFY_RATE", "20/min"),
        "coach": env.str("COACH_RATE", "30/min"),
    },
    "NUM_PROXIES": int(BEHIND_PROXY),  # whose word on a stranger's address counts
}
SPECTACULAR_SETTINGS = {
    "TITLE": "PLLAY Spades",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {"PhaseEnum": "games.serializers.PHASES"},
}

# Language and time
LANGUAGE_CODE = "en"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# Files
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not PRODUCTION  # straight from static/, without collectstatic
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.storage.ModuleStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Behind https
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", PRODUCTION)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 365 * 24 * 3600 if PRODUCTION else 0)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "stream": sys.stderr}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
}
