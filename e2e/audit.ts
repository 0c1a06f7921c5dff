import { mkdtemp, rm } from "node:fs/promises";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, request } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";
import { axeMatrix } from "./audit/axe-matrix.ts";
import { interactionLatencies } from "./audit/interactions.ts";
import { lighthouseScores } from "./audit/lighthouse.ts";
import { addresses, takePlace } from "./place.ts";
import { screensOf } from "./screens.ts";
import { startProduct } from "./start-product.ts";
import { signIn } from "./story.ts";
import { Workspace } from "./workspace.ts";

/** `npm run audit -- [lighthouse|interactions|axe]`: how fast and how usable the pages are. Prints figures, ends with 1 when one is missed. */
const LONGEST_MS = 200;
const ROUNDS = 3;
const CHANNELS = ["support", "it-help", "engineering", "operations", "hr"];
const WEB_ROOT = join(import.meta.dirname, "../dist/web");

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const say = (line: string) => process.stdout.write(`${line}\n`);
let missed = 0;
function figure(isMet: boolean, line: string): void {
  if (!isMet) missed += 1;
  say(`${isMet ? "  " : "✗ "}${line}`);
}

raisePriority();
const browser = await chromium.launch(browserOptions);
try {
  if (isWanted("interactions")) await auditInteractions(browser);
  if (isWanted("lighthouse") || isWanted("axe")) await auditProduct(browser);
} finally {
  await browser.close();
}
say(missed === 0 ? "\nEvery aim is met." : `\n${missed} ${missed === 1 ? "aim is" : "aims are"} missed.`);
process.exitCode = missed === 0 ? 0 : 1;

async function auditInteractions(browser: Browser): Promise<void> {
  say(`\nInteractions at a processor 4 times slower, middle of ${ROUNDS} rounds; aim: at most ${LONGEST_MS} ms`);
  for (const { name, ms } of await interactionLatencies(browser, WEB_ROOT, ROUNDS))
    figure(ms <= LONGEST_MS, `${String(ms).padStart(5)} ms  ${name}`);
}

async function auditProduct(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lorekeep-audit-"));
  const stopProduct = await startProduct(folder);
  try {
    const { product: baseURL, busyTeam } = addresses();
    const calls = await request.newContext();
    const place = { ...(await takePlace(calls)), slack: busyTeam };
    await calls.dispose();
    const context = await browser.newContext({ baseURL });
    const visitor = await context.newPage();
    await signIn(visitor, place);
    const workspace = new Workspace(visitor, place);
    await workspace.connectConfluence();
    await workspace.connectNotion();
    await workspace.fill(CHANNELS);
    if (isWanted("lighthouse")) {
      say("\nLighthouse on the dashboard");
      for (const { name, score, aim, lost } of await lighthouseScores(`${baseURL}/`, context, ROUNDS)) {
        figure(score >= aim, `${String(score).padStart(5)}  ${name} (aim ${aim})`);
        for (const audit of lost) say(`           ${audit}`);
      }
    }
    if (isWanted("axe")) {
      const [article] = (await workspace.articles()).toSorted((a, b) => b.estimatedReadTime - a.estimatedReadTime);
      const screens = screensOf(`/articles/${article?.id}`);
      const { looked, findings } = await axeMatrix(browser, {
        baseURL,
        screens,
        signIn: (page) => signIn(page, place),
      });
      say(`\naxe, light and dark, 320 to 1440 px: ${looked} screens`);
      figure(findings.length === 0, `${String(findings.length).padStart(5)}  findings (aim 0)`);
      for (const finding of findings) say(`           ${finding}`);
    }
  } finally {
    await stopProduct();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What else a machine does must not be measured. Whoever may not raise it measures as it is. */
function raisePriority(): void {
  try {
    setPriority(-10);
  } catch {
    say("This account may not raise its priority: figures of a busy machine are too high.");
  }
}
