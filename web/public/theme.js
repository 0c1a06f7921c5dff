// Loaded before the first paint, so that the page does not flash in another theme. `web/lib/theme.ts` writes the stored
// value.
try {
  var theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is disabled, so the system's theme is used.
}
