import { createListeners } from "./listeners.ts";

/** `public/theme.js` reads this key before the first paint. The sign-in page uses the same script and key. */
const STORAGE_KEY = "theme";
export type Theme = "light" | "dark";

export function getCurrentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const listeners = createListeners();
/** Notifies when the person chooses a theme or the system's theme changes. */
export function subscribeToTheme(listener: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const unsubscribe = listeners.subscribe(listener);
  system.addEventListener("change", listener);
  return () => {
    unsubscribe();
    system.removeEventListener("change", listener);
  };
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  listeners.notify();
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is disabled, so the choice is kept only until the page is left.
  }
}
