import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type BrowserContextOptions, chromium, type Locator, type Page } from "@playwright/test";
import { browserOptions } from "../playwright.config.ts";
import { DESK, linkMailedTo, PHONE, Visitor } from "./visitor.ts";

/**
 * A reader who only searches, in the filled demo, at a desk and on a phone by touch: invited, then twelve questions by the search, by Ctrl-K and
 * by asking, the filters, a source followed and the way back to the same place in the list. Presses and seconds are counted for each:
 * `npm run file -- e2e/searching-reader-visit.ts [FOLDER for pictures]`. Pages are built before.
 */
const PASSWORD = "a-long-password";
/** What a colleague types, and words of the message that answers; null where nobody said it in a channel that is read. */
const QUESTIONS: [question: string, answer: string | null][] = [
  ["vpn conected nothing opens", "tunnel around things"],
  ["refund only one parcel of an order", "Refund shipment"],
  ["can i send descaler by post", "phosphoric acid"],
  ["printer prints blank stickers", "printer on, lid closed"],
  ["password link expired at once", "mail scanner"],
  ["how long warranty grinder", "Burrs themselves are wear parts"],
  ["oat milk foam", "steam tip"],
  ["when must parcels be released", "pickup 16:30"],
  ["laptop wants recovery key", "Show recovery key"],
  ["shared mailbox missing outlook", "Add shared folder"],
  ["papers for switzerland", "Commercial invoice"],
  ["referral bonus", null],
];
/** By the words of the message: the article that cites it. */
const answers = new Map<string, { id: string; title: string }>();

const [pictures] = process.argv.slice(2);
const demo = spawn(
  process.execPath,
  ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../demo/run-demo.ts")],
  { stdio: ["ignore", "ignore", "pipe"] },
);
const browser = await chromium.launch(browserOptions);
try {
  const places = await filled();
  for (const [name, screen] of [
    ["desk", DESK],
    ["phone", PHONE],
  ] as const)
    await visit(name, screen, places);
} finally {
  await browser.close();
  const ended = once(demo, "exit");
  demo.kill("SIGTERM");
  await ended;
}

interface Places {
  address: string;
  mail: string;
}

/** Where the demo is, once all of its channels are read and published. */
async function filled(): Promise<Places> {
  let said = "";
  for await (const line of createInterface({ input: demo.stderr })) {
    said += `${line}\n`;
    if (!/pages published in/.test(line)) continue;
    demo.stderr.resume();
    const address = /^Open\s+(\S+)\/demo/m.exec(said)?.[1] ?? "";
    return { address, mail: /^Mail\s+(\S+)/m.exec(said)?.[1] ?? "" };
  }
  throw new Error(`The demo ended:\n${said}`);
}

async function visit(name: string, screen: BrowserContextOptions, places: Places): Promise<void> {
  process.stdout.write(`\n${name}\n`);
  const context = await browser.newContext({ ...screen, baseURL: places.address });
  const page = await context.newPage();
  const visitor = new Visitor(page, pictures && join(pictures, name));
  await accept(visitor, `${name}@reader.example`, places);
  await learnAnswers(page);
  const isDesk = name === "desk";
  await askBySearching(visitor, isDesk);
  if (isDesk) await askByPalette(visitor);
  await askInWords(visitor);
  await filter(visitor);
  await followSourceAndComeBack(visitor);
  await context.close();
}

