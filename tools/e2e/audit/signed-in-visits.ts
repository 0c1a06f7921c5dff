import type { Browser, BrowserContext } from "@playwright/test";
import type { PrintFigure } from "./site.ts";

const DESK = { width: 1440, height: 900 };
/** The limit is equal to that of `web/budgets.test.ts` for the build. */
const MOST_REQUESTS = 25;
const MOST_SCRIPT_KB = 140;
/** A page counts as idle after this time without a request. Its event stream never ends. */
const RESTS_MS = 1_500;

/** Measures a signed-in browser's requests at the first visit of a page, with an empty cache, until the page is idle. */
export async function auditSignedInVisits(
  browser: Browser,
  signedIn: BrowserContext,
  baseURL: string,
  say: (line: string) => void,
  figure: PrintFigure,
): Promise<void> {
  say(
    `\nFirst visit, signed in: requests (aim ${MOST_REQUESTS}), kB of script as compressed (aim ${MOST_SCRIPT_KB}) and with headers`,
  );
  const storageState = await signedIn.storageState();
  for (const path of ["/", "/articles"]) {
    const context = await browser.newContext({ baseURL, viewport: DESK, storageState });
    const { requests, kB } = await visit(context, path);
    await context.close();
    const kinds = Map.groupBy(requests, ({ kind }) => kind);
    const parts = [...kinds].map(([kind, all]) => `${all.length} ${kind}`).join(", ");
    const isMet = requests.length <= MOST_REQUESTS && kB.content <= MOST_SCRIPT_KB;
    const figures = [kB.content, kB.content + kB.headers].map((one) => one.toFixed(1).padStart(8)).join("");
    figure(isMet, `${String(requests.length).padStart(5)}${figures}  ${path}: ${parts}`);
    if (!isMet) for (const { kind, address } of requests) say(`           ${kind} ${address}`);
  }
}

async function visit(context: BrowserContext, path: string) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const asked = new Map<string, { kind: string; address: string }>();
  const kB = { content: 0, headers: 0 };
  let askedAt = performance.now();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, type = "Other", request }) => {
    const { pathname, search } = new URL(request.url);
    askedAt = performance.now();
    asked.set(requestId, { kind: type, address: pathname + search });
  });
  const isScript = (requestId: string) => asked.get(requestId)?.kind === "Script";
  session.on("Network.responseReceived", ({ requestId, response }) => {
    if (!isScript(requestId)) return;
    kB.headers += response.encodedDataLength / 1000;
    kB.content -= response.encodedDataLength / 1000;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (isScript(requestId)) kB.content += encodedDataLength / 1000;
  });
  await page.goto(path);
  while (performance.now() - askedAt < RESTS_MS) await page.waitForTimeout(RESTS_MS / 10);
  return { requests: [...asked.values()], kB };
}
