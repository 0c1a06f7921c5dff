import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { type DemoTeam, writeSlackExport } from "../demo/chat.ts";
import { browserOptions } from "../playwright.config.ts";
import { freePort } from "../scripts/free-ports.mjs";
import { Lifetime } from "../server/lifetime.ts";
import { DEFAULT_ACCOUNT } from "../stand-ins/confluence/server.ts";
import { startProduct } from "../stand-ins/start-product.ts";
import { nothingToKeep, onlyChannel, ownExport } from "./own-export.ts";
import { DESK, linkMailedTo, PHONE, Visitor } from "./visitor.ts";

/**
 * A new workspace with an own Slack export, on an installation without payment, from the sign-up to a published page and a colleague
 * who was invited; then the import on a phone, and two small exports: `npm run file -- e2e/own-export-visit.ts [FOLDER for pictures]`.
 * Pages are built before.
 */
const PASSWORD = "a-long-password";
const SPACE = { key: "LORE", name: "Team knowledge" };
/** An import of thousands of messages, on a busy machine. */
const LONGEST_MS = 300_000;
const [pictures] = process.argv.slice(2);
const life = new Lifetime((error) => void process.stderr.write(`${String(error)}\n`));
const folder = await mkdtemp(join(tmpdir(), "lorekeep-own-export-"));
const port = await freePort();
const { env, standIns } = await life.start(() =>
  startProduct({
    life,
    world: { slack: { signingSecret: "unused", teams: [] }, confluence: { spaces: [SPACE] } },
    isFree: true,
    settings: { LOG_LEVEL: "warn", PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
  }),
);
const browser = await chromium.launch(browserOptions);
const now = new Date();
try {
  await atTheDesk();
  await onThePhone();
  await smallExports();
} finally {
  await browser.close();
  await life.stop();
  await rm(folder, { recursive: true, force: true });
}

async function atTheDesk(): Promise<void> {
  const { context, visitor } = await open("desk", DESK);
  await signUp(visitor, "grace");
  await visitor.press(visitor.page.getByRole("link", { name: "See your first articles" }));
  await visitor.say("the import, the field for the file in focus");
  await drop(visitor, await exported(ownExport(now), "Larkmoor Supply Slack export (private).zip"));
  await visitor.page.getByText(/channel [1-9] of/).waitFor({ timeout: LONGEST_MS });
  await visitor.say("the import is in the middle, the tab is closed");
  await visitor.page.close();
  visitor.page = await context.newPage();
  await visitor.page.goto("/channels");
  await visitor.page.getByRole("progressbar").waitFor();
  await visitor.say("opened again, the import goes on");
  await seeResult(visitor);
  await readFirstArticle(visitor);
  await decide(visitor);
  await edit(visitor);
  await invite(visitor);
  await publish(visitor);
  await context.close();
}

async function onThePhone(): Promise<void> {
  const { context, visitor } = await open("phone", PHONE);
  await signUp(visitor, "ada");
  await visitor.press(visitor.page.getByRole("link", { name: "See your first articles" }));
  await visitor.say("the import on a phone");
  await drop(visitor, await exported(ownExport(now), "own.zip"));
  await visitor.page.getByText(/channel [1-9] of/).waitFor({ timeout: LONGEST_MS });
  await visitor.say("it goes on");
  await seeResult(visitor);
  await readFirstArticle(visitor);
  await context.close();
}

async function smallExports(): Promise<void> {
  for (const [name, team] of [
    ["one channel", onlyChannel(ownExport(now), "operations")],
    ["nothing to keep", nothingToKeep(now)],
  ] as const) {
    const { context, visitor } = await open(name, DESK);
    await signUp(visitor, "mary");
    await visitor.page.goto("/channels#import");
    await drop(visitor, await exported(team, `${name}.zip`));
    await seeResult(visitor);
    await visitor.page.goto("/articles");
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await visitor.say("the library");
    await visitor.page.goto("/");
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await visitor.say("the dashboard");
    await context.close();
  }
}

async function open(name: string, screen: BrowserContextOptions) {
  process.stdout.write(`\n${name}\n`);
  const context = await browser.newContext({ ...screen, baseURL: env.PUBLIC_URL, permissions: [] });
  const page = await context.newPage();
  const visitor = new Visitor(page, pictures && join(pictures, name.replaceAll(" ", "-")));
  return { context, visitor };
}

async function exported(team: DemoTeam, name: string): Promise<string> {
  const path = join(folder, name);
  await writeSlackExport(team, path);
  return path;
}

async function signUp(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  const email = `${name}@${crypto.randomUUID().slice(0, 8)}.example`;
  await page.goto("/");
  visitor.begin();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await visitor.press(page.getByRole("button", { name: "Reject" }));
  await visitor.press(page.getByRole("link", { name: "Get Started" }).first());
  await page.locator("form[novalidate]").waitFor();
  await visitor.say("the form");
  const company = { "Company Email": email, "Company Name": "Larkmoor" };
  await visitor.fillIn({ "First Name": name, "Last Name": "Hopper", ...company });
  await visitor.fillIn({ Password: PASSWORD, "Confirm Password": PASSWORD });
  await visitor.press(page.getByRole("button", { name: "Create Free Account" }));
  await page.getByText("Starter Plan Activated").waitFor();
  await visitor.say("the account is there, the mail on its way");
  await page.goto(await linkMailedTo(email, /\S+\/verify-email\?token=\S+/, page.request, standIns.mail.url));
  await visitor.press(page.getByRole("link", { name: "Continue to Login" }));
  await visitor.fillIn({ Email: email, Password: PASSWORD });
  await visitor.press(page.getByRole("button", { name: "Sign in" }));
  await visitor.press(page.getByRole("button", { name: "Skip Animation" }));
  const skip = page.getByRole("button", { name: "Skip Tour" });
  await visitor.press(skip);
  await skip.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  await visitor.say("the dashboard begins with Get started");
}

async function drop(visitor: Visitor, file: string): Promise<void> {
  visitor.presses += 1;
  await visitor.page.getByLabel("Slack export (ZIP)").setInputFiles(file);
  await visitor.page.getByRole("progressbar").or(visitor.page.getByText("messages read")).first().waitFor();
  await visitor.say("the file is dropped");
}

async function seeResult(visitor: Visitor): Promise<void> {
  const section = visitor.page.getByRole("region", { name: "Import a Slack Export" });
  await section.getByRole("list").first().waitFor({ timeout: LONGEST_MS });
  await section.scrollIntoViewIfNeeded();
  await visitor.say("the import is done");
  process.stdout.write(`${await section.innerText()}\n`);
}

async function readFirstArticle(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.press(page.getByRole("link", { name: "Read the articles" }));
  await firstTitle(page).waitFor();
  await visitor.say("the library");
  await visitor.press(firstTitle(page));
  await page.getByRole("button", { name: "Original conversation" }).waitFor();
  await visitor.say("the first article");
}

function firstTitle(page: Page) {
  return page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first();
}

async function decide(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.press(page.getByRole("link", { name: /^Inbox/ }).first());
  const item = page.locator("[data-item]").first();
  await item.waitFor();
  await visitor.say("the inbox");
  const before = await page.locator("[data-item]").count();
  await visitor.key("j");
  await visitor.key("a");
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("listitem")
    .first()
    .waitFor();
  await visitor.say(`decided with two keys, of ${before}`);
}

async function edit(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto("/articles");
  await visitor.press(firstTitle(page));
  await page.getByRole("button", { name: "Original conversation" }).waitFor();
  await visitor.key("e");
  const text = page.getByLabel("Text of the article");
  await text.waitFor();
  await visitor.say("the editor");
  await visitor.press(text.locator("p, li").first());
  await visitor.key("End");
  await visitor.type(" Ask Nadia first.");
  await visitor.press(page.getByRole("button", { name: "Save", exact: true }));
  await page.getByText("Ask Nadia first.").first().waitFor();
  await page.getByRole("button", { name: "Original conversation" }).waitFor();
  await visitor.say("the edit is saved");
}

async function invite(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const email = `nadia@${crypto.randomUUID().slice(0, 8)}.example`;
  await page.goto("/settings/team");
  await visitor.press(page.getByRole("button", { name: "Invite People" }));
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await visitor.press(dialog.getByLabel("Email addresses"));
  await visitor.type(email);
  await visitor.press(dialog.getByRole("button", { name: "Invite", exact: true }));
  await dialog.getByText("Invited").first().waitFor();
  await visitor.say("a colleague is invited");
  await visitor.press(dialog.getByRole("button", { name: "Done" }));
  const { context, visitor: colleague } = await open("colleague", DESK);
  colleague.begin();
  await colleague.page.goto(await linkMailedTo(email, /\S+\/join\?token=\S+/, page.request, standIns.mail.url));
  await colleague.page.getByRole("heading", { level: 1 }).waitFor();
  await colleague.say("the invitation");
  await colleague.fillIn({ "First name": "Nadia", "Last name": "Rahmani" });
  await colleague.fillIn({ Password: PASSWORD, "Repeat the password": PASSWORD });
  await colleague.press(colleague.page.getByRole("button", { name: /^Join/ }));
  await colleague.page.getByRole("button", { name: "Skip Animation" }).waitFor();
  await colleague.say("in, the welcome");
  await colleague.press(colleague.page.getByRole("button", { name: "Skip Animation" }));
  await colleague.press(colleague.page.getByRole("button", { name: "Skip Tour" }));
  await colleague.page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await colleague.say("the dashboard of the colleague");
  await page.getByText("Nadia Rahmani").waitFor();
  await visitor.say("the colleague is among the people");
  await context.close();
}

async function publish(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.press(page.getByRole("link", { name: "Knowledge Mgmt Tools" }));
  await visitor.press(page.getByRole("button", { name: "Connect a platform" }));
  await visitor.say("the form of Confluence");
  const { email, token } = DEFAULT_ACCOUNT;
  const form = page.getByRole("region", { name: "Add Integration" });
  await visitor.fillIn({ Name: "Handbook", "Confluence Base URL": standIns.confluence.url }, form);
  await visitor.fillIn({ "Space Key": SPACE.key, "API Token": `${email}:${token}` }, form);
  await visitor.press(form.getByRole("button", { name: "Add Integration" }));
  await page.getByRole("button", { name: "Test Handbook" }).waitFor();
  await visitor.say("Confluence is connected");
  const title = await firstPublished(page);
  await visitor.say("the first article is published");
  await visitor.press(page.getByRole("link", { name: "Knowledge Articles" }));
  await visitor.press(page.getByLabel("Search articles"));
  await visitor.type(title);
  await visitor.press(page.getByRole("heading", { level: 2 }).getByRole("link", { name: title, exact: true }));
  await visitor.press(page.getByRole("button", { name: "Details" }));
  const link = page.getByRole("link", { name: "Open the page" }).first();
  await link.waitFor();
  await visitor.say("where it is published");
  const [opened] = await Promise.all([page.context().waitForEvent("page"), visitor.press(link)]);
  await opened.getByRole("article").first().waitFor();
  visitor.page = opened;
  await visitor.say("the page in Confluence");
}

/** Its title, once it is in Confluence. Drafts come before it in the library. */
async function firstPublished(page: Page): Promise<string> {
  const until = Date.now() + LONGEST_MS;
  while (Date.now() < until) {
    const articles = (await (await page.request.get("/api/articles")).json()) as {
      title: string;
      status: string;
      publishedPlatforms: string[];
    }[];
    const found = articles.find(({ publishedPlatforms }) => publishedPlatforms.includes("confluence"));
    if (found) return found.title;
    await page.waitForTimeout(500);
  }
  throw new Error("No article is published in Confluence.");
}