/** By the link that a colleague sent, as a viewer. */
async function accept(visitor: Visitor, email: string, { address, mail }: Places): Promise<void> {
  const { page } = visitor;
  const owner = await browser.newContext({ baseURL: address });
  const form = { email: "dana@demo.example", password: "lorekeep-demo" };
  await owner.request.post("/api/login", { form, maxRedirects: 0 });
  const invited = await owner.request.post("/api/invitations", { data: { emails: [email], membership: "viewer" } });
  if (!invited.ok()) throw new Error(await invited.text());
  const link = await linkMailedTo(email, /\S+\/join\?token=\S+/, owner.request, mail);
  await owner.close();
  await page.goto(link);
  visitor.begin();
  await visitor.fillIn({ "First name": "Robin", "Last name": "Reader" });
  await visitor.fillIn({ Password: PASSWORD, "Repeat the password": PASSWORD });
  await visitor.press(page.getByRole("button", { name: /^Join/ }));
  await visitor.press(page.getByRole("button", { name: "Skip Animation" }));
  const skip = page.getByRole("button", { name: "Skip Tour" });
  await visitor.press(skip);
  await skip.waitFor({ state: "detached" });
  const reject = page.getByRole("button", { name: "Reject" });
  await reject.waitFor();
  await visitor.press(reject);
  await visitor.say("in, as a viewer");
}

async function learnAnswers(page: Page): Promise<void> {
  if (answers.size > 0) return;
  const all = (await (await page.request.get("/api/articles")).json()) as { id: string; title: string }[];
  for (const { id, title } of all) {
    const article = (await (await page.request.get(`/api/articles/${id}`)).json()) as { sources: { text: string }[] };
    for (const [, words] of QUESTIONS)
      if (words !== null && article.sources.some(({ text }) => text.includes(words))) answers.set(words, { id, title });
  }
}

function total(all: number[]): number {
  return all.reduce((sum, one) => sum + one, 0);
}

/** From any page: the library, the field, the words, the first result that answers. */
async function askBySearching(visitor: Visitor, isDesk: boolean): Promise<void> {
  const { page } = visitor;
  const presses: number[] = [];
  const seconds: number[] = [];
  let first = 0;
  for (const [question, words] of QUESTIONS) {
    const wanted = answers.get(words ?? "");
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    visitor.begin();
    if (!isDesk) await visitor.press(page.getByRole("button", { name: "Open the menu" }));
    await visitor.press(page.getByRole("link", { name: "Knowledge Articles" }).first());
    const field = page.getByLabel("Search articles");
    await visitor.press(field);
    await visitor.type(question);
    await page.waitForURL(/keywords=/);
    await page.locator("ul[aria-busy=false] [data-article], main:has-text('No articles match')").first().waitFor();
    const ids = await page
      .locator("[data-article]")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset["article"]));
    const place = wanted ? ids.indexOf(wanted.id) + 1 : 0;
    const found = wanted
      ? `place ${place || "–"} of ${ids.length}: ${wanted.title}`
      : `no article has it; ${ids.length} are listed`;
    if (place === 1) first += 1;
    if (wanted && place > 0) {
      await visitor.press(page.locator(`[data-article="${wanted.id}"] h2 a`));
      await page.getByRole("button", { name: "Original conversation" }).waitFor();
    }
    presses.push(visitor.presses);
    seconds.push(visitor.seconds);
    await visitor.say(`'${question}' ${found}`);
  }
  process.stdout.write(
    `searching: ${first} first; ${total(presses)} presses, ${total(seconds).toFixed(1)} s for ${QUESTIONS.length}\n`,
  );
}

