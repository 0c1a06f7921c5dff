import { type Browser, chromium, type Page } from "@playwright/test";
import { getManifest } from "../../connectors/manifests.ts";
import { browserOptions } from "../../playwright.config.ts";
import { freePort } from "../../scripts/free-ports.mjs";
import type { Deps } from "../../server/deps.ts";
import { ProcessLifecycle } from "../../server/lifetime.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { operatorSettings } from "../stand-ins/operator-apps.ts";
import { startProduct } from "../stand-ins/start-product.ts";
import {
  buildConnectionValues,
  buildStandInOptions,
  type GuideInput,
  postConversations,
  SLACK_TOKEN,
  startOtherServers,
} from "./guide-world.ts";
import { IT_HELP, SUPPORT } from "./small-team.ts";

/**
 * Follows each setup guide as a new user, on the real screens, against the stand-ins and real servers: `npm run file --
 * tools/e2e/guide-walks.ts [NAME…]`. Prints a line for each way of connecting: the guide's steps and fields, the presses, and the
 * seconds until it is connected and until the first article was read from or published to it. Exits with 1 when one way fails.
 */
const wanted = process.argv.slice(2);
const PATIENCE = { timeout: 120_000 };
const life = new ProcessLifecycle((error) => void process.stderr.write(`${String(error)}\n`));
const others = await startOtherServers();
life.started(() => others.close());
const browser = await chromium.launch(browserOptions);
life.started(() => browser.close());
let failures = 0;
let people = 0;
for (const withTeams of [true, false]) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const { sharepoint } = others;
  const { deps, standIns } = await startProduct({
    life,
    world: { ...buildStandInOptions(address, { withTeams }), alsoCalled: others.hosts },
    settings: {
      ...operatorSettings,
      SLACK_SIGNING_SECRET: "0123456789abcdef0123456789abcdef",
      LOG_LEVEL: "error",
      PORT: String(port),
      PUBLIC_URL: address,
      // Teams and SharePoint both use Microsoft's Graph, so each has its own product in this program.
      ...(!withTeams && { GRAPH_API_URL: sharepoint.url, MICROSOFT_LOGIN_URL: sharepoint.loginUrl }),
    },
  });
  postConversations(standIns);
  for (const way of buildConnectionValues(standIns, others))
    if (wanted.length === 0 || wanted.includes(way.guide)) await tell(browser, deps, address, way);
}
await life.stop();
process.exit(failures === 0 ? 0 : 1);

async function tell(opened: Browser, deps: Deps, address: string, way: GuideInput): Promise<void> {
  const context = await opened.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(skipOnboarding);
  const page = await context.newPage();
  const name = `${way.guide}${way.allow ? " by OAuth" : ""}`;
  try {
    await signInAnew(page, deps);
    process.stdout.write(`${name}: ${await walk(page, way)}\n`);
  } catch (error) {
    failures += 1;
    await page.screenshot({ path: `/tmp/guide-${name.replaceAll(" ", "-")}.png`, fullPage: true });
    process.stdout.write(`${name}: did not arrive: ${String(error).split("\n").slice(0, 4).join(" ")}\n`);
  }
  await context.close();
}

async function signInAnew(page: Page, deps: Deps): Promise<void> {
  people += 1;
  const account = { email: `noor${people}@larkmoor.example`, password: "a-long-password" };
  const person = { firstName: "Noor", lastName: "Haddad", company: "Larkmoor", plan: "enterprise" as const };
  await createAccount(deps, { ...account, ...person, verified: true });
  await page.request.post("/api/login", { form: account, maxRedirects: 0 });
  // Only published articles are checked, so no article may wait for a review.
  await page.request.put("/api/review-settings", {
    data: { ...DEFAULT_REVIEW_SETTINGS, reviewNewChannels: false, acceptedRisk: 100 },
  });
}

