import { mkdtemp, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, request } from "@playwright/test";
import { browserOptions } from "../../playwright.config.ts";
import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { measureLatencies } from "./audit/interactions.ts";
import { Lighthouse } from "./audit/lighthouse.ts";
import { auditSignedInVisits } from "./audit/signed-in-visits.ts";
import { auditAccessibility, auditFirstVisits, auditScores } from "./audit/site.ts";
import { auditWorkspaceAccessibility } from "./audit/workspace-barriers.ts";
import { listScreens } from "./screens.ts";
import { startProduct } from "./start-product.ts";
import { signIn } from "./story.ts";
import { createStoryData, getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

/**
 * `npm run audit -- [interactions] [visits] [lighthouse] [axe]` measures speed and usability of the public pages and of the
 * pages of a used workspace; `site` or `workspace` limits the audit to one of them. Prints figures and exits with 1 when a
 * figure misses its goal.
 */
const PARTS = ["interactions", "visits", "lighthouse", "axe"];
const SIDES = ["site", "workspace"];
const LONGEST_MS = 200;
const ROUNDS = 3;
const DASHBOARD_AIMS = { performance: 98, accessibility: 100, "best-practices": 100 };
const CHANNELS = ["support", "it-help", "engineering", "operations", "hr"];
const WEB_ROOT = join(import.meta.dirname, "../../dist/web");

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const unknown = wanted.find((name) => ![...PARTS, ...SIDES].includes(name));
if (unknown) throw new Error(`There is no '${unknown}'. There are ${[...PARTS, ...SIDES].join(", ")}.`);
const isNamed = (name: string, all: string[]) => !wanted.some((one) => all.includes(one)) || wanted.includes(name);
const isWanted = (part: string, side: string) => isNamed(part, PARTS) && isNamed(side, SIDES);
const say = (line: string) => process.stdout.write(`${line}\n`);
let missed = 0;
function figure(isMet: boolean, line: string): void {
  if (!isMet) missed += 1;
  say(`${isMet ? "  " : "✗ "}${line}`);
}

raisePriority();
const browser = await chromium.launch(browserOptions);
try {
  if (isWanted("interactions", "workspace")) await auditInteractions(browser);
  await auditProduct(browser);
} finally {
  await browser.close();
}
say(missed === 0 ? "\nEvery aim is met." : `\n${missed} ${missed === 1 ? "aim is" : "aims are"} missed.`);
process.exitCode = missed === 0 ? 0 : 1;

async function auditInteractions(browser: Browser): Promise<void> {
  say(
    `\nInteractions at a processor 4 times slower, middle of ${ROUNDS} rounds; aim: at most ${LONGEST_MS} ms, and a figure at all`,
  );
  for (const { name, ms } of await measureLatencies(browser, WEB_ROOT, ROUNDS))
    figure(ms > 0 && ms <= LONGEST_MS, `${String(ms).padStart(5)} ms  ${name}`);
}

async function auditProduct(browser: Browser): Promise<void> {
  const isOfSite = ["visits", "lighthouse", "axe"].some((part) => isWanted(part, "site"));
  const isOfWorkspace = ["visits", "lighthouse", "axe"].some((part) => isWanted(part, "workspace"));
  if (!isOfSite && !isOfWorkspace) return;
  const folder = await mkdtemp(join(tmpdir(), "lorekeep-audit-"));
  const stopProduct = await startProduct(folder);
  try {
    const { product } = getTestAddresses();
    if (isWanted("visits", "site")) await auditFirstVisits(browser, product, say, figure);
    if (isWanted("lighthouse", "site")) await auditScores(product, ROUNDS, say, figure);
    if (isWanted("axe", "site")) await auditAccessibility(browser, product, say, figure);
    if (isOfWorkspace) await auditWorkspace(browser, product);
  } finally {
    await stopProduct();
    await rm(folder, { recursive: true, force: true });
  }
}

async function auditWorkspace(browser: Browser, baseURL: string): Promise<void> {
  const calls = await request.newContext();
  const place = { ...(await createStoryData(calls)), slack: getTestAddresses().busyTeam };
  await calls.dispose();
  const context = await browser.newContext({ baseURL });
  await context.addInitScript(skipOnboarding);
  const visitor = await context.newPage();
  await signIn(visitor, place);
  const workspace = new WorkspaceSetup(visitor, place);
  await workspace.connectConfluence();
  await workspace.connectNotion();
  await workspace.fill(CHANNELS);
  if (isWanted("visits", "workspace")) await auditSignedInVisits(browser, context, baseURL, say, figure);
  if (isWanted("lighthouse", "workspace")) await auditDashboard(`${baseURL}/`, context);
  if (isWanted("axe", "workspace")) {
    const [article] = (await workspace.articles()).toSorted((a, b) => b.estimatedReadTime - a.estimatedReadTime);
    const screens = listScreens(`/articles/${article?.id}`);
    const findings = await auditWorkspaceAccessibility(context, screens);
    say(`\naxe, light and dark, 320 to 1440 px: ${screens.length} screens and dialogs of a workspace`);
    figure(findings.length === 0, `${String(findings.length).padStart(5)}  findings (aim 0)`);
    for (const finding of findings) say(`           ${finding}`);
  }
  await context.close();
}

async function auditDashboard(address: string, context: BrowserContext): Promise<void> {
  say("\nLighthouse on the dashboard");
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const lighthouse = await Lighthouse.open();
  try {
    const visit = { device: "desktop", aims: DASHBOARD_AIMS, cookies } as const;
    for (const { name, score, aim, lost } of await lighthouse.scores(address, visit, ROUNDS)) {
      figure(score >= aim, `${String(score).padStart(5)}  ${name} (aim ${aim})`);
      for (const audit of lost) say(`           ${audit}`);
    }
  } finally {
    await lighthouse.close();
  }
}

/**
 * Raises the process's priority, so that the machine's other load does not affect the figures. An account without that
 * permission measures at normal priority.
 */
function raisePriority(): void {
  try {
    setPriority(-10);
  } catch {
    say("This account may not raise its priority: figures of a busy machine are too high.");
  }
}