async function askByPalette(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  for (const [question, words] of QUESTIONS) {
    const wanted = answers.get(words ?? "");
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    visitor.begin();
    await visitor.key("Control+k");
    await page
      .getByRole("combobox", { name: "Find anything" })
      .or(page.getByPlaceholder(/^Go to a page/))
      .first()
      .waitFor();
    await visitor.type(question);
    await page.getByText("Searching…").waitFor({ state: "hidden" });
    await page.locator("[cmdk-item]").or(page.getByText("No article matches.")).first().waitFor();
    const choices = await page.locator("[cmdk-item]").allInnerTexts();
    const place = wanted ? choices.findIndex((choice) => choice.trim() === wanted.title) + 1 : 0;
    if (choices.length === 0) {
      await visitor.say(`Ctrl-K '${question}' offers nothing`);
      continue;
    }
    await visitor.key("Enter");
    await page.waitForURL(/\/(articles|ask)/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await visitor.say(
      `Ctrl-K '${question}' at ${place || "–"} of ${choices.length}, Enter opens ${new URL(page.url()).pathname.split("/")[1]}`,
    );
  }
}

async function askInWords(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  for (const [question] of QUESTIONS) {
    await page.goto("/ask");
    visitor.begin();
    await visitor.press(page.getByLabel("Your question"));
    await visitor.type(question);
    await visitor.key("Enter");
    await page.waitForURL(/q=/);
    await page.locator("section[aria-label=Answer][aria-busy=false] h2").first().waitFor();
    const answer = (await page.getByRole("region", { name: "Answer" }).innerText()).replace(/\s+/g, " ").slice(0, 110);
    await visitor.say(`ask '${question}': ${answer}`);
  }
}

async function filter(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto("/articles");
  await page.locator("[data-article]").first().waitFor();
  visitor.begin();
  await visitor.press(page.getByRole("button", { name: "Filters" }));
  const filters = page.getByRole("region", { name: "Smart Filters" });
  await filters.waitFor();
  await visitor.say("the filters are open");
  await filters.getByLabel("Content Type").selectOption("troubleshooting");
  visitor.presses += 2;
  await page.waitForURL(/contentType=/);
  await page.locator("ul[aria-busy=false] [data-article]").first().waitFor();
  await visitor.say("problems and their solutions only");
  await visitor.press(filters.getByRole("button", { name: "Clear" }));
  await page.waitForURL((url) => !url.search);
  await visitor.say("all again");
}

async function followSourceAndComeBack(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.goto("/articles");
  await page.locator("[data-article]").first().waitFor();
  visitor.begin();
  // Some screens down, as somebody who browses.
  for (let screen = 0; screen < 5; screen += 1) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(300);
  }
  // By its name: which cards are in the page changes with scrolling.
  const id = await page.locator("[data-article]").evaluateAll((all) => {
    const inSight = all.find((one) => one.getBoundingClientRect().top > 80) as HTMLElement | undefined;
    return inSight?.dataset["article"] ?? "";
  });
  const card = page.locator(`[data-article="${id}"] h2 a`);
  const title = await card.innerText();
  const before = await topOf(card);
  await visitor.say("some screens down in the list");
  await visitor.press(card);
  await page.getByRole("button", { name: "Original conversation" }).waitFor();
  await visitor.say("an article from there");
  const show = page.getByRole("button", { name: "Show the source" }).first();
  if (await show.isVisible()) await visitor.press(show);
  await visitor.press(page.locator(".source-author").first());
  await page.getByText("in the article").first().waitFor();
  await visitor.say("its conversation");
  await page.keyboard.press("Escape");
  const [source] = await Promise.all([
    page.context().waitForEvent("page"),
    visitor.press(page.locator("a.source-place").first()),
  ]);
  await source.locator(":target, article").first().waitFor();
  const slack = new Visitor(source, pictures && join(pictures, "source"));
  await slack.say(`the message where it was said: ${new URL(source.url()).pathname}`);
  await source.close();
  await visitor.press(page.getByRole("link", { name: "Knowledge Articles" }).filter({ visible: true }).last());
  await visitor.say(await whereNow(page, title, before, "by the link"));
  await page.goBack();
  await page.getByRole("button", { name: "Original conversation" }).waitFor();
  await page.goBack();
  await visitor.say(await whereNow(page, title, before, "by 'back'"));
}

async function topOf(card: Locator): Promise<number> {
  return Math.round((await card.boundingBox())?.y ?? Number.NaN);
}

async function whereNow(page: Page, title: string, before: number, how: string): Promise<string> {
  const card = page.getByRole("link", { name: title, exact: true });
  await card.waitFor();
  await page.waitForTimeout(500);
  return `back ${how}: its card is ${(await topOf(card)) - before} px from where it was`;
}