/** Follows one way of connecting to its end. Counts the presses in Lorekeep. */
async function walk(page: Page, way: GuideInput): Promise<string> {
  if (way.kind === "knowledge") await haveArticles(page);
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  await page.goto(way.kind === "chat" ? "/channels" : "/configuration");
  await page.getByRole("button", { name: "Add Integration" }).first().click();
  const form = page.getByRole("region", { name: "Add Integration" });
  await form.getByLabel("Platform").selectOption(way.guide);
  const fold = form.getByRole("button", { name: /^Or connect with your own/ });
  const isFolded = getManifest(way.guide as "slack").connect !== undefined;
  if (isFolded && !way.allow) await fold.click();
  const steps = await form.locator("ol:visible > li").allInnerTexts();
  const needed = way.allow ? [] : steps.filter((step) => !/^\d*\s*Or |Optional/.test(step));
  const presses = way.allow ? await connectByOAuth(page, way) : await connectByForm(page, way);
  const said = await toastOf(page);
  const connected = seconds();
  const more = way.kind === "chat" ? await readChannel(page, way) : await untilPublished(page);
  const fields = Object.keys(way.fields).length;
  const all = presses + more + (isFolded && !way.allow ? 1 : 0);
  return `${steps.length} steps shown, ${needed.length} needed (${wordsIn(needed)} words), ${fields} fields, ${all} presses, connected after ${connected} s, ${way.kind === "chat" ? "first article" : "articles there"} after ${seconds()} s${said ? `; '${said}'` : ""}`;
}

function wordsIn(texts: string[]): number {
  return texts.join(" ").split(/\s+/).filter(Boolean).length;
}

async function connectByForm(page: Page, { kind, guide, fields }: GuideInput): Promise<number> {
  const form = page.getByRole("region", { name: "Add Integration" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(getManifest(guide as "slack").name);
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: false }).first().fill(value);
  await form.getByRole("button", { name: kind === "chat" ? "Save" : "Add Integration" }).click();
  if (kind === "knowledge") await page.getByRole("dialog").getByRole("button", { name: "Now" }).click(PATIENCE);
  await form.waitFor({ state: "hidden", ...PATIENCE });
  return 3;
}

/** Goes to the platform's page, authorizes there, and returns. */
async function connectByOAuth(page: Page, { kind, guide, fields, allow = "" }: GuideInput): Promise<number> {
  const { connect, name } = getManifest(guide as "slack");
  await page.getByRole("button", { name: connect?.label ?? "" }).click();
  await page.getByRole("heading", { name: "Lorekeep asks for access" }).waitFor(PATIENCE);
  await page.getByLabel("For").selectOption({ label: allow });
  await page.getByRole("button", { name: "Allow" }).click();
  if (kind === "chat") {
    await page.getByText(`${name} is connected.`).waitFor(PATIENCE);
    return 2;
  }
  const form = page.getByRole("region", { name: `Finish connecting ${name}` });
  await form.waitFor(PATIENCE);
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  await form.getByRole("button", { name: "Add Integration" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Now" }).click(PATIENCE);
  await form.waitFor({ state: "hidden", ...PATIENCE });
  return 3;
}

/** Returns the product's message besides 'saved'; '' if there is none. */
async function toastOf(page: Page): Promise<string> {
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const texts = await toast.allInnerTexts();
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
}

async function readChannel(page: Page, { guide, channel = "" }: GuideInput): Promise<number> {
  await page.getByRole("button", { name: "Add Channel" }).first().click();
  const form = page.getByRole("region", { name: "Add Channel" });
  await form.getByLabel("Platform").selectOption(guide);
  const label = new RegExp(`^#?${channel}`, "i");
  await form.getByRole("checkbox", { name: label }).check(PATIENCE);
  await form.getByRole("button", { name: /^Add/ }).click();
  await form.waitFor({ state: "hidden", ...PATIENCE });
  const row = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Analyze/ }) });
  await row.getByRole("button", { name: /^Analyze/ }).click();
  await row.getByText(/[1-9]\d* articles?/).waitFor(PATIENCE);
  return 4;
}

/** Creates three articles from Slack first, because a knowledge platform is usually added second. */
async function haveArticles(page: Page): Promise<void> {
  const call = async (method: "GET" | "POST", path: string, data?: unknown) => {
    const answer = await page.request.fetch(path, { method, ...(data !== undefined && { data }) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  const config = { botToken: SLACK_TOKEN, signingSecret: "0123456789abcdef0123456789abcdef" };
  await call("POST", "/api/collaboration-integrations", { name: "Larkmoor", platform: "slack", config });
  const offered: { id: string; name: string; integrationId: string }[] = await call("GET", "/api/slack/channels");
  for (const { id: channelId, name: channelName, integrationId } of offered) {
    if (channelName !== SUPPORT && channelName !== IT_HELP) continue;
    const chosen = {
      channelId,
      channelName,
      integrationId,
      platform: "slack",
      isActive: true,
      checkFrequencyMinutes: 10,
    };
    await call("POST", "/api/analyze", { channelId: (await call("POST", "/api/channels", chosen)).id });
  }
}

async function untilPublished(page: Page): Promise<number> {
  await page
    .getByText(/· [1-9]\d* published articles?/)
    .first()
    .waitFor(PATIENCE);
  return 0;
}
