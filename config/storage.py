"""Owns how static files are named in production: by content, inside JavaScript modules too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Adds the content hash to names in `import … from` lines, so that modules can be cached for ever."""

    support_js_module_import_aggregation = True
