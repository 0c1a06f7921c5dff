import type { FastifyInstance } from "fastify";
import { html } from "../../server/http/html.ts";
import { sendPage } from "../../server/http/pages/page.ts";

export const FIRST_PAGE_PATH = "/demo";

/** The progress shown on the demo's first page while the demo is being filled. */
export interface DemoProgress {
  /** The current activity in a few words. */
  doing: string;
  /** The path of the first article, once its pages are published. */
  to: string | null;
}

/**
 * Signs a visitor in and opens the first article as soon as the article is published, instead of the welcome, the tour and the
 * cookie question. The tour is in the command menu.
 */
export function serveFirstPage(
  app: FastifyInstance,
  account: { email: string; password: string },
  progress: () => DemoProgress,
): void {
  const config = { access: "public" } as const;
  app.get(FIRST_PAGE_PATH, { config }, (_request, reply) => sendPage(reply, 200, PAGE));
  app.get(`${FIRST_PAGE_PATH}/progress`, { config }, (_request, reply) =>
    reply.header("cache-control", "no-store").send(progress()),
  );
  const script = `const account = ${JSON.stringify(account)};\n${SCRIPT}`;
  app.get(`${FIRST_PAGE_PATH}/first-page.js`, { config }, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-store").send(script),
  );
}

const PAGE = {
  title: "Opening the demo",
  body: html`<h1>Opening the demo</h1>
<p>Four teams’ chat is being read and written up as articles, on this machine only. The first article opens by itself, usually
within 20 seconds.</p>
<p><output id="doing">Starting…</output></p>
<script src="${FIRST_PAGE_PATH}/first-page.js" defer></script>`,
};

const SCRIPT = `
const keep = (storage, key, value) => { try { storage.setItem(key, value); } catch {} };
keep(localStorage, "cookieConsent", "rejected");
keep(localStorage, "analyticsCookies", "false");
keep(localStorage, "onboardingCompleted", "true");
keep(sessionStorage, "hasSeenWelcome", "true");
const doing = document.getElementById("doing");
let isSignedIn = false;
async function look() {
  try {
    if (!isSignedIn) {
      await fetch("/api/login", { method: "POST", redirect: "manual", body: new URLSearchParams(account) });
      isSignedIn = true;
    }
    const progress = await (await fetch("${FIRST_PAGE_PATH}/progress")).json();
    doing.textContent = progress.doing;
    if (progress.to) return location.replace(progress.to);
  } catch {
    doing.textContent = "The demo does not answer. Is it still running?";
  }
  setTimeout(look, 500);
}
void look();
`;
