import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserOptions } from "../../playwright.config.ts";

/**
 * Measures the time from starting the demo until an article's sentence changes after its message was edited, with a visitor's
 * steps: `npm run file -- tools/e2e/first-minute.ts [FOLDER for pictures]`. Packages are installed and pages built before. With
 * `--clone` it starts one step earlier, with `git clone` of the last commit, an empty npm cache and `npm run demo`. Exits with
 * 1 above three minutes, without the installation of packages.
 */
const LONGEST_SECONDS = 180;
const { values: options, positionals } = parseArgs({ options: { clone: { type: "boolean" } }, allowPositionals: true });
const [pictures] = positionals;
const ROOT = join(import.meta.dirname, "../..");
if (pictures) await mkdir(pictures, { recursive: true });
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
const say = (what: string) => void process.stdout.write(`${seconds().toFixed(1).padStart(6)} s  ${what}\n`);
let installingSince = 0;
let installing = 0;

const place = options.clone ? await mkdtemp(join(tmpdir(), "lorekeep-first-")) : null;
const demo = place ? demoOfClone(place) : demoHere();
const browser = await chromium.launch(browserOptions);
try {
  const address = await addressOf(demo.stderr);
  say("the demo prints its address");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const picture = async (name: string) => pictures && page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.goto(address);
  await picture("opening");
  const invitation = page.getByRole("region", { name: "Try it" });
  await invitation.getByRole("link", { name: "Edit this message" }).waitFor({ timeout: LONGEST_SECONDS * 1000 });
  say("the first article stands there, with the invitation");
  await picture("article");
  const [slack] = await Promise.all([
    context.waitForEvent("page"),
    invitation.getByRole("link", { name: "Edit this message" }).click(),
  ]);
  const message = slack.locator("article:has(:target)");
  const text = message.getByLabel("New text");
  await text.fill((await text.inputValue()).replace("Refund shipment", "Refund this parcel"));
  await message.getByRole("button", { name: "Save" }).click();
  say("the message is edited in Slack");
  await page.bringToFront();
  await invitation.getByRole("heading", { name: "The article followed your edit" }).waitFor();
  say("the sentence followed");
  await invitation.getByText("Confluence page updated").waitFor();
  await invitation.getByText("Notion page updated").waitFor();
  const followed = seconds() - installing;
  say("both pages followed");
  await picture("followed");
  await invitation.getByRole("link", { name: /^Ask about it/ }).click();
  await page.getByText("Refund this parcel").first().waitFor();
  say("the answer says the same");
  await picture("answer");
  if (place)
    say(`of which npm installed packages for ${installing.toFixed(1)} s; the rest took ${followed.toFixed(1)} s`);
  process.exitCode = followed <= LONGEST_SECONDS ? 0 : 1;
} finally {
  await browser.close();
  const hasEnded = new Promise((resolve) => demo.once("close", resolve));
  demo.kill("SIGTERM");
  await hasEnded;
  if (place) await rm(place, { recursive: true, force: true });
}

function demoHere() {
  const args = ["--disable-warning=ExperimentalWarning", join(ROOT, "tools/demo/run-demo.ts")];
  return spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
}

function demoOfClone(folder: string) {
  const clone = join(folder, "lorekeep");
  const { status } = spawnSync("git", ["clone", "--quiet", "--no-hardlinks", ROOT, clone], { stdio: "inherit" });
  if (status !== 0) throw new Error("git could not clone.");
  say("cloned");
  // Runs without npm, so that a signal reaches the demo.
  return spawn("node", ["scripts/demo.mjs"], {
    cwd: clone,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, npm_config_cache: join(folder, "npm-cache") },
  });
}

/** Prints the stages of the demo's preparation with their times. */
function tellPreparation(text: string) {
  if (text.includes("Installing the dependencies")) installingSince = seconds();
  if (/^Installed \d+ packages/m.test(text)) {
    installing = seconds() - installingSince;
    say("the packages are installed");
  }
  if (text.includes("Building the pages")) say("the pages are being built");
  if (text.includes("Starting PostgreSQL")) say("PostgreSQL is being started");
}

/** Returns the address after 'Open' in the demo's output, where a visitor starts. */
function addressOf(lines: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    lines.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      tellPreparation(chunk.toString());
      const address = /^Open\s+(\S+)/m.exec(said)?.[1];
      if (address) resolve(address);
    });
    lines.on("end", () => reject(new Error(`The demo ended:\n${said}`)));
  });
}
