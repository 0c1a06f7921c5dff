import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";

/**
 * How long it takes from starting the demo to seeing a sentence follow its message, as its visitor would do it:
 * `node e2e/first-minute.ts [FOLDER for pictures]`. Packages are installed and pages built before. Ends with 1 over three minutes.
 */
const LONGEST_SECONDS = 180;
const [pictures] = process.argv.slice(2);
if (pictures) await mkdir(pictures, { recursive: true });
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
const say = (what: string) => void process.stdout.write(`${seconds().toFixed(1).padStart(6)} s  ${what}\n`);

const demo = spawn(
  process.execPath,
  ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../demo/run-demo.ts")],
  {
    stdio: ["ignore", "ignore", "pipe"],
  },
);
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
  const message = slack.locator("article:target");
  const text = message.getByLabel("New text");
  await text.fill((await text.inputValue()).replace("Refund shipment", "Refund this parcel"));
  await message.getByRole("button", { name: "Save" }).click();
  say("the message is edited in Slack");
  await page.bringToFront();
  await invitation.getByRole("heading", { name: "The article followed your edit" }).waitFor();
  say("the sentence followed");
  await invitation.getByText("Confluence page updated").waitFor();
  await invitation.getByText("Notion page updated").waitFor();
  const followed = seconds();
  say("both pages followed");
  await picture("followed");
  await invitation.getByRole("link", { name: /^Ask about it/ }).click();
  await page.getByText("Refund this parcel").first().waitFor();
  say("the answer says the same");
  await picture("answer");
  process.exitCode = followed <= LONGEST_SECONDS ? 0 : 1;
} finally {
  await browser.close();
  demo.kill("SIGTERM");
}

/** The address behind 'Open', where a visitor begins. */
function addressOf(lines: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    lines.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const address = /^Open\s+(\S+)/m.exec(said)?.[1];
      if (address) resolve(address);
    });
    lines.on("end", () => reject(new Error(`The demo ended:\n${said}`)));
  });
}
