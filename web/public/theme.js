// Loaded before the first paint, so that a chosen theme does not flash. `web/lib/theme.ts` writes the stored value.
try {
  var theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked, so the system's theme is used.
}
