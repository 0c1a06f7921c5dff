import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";
import type { ReceivedMail } from "../stand-ins/mail/mail.ts";
import { addresses } from "./place.ts";
import { startProduct } from "./start-product.ts";

/**
 * A visit to the public page on a phone, from the first screen to the workspace, with its seconds, taps, weight and what jumped:
 * `npm run file -- e2e/phone-visit.ts [FOLDER for pictures]`. Pages are built before. The network is a slow 4G (1.6 Mbit/s, 150 ms), the
 * processor half as fast, and each screen of the landing page is looked at for READS_MS.
 */
const READS_MS = 4_000;
const SCREEN = { width: 360, height: 740 };
const PASSWORD = "a-long-password";
const [pictures] = process.argv.slice(2);
if (pictures) await mkdir(pictures, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), "lorekeep-phone-"));
const stop = await startProduct(folder);
const browser = await chromium.launch(browserOptions);
let taps = 0;
let keys = 0;
let bytes = 0;
try {
  const context = await browser.newContext({
    baseURL: addresses().product,
    viewport: SCREEN,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  await context.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (!hadRecentInput) Object.assign(window, { shift: (window as unknown as { shift: number }).shift + value });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page));
  await visit(page, context);
} finally {
  await browser.close();
  await stop();
  await rm(folder, { recursive: true, force: true });
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.enable");
  const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 2 });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
}

/** What a visitor does, counted; and what is said of it. */
function handsOn(page: Page) {
  const startedAt = performance.now();
  return {
    tap: async (name: string, role: "link" | "button" = "link") => {
      taps += 1;
      await page.getByRole(role, { name }).first().tap();
    },
    type: async (label: string, text: string) => {
      taps += 1;
      await page.getByLabel(label, { exact: true }).tap();
      await page.keyboard.type(text, { delay: 20 });
      keys += text.length;
    },
    say: async (what: string) => {
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
      process.stdout.write(
        `${seconds} s  ${taps} taps  ${keys} keys  ${Math.round(bytes / 1000)} kB  shift ${shift.toFixed(3)}  ${what}\n`,
      );
      if (pictures) await page.screenshot({ path: join(pictures, `${what.replace(/\W+/g, "-")}.png`) });
    },
  };
}

async function visit(page: Page, context: BrowserContext): Promise<void> {
  const { tap, type, say } = handsOn(page);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await say("the first screen");
  await tap("Reject", "button");
  const row = page.locator("li[data-row='3']");
  taps += 2;
  await row.getByRole("button", { name: "Edit" }).tap();
  await row.getByRole("textbox").fill("Remove both profiles under System Settings.");
  await row.locator(".follows").getByText("Remove both profiles").waitFor();
  await say("a sentence follows its message");
  await row.getByRole("button", { name: "Save" }).tap();
  const screens = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate((at) => scrollTo(0, at * innerHeight), screen);
    await page.waitForTimeout(READS_MS);
  }
  await say(`all ${screens} screens are read`);
  await page.evaluate(() => scrollTo(0, 0));
  await tap("Free for one channel");
  await page.getByRole("heading", { name: "Starter" }).waitFor();
  await say("the prices");
  await tap("Choose Starter");
  await page.locator("form[novalidate]").waitFor();
  await say("the form can be filled in");
  const email = `grace@${crypto.randomUUID().slice(0, 8)}.example`;
  const values = { "First Name": "Grace", "Last Name": "Hopper", "Company Email": email, "Company Name": "Navy" };
  for (const [label, text] of Object.entries(values)) await type(label, text);
  for (const label of ["Password", "Confirm Password"]) await type(label, PASSWORD);
  await tap("Create Free Account", "button");
  await page.getByText("Starter Plan Activated").waitFor();
  await say("the account is there, the mail is on its way");
  await page.goto(await linkMailedTo(email, context));
  await tap("Continue to Login");
  await type("Email", email);
  await type("Password", PASSWORD);
  await tap("Sign in", "button");
  await tap("Skip Animation", "button");
  await tap("Skip Tour", "button");
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  await say("the first screen of the workspace");
}

async function linkMailedTo(email: string, { request }: BrowserContext): Promise<string> {
  for (;;) {
    const mails = (await (await request.get(`${addresses().mail}/api/mails`)).json()) as ReceivedMail[];
    const link = /\S+\/verify-email\?token=\S+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? "")?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
