/* Sets the look the visitor chose on <html> before the first paint; classic and synchronous on purpose. */
(function () {
  "use strict";

  const CHOICES = {
    theme: ["auto", "light", "dark"],
    contrast: ["normal", "high"],
    text: ["18", "16", "21", "25"],
    deck: ["two", "four"],
  };

  function readStored() {
    try {
      return JSON.parse(window.localStorage.getItem("pllay.preferences")) || {};
    } catch {
      return {};
    }
  }

  /** Writes the preferences that are a matter of style to the data attributes of <html>. */
  function applyAppearance(preferences) {
    const root = document.documentElement;
    for (const [key, allowed] of Object.entries(CHOICES)) {
      const value = String(preferences[key]);
      root.dataset[key] = allowed.includes(value) ? value : allowed[0];
    }
    if (preferences.contrast === undefined && window.matchMedia("(prefers-contrast: more)").matches) {
      root.dataset.contrast = "high";
    }
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches || preferences.pace === 0;
    root.dataset.motion = still ? "none" : "full";
  }

  document.documentElement.dataset.js = "";
  window.applyAppearance = applyAppearance;
  applyAppearance(readStored());
})();
