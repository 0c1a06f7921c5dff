export interface BrowserPage {
  standIn: string;
  title: string;
  /** HTML that is already escaped. */
  body: string;
  /** The path of the stand-in's script. Without this, the page runs no script. */
  script?: string;
  /** Further addresses that forms and redirects of the page may lead to. Only the origin of each address matters. */
  leadsTo?: (string | null | undefined)[];
}

/** Renders a stand-in's page for people. */
export function renderBrowserPage({ standIn, title, body, script, leadsTo = [] }: BrowserPage): string {
  const origins = leadsTo
    .filter((address) => isWebAddress(address ?? undefined))
    .map((address) => new URL(address ?? "").origin);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action ${["'self'", ...origins].join(" ")}${script ? "; script-src 'self'; connect-src 'self'" : ""}">
${script ? `<script src="${escapeHtml(script)}" defer></script>\n` : ""}<title>${escapeHtml(title)} · ${escapeHtml(standIn)}</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#d8d8d2, #3a3a3c); --soft: light-dark(#f5f4f0, #1f1f22); }
  body { font: 17px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
  header { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 0; margin-bottom: 2rem; border-bottom: 1px solid var(--line); font-size: .85rem; }
  header strong { letter-spacing: .02em; }
  h1 { line-height: 1.2; } h2 { margin-top: 2rem; }
  pre { background: var(--soft); padding: .9rem 1rem; border-radius: 6px; overflow-x: auto; font-size: .9rem; }
  code { font-family: ui-monospace, monospace; font-size: .92em; }
  aside { background: var(--soft); border-left: 3px solid var(--line); padding: .5rem 1rem; margin: 1rem 0; }
  sup { font-size: .7em; }
  textarea, input[type=text] { width: 100%; box-sizing: border-box; font: .95rem/1.5 ui-monospace, monospace; padding: .5rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; }
  label { display: block; margin: 1rem 0 .25rem; font-size: .85rem; }
  button { font: inherit; font-size: .9rem; padding: .35rem .9rem; margin: .5rem .25rem 0 0; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); color: inherit; cursor: pointer; }
  .meta { font-size: .85rem; opacity: .75; }
</style>
<header><strong>${escapeHtml(standIn)}</strong><span>Not the real thing: it runs on this machine only.</span></header>
${body}
</html>`;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Accepts only web addresses as links, because other links could run code in the browser. */
export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
