import type { Page } from "@playwright/test";
import type { Evidence } from "../../shared/contract/canonical.ts";
import { articles } from "../../web/testing/article-samples.ts";
import { contestedArticle, inboxItems, inboxOf } from "../../web/testing/inbox-samples.ts";
import {
  collaborationIntegrations,
  conversation,
  idOf,
  integrations,
  openQuestions,
  runOf,
  versionChanges,
} from "../../web/testing/sample-data.ts";
import * as models from "../../web/testing/sample-language-models.ts";
import { TRIAL_ID, trial } from "../../web/testing/sample-trials.ts";
import { emptyHealth, goodHealth, wikiFinding, wikiHealth } from "../../web/testing/sample-wiki-health.ts";
import { wikis } from "../../web/testing/sample-wikis.ts";
import { removePreloadedData } from "./without-preloaded-data.ts";

/** A screen of a used workspace. */
export interface Screen {
  name: string;
  path: string;
  /** Opens a dialog, menu or panel on the screen. */
  open?: (page: Page) => Promise<unknown>;
  /** Server answers by path, which replace the product's answers to show rare states. */
  answers?: Record<string, unknown>;
}

const LOADS_MS = 30_000;
const REFUSED = { status: 503, json: { message: "The database cannot answer at the moment." } };

/** Shows the screen with its dialog or menu open. */
export async function openScreen(page: Page, { path, open, answers = {} }: Screen): Promise<void> {
  await page.unrouteAll();
  for (const [endpoint, answer] of Object.entries(answers))
    await page.route(
      ({ pathname }) => pathname === endpoint,
      (route) => route.fulfill(answer === REFUSED ? REFUSED : { json: answer }),
    );
  if (Object.keys(answers).length > 0) await removePreloadedData(page);
  // A panel that the previous screen opened would otherwise still be open.
  if (page.url() !== "about:blank") await page.evaluate(() => localStorage.removeItem("articleDetails"));
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor({ timeout: LOADS_MS });
  await page.waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: LOADS_MS });
  await open?.(page);
  await page.waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: LOADS_MS });
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();
/** Returns a step that presses a button that opens a dialog. */
const ask = (name: string) => async (page: Page) => {
  await press(name)(page);
  await page.locator("dialog[open]").waitFor();
};
/** Returns a step that opens a menu or panel and runs a second step in it. */
const behind = (opener: string, then: (page: Page) => Promise<void>) => async (page: Page) => {
  await press(opener)(page);
  await then(page);
};
const MORE = "More actions";
const select = (count: number) => async (page: Page) => {
  const boxes = page.getByRole("main").getByRole("checkbox");
  // Uses keys, because on a small screen the selection bar covers the next box.
  for (let index = 0; index < count; index += 1) await boxes.nth(index).press("Space");
};
const openPalette = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find anything" }).waitFor();
};
const openKeys = async (page: Page) => {
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
};
/** Opens the history, which is last in the panel. */
const openHistory = async (page: Page) => {
  await press("Details")(page);
  await press("Show what changed")(page);
  await page.getByRole("button", { name: "Hide what changed" }).waitFor();
  await page.getByRole("heading", { name: "History" }).evaluate((heading) => heading.scrollIntoView());
};
const takeTour = async (page: Page) => {
  await openKeys(page);
  await press("Take the tour again")(page);
  await page.getByRole("button", { name: "Skip Tour" }).waitFor();
};
const tourAt = (step: number) => async (page: Page) => {
  await takeTour(page);
  await press(`Step ${step}:`)(page);
};
/** Opens the welcome. After the tour, the product shows everything that the person has not seen. */
const openWelcome = async (page: Page) => {
  await takeTour(page);
  await page.evaluate(() => sessionStorage.removeItem("hasSeenWelcome"));
  await press("Skip Tour")(page);
  await page.getByRole("button", { name: "Skip Animation" }).waitFor();
};

const sizes = { [`/api/wikis/${idOf(11)}/size`]: { passages: 2104, bytes: 1_240_000 } };
const ofWiki = { "/api/integrations": integrations, "/api/wikis": wikis, ...sizes };
const choices = `/api/wikis/${idOf(11)}/choices`;
const ofHelpCenter = {
  ...ofWiki,
  "/api/integrations": integrations.map((one) => (one.id === idOf(11) ? { ...one, type: "zendesk" } : one)),
  "/api/wikis": wikis.map((wiki) => ({ ...wiki, places: ["section:13", "category:2"] })),
  [`${choices}/section`]: [
    { id: "13", name: "Shop › Returns › Returns from abroad" },
    { id: "12", name: "Shop › Returns" },
    { id: "21", name: "Depot › Vans" },
  ],
  [`${choices}/category`]: [
    { id: "2", name: "Depot" },
    { id: "1", name: "Shop" },
  ],
};
const [readWiki, unreadWiki] = wikis;
const firstReading = {
  "/api/integrations": integrations,
  "/api/wikis": [{ ...readWiki, waiting: 120, lookedAt: null }, unreadWiki],
};
const newWords = { version: "7", position: 3, text: "Suppliers deliver until 14:00 now." };
const ofFinding = {
  "/api/inbox": { ...inboxOf([], null), aboutWiki: 1 },
  "/api/wiki-findings": [{ ...wikiFinding, update: newWords, comment: { ...newWords, isPrivate: false } }],
  "/api/wiki-repairs": [
    {
      id: idOf(975),
      way: "comment",
      pageId: idOf(3),
      pageTitle: "Returns policy",
      state: "applied",
      findingId: idOf(976),
      version: "4",
      orderedAt: "2026-11-20T09:00:00.000Z",
      orderedBy: "Ingrid Aas",
      text: null,
      before: "Shoes come back within 30 days.",
      after: "Shoes come back within 14 days.",
      url: "https://wiki.example/returns",
      trouble: null,
      declined: null,
      undoes: null,
      canUndo: true,
      waits: true,
    },
  ],
};
const NOTHING_FOUND = {
  written: null,
  unreviewed: null,
  verdict: "unknown",
  score: 0,
  sentences: [],
  articles: [],
  people: [],
};
const PRINTER = { id: idOf(101), title: "Print visitor badges when the printer says offline" };
const HOLD = "Hold pause and cancel for two seconds, then the printer measures the labels anew.";
const LIKELY = {
  ...NOTHING_FOUND,
  verdict: "likely",
  score: 0.68,
  sentences: [
    {
      articleId: PRINTER.id,
      articleTitle: PRINTER.title,
      form: "sentence",
      text: HOLD,
      inline: [{ type: "text", text: HOLD }],
      language: null,
      doubt: null,
      contradiction: null,
      sources: [
        {
          id: "1",
          authorName: "Tomás Ferreira",
          channelName: "help",
          sentAt: "2026-09-14T10:20:00.000Z",
          permalink: "https://chat.example/help/1",
        },
      ],
    },
  ],
  articles: [{ ...PRINTER, summary: "", updatedAt: "2026-09-14T10:20:00.000Z" }],
};
const FOUND = articles.slice(0, 3).map((article, place) => ({
  ...article,
  ...(place > 0 && { passage: "then the printer measures the labels anew and prints the one that was waiting" }),
}));
const SAYS_OTHERWISE = {
  text: "Since September worn shoes come back within 14 days.",
  source: "Jonas Berg in #returns",
  at: "2026-09-14T10:20:00.000Z",
  url: "https://chat.example/returns/1",
  articleId: null,
  findingId: idOf(9),
};
const returnsPage = {
  id: idOf(3),
  title: "Returns policy",
  url: "https://wiki.example/returns",
  platform: "confluence",
  editedAt: "2026-03-01T09:00:00.000Z",
  editedBy: "Ingrid Aas",
  confirmed: { times: 4, said: { channelName: "support", at: "2026-02-03T09:00:00.000Z" }, verified: null },
  passages: [
    {
      headings: ["Returns", "Shoes"],
      form: "sentence",
      text: "Shoes come back within 30 days, worn or not.",
      otherwise: [SAYS_OTHERWISE],
    },
    {
      headings: ["Returns", "Shoes"],
      form: "row",
      text: "Country: Norway; Days: 60; Label: in the box",
      otherwise: [],
    },
  ],
};

export const openMenu = ask("Open the menu");

const SAMPLE = `/api/articles/${contestedArticle.id}`;
const evidenceOf = (number: number, askedBy: string, opening: string): Evidence => ({
  conversationId: idOf(900 + number),
  channelName: "platform-help",
  askedBy,
  firstAt: `2026-11-1${number}T09:00:00.000Z`,
  lastAt: `2026-11-1${number}T09:20:00.000Z`,
  messages: 4 + number,
  opening,
  permalink: null,
  isWrittenFrom: number === 1,
});
const SAMPLE_ANSWERS = {
  [SAMPLE]: contestedArticle,
  [`${SAMPLE}/conversation`]: conversation,
  [`${SAMPLE}/versions/2`]: versionChanges,
  [`${SAMPLE}/evidence`]: [
    evidenceOf(
      1,
      "Mara Lind",
      "The mail worker logs `token expired` since this morning's deploy. Does anybody know why?",
    ),
    evidenceOf(
      2,
      "Tom Weller",
      "Same as last week: the worker refuses every call, and restarting the queue changes nothing.",
    ),
    evidenceOf(3, "Priya Nair", "Who may rotate the keys of the mail worker, and where is that written down?"),
  ],
};
const FULL_INBOX = { "/api/inbox": inboxOf(inboxItems, "80 articles wait for a person: new ones are held back.") };

const CONNECTIONS = "/api/connections";
const ALL_CONNECTED = ["slack", "google-chat", "confluence", "notion"];
const offered = { [CONNECTIONS]: { platforms: ALL_CONNECTED, unfinished: [] } };
const WITHDRAWN = "Slack no longer accepts this connection. Connect it again; nothing that was read is lost.";
const withdrawn = {
  "/api/collaboration-integrations": [
    { ...collaborationIntegrations[0], name: "Acme", config: {}, isConnected: true, trouble: WITHDRAWN },
  ],
};
const allowed = {
  id: idOf(941),
  platform: "confluence",
  account: "Acme, Acme Labs",
  sites: ["Acme", "Acme Labs"].map((name, at) => ({
    id: `cloud-${at}`,
    name,
    url: `https://acme-${at}.atlassian.net`,
  })),
  parentPageId: null,
  at: "2026-11-20T10:00:00.000Z",
};
const connectScreens: Screen[] = [
  { name: "connect-slack", path: "/channels", open: press("Add Integration"), answers: offered },
  {
    name: "connect-own",
    path: "/channels",
    open: async (page) => {
      await press("Add Integration")(page);
      await press("Or connect with your own app")(page);
    },
    answers: offered,
  },
  {
    name: "connect-google",
    path: "/channels",
    open: async (page) => {
      await press("Add Integration")(page);
      await page.getByLabel("Platform").selectOption("google-chat");
    },
    answers: offered,
  },
  { name: "wiki-pages", path: "/configuration", open: ask("Pages of Engineering handbook"), answers: ofWiki },
  { name: "wiki-choice", path: "/configuration", open: ask("Pages of Engineering handbook"), answers: ofHelpCenter },
  {
    name: "wiki-health",
    path: "/configuration?view=wiki-health",
    answers: { "/api/wiki-health": wikiHealth, "/api/wiki-findings": [wikiFinding], "/api/questions": openQuestions },
  },
  { name: "wiki-health-none", path: "/configuration?view=wiki-health", answers: { "/api/wiki-health": emptyHealth } },
  {
    name: "wiki-health-good",
    path: "/configuration?view=wiki-health",
    answers: { "/api/wiki-health": goodHealth, "/api/wiki-findings": [], "/api/questions": [] },
  },
  { name: "wiki-first-reading", path: "/configuration", answers: firstReading },
  { name: "connect-confluence", path: "/configuration", open: press("Add Integration"), answers: offered },
  {
    name: "connect-finish",
    path: "/configuration?connect=confluence&outcome=finish",
    answers: { [CONNECTIONS]: { platforms: ALL_CONNECTED, unfinished: [allowed] } },
  },
  { name: "connect-taken", path: "/channels?connect=slack&outcome=taken", answers: offered },
  { name: "connect-less", path: "/channels?connect=slack&outcome=connected&lost=chat:write", answers: offered },
  { name: "connect-again", path: "/channels", open: press("Edit Acme"), answers: { ...offered, ...withdrawn } },
];

const withModel = {
  "/api/language-model": models.ownModel,
  "/api/language-model/again": models.rereadingOffer,
  "/api/language-model/waiting": models.waitingModelBacklog,
  "/api/excerpts": models.excerpts,
};
const reading = runOf({
  kind: "analyse",
  progress: { ...runOf({}).progress, step: "Reading #support with the model", messagesWaiting: 2_310, dollars: 0.38 },
});
const trialAt = (name: string, answer: object): Screen => ({
  name: `trial-${name}`,
  path: `/settings/language-model/try/${TRIAL_ID}`,
  answers: { ...withModel, [`/api/model-trials/${TRIAL_ID}`]: answer },
});
/** Screens of a workspace with a language model. */
const modelScreens: Screen[] = [
  { name: "model-used", path: "/settings/language-model", answers: withModel },
  { name: "model-waits", path: "/", answers: withModel },
  { name: "model-try", path: "/settings/language-model/try", answers: withModel },
  {
    name: "model-test-price",
    path: "/",
    answers: { ...withModel, "/api/language-model/estimate": models.estimate },
    open: ask("Run Analysis Test"),
  },
  { name: "model-reads", path: "/channels", answers: { ...withModel, "/api/runs": [reading] } },
  { name: "model-spending", path: "/analytics", answers: { "/api/language-model/spending": models.spending } },
  {
    name: "model-writing",
    path: "/settings/writing",
    answers: {
      "/api/settings/writing": { ...models.noWriting, suggestions: [models.writingSuggestion] },
      "/api/settings/writing/examples": models.writingExamples,
    },
  },
  trialAt("judging", trial),
  trialAt("running", { ...trial, state: "running", step: "Writing what was found in #support" }),
];

/** Lists every screen with its dialogs, menus and states; `article` is the path of an article with a history. */
export function listScreens(article: string): Screen[] {
  const contested = (name: string, open?: Screen["open"]): Screen => ({
    name: `article-${name}`,
    path: `/articles/${contestedArticle.id}`,
    answers: SAMPLE_ANSWERS,
    ...(open && { open }),
  });
  const inbox = (name: string, open?: Screen["open"]): Screen => ({
    name: `inbox-${name}`,
    path: "/articles?view=inbox",
    answers: FULL_INBOX,
    ...(open && { open }),
  });
  const failed = (name: string, path: string, endpoint: string): Screen => ({
    name: `failed-${name}`,
    path,
    answers: { [endpoint]: REFUSED },
  });
  return [
    { name: "dashboard", path: "/" },
    { name: "settings", path: "/settings" },
    { name: "dashboard-toast", path: "/", open: press("Add Integration") },
    { name: "team-activity", path: "/", open: ask("Team Activity") },
    { name: "palette", path: "/", open: openPalette },
    {
      name: "palette-found",
      path: "/",
      open: async (page) => {
        await openPalette(page);
        await page.keyboard.type("printer");
        await page.getByRole("option").filter({ hasText: "measures the labels" }).first().waitFor();
      },
      answers: { "/api/articles/search": FOUND },
    },
    { name: "keys", path: "/", open: openKeys },
    { name: "welcome", path: "/", open: openWelcome },
    { name: "tour-1", path: "/", open: takeTour },
    { name: "tour-2", path: "/", open: tourAt(2) },
    { name: "tour-8", path: "/", open: tourAt(8) },
    { name: "articles", path: "/articles?show=cards" },
    { name: "articles-list", path: "/articles?show=list" },
    { name: "articles-filters", path: "/articles?keywords=printer", open: press("Filters") },
    { name: "articles-views", path: "/articles?keywords=printer", open: press("Views") },
    { name: "articles-passage", path: "/articles?keywords=printer", answers: { "/api/articles/search": FOUND } },
    { name: "articles-near", path: "/articles?keywords=printer+xylophone" },
    {
      name: "articles-wiki",
      path: "/articles?keywords=xylophone",
      answers: {
        "/api/wiki-pages/search": [
          {
            id: idOf(901),
            title: "Printers on the third floor",
            url: "https://wiki.example/1",
            platform: "confluence",
            editedAt: "2026-11-03T09:00:00.000Z",
            state: "contradicted",
          },
          {
            id: idOf(902),
            title: "Printer drivers",
            url: "",
            platform: "confluence",
            editedAt: null,
            state: "verified",
          },
        ],
      },
    },
    { name: "articles-nothing", path: "/articles?keywords=xylophone" },
    { name: "articles-selected", path: "/articles", open: select(2) },
    {
      name: "articles-remove",
      path: "/articles",
      open: async (page) => {
        await select(2)(page);
        await page.getByRole("region", { name: "Selected articles" }).getByRole("button", { name: "Remove" }).click();
        await page.locator("dialog[open]").waitFor();
      },
    },
    { name: "categories", path: "/articles?view=categories" },
    { name: "trash", path: "/articles?view=trash" },
    { name: "ask", path: "/ask" },
    { name: "ask-answer", path: "/ask?q=How+do+I+connect+to+the+printer" },
    {
      name: "ask-wiki",
      path: "/ask?q=When+do+shoes+come+back",
      answers: { "/api/ask": { ...NOTHING_FOUND, wiki: { isAnswered: true, pages: [returnsPage] } } },
    },
    { name: "ask-likely", path: "/ask?q=printer", answers: { "/api/ask": LIKELY } },
    { name: "ask-nothing", path: "/ask?q=xylophone" },
    { name: "questions", path: "/questions" },
    { name: "questions-empty", path: "/questions", answers: { "/api/questions": [] } },
    { name: "notifications", path: "/notifications" },
    { name: "inbox", path: "/articles?view=inbox" },
    { name: "inbox-update-page", path: "/articles?view=inbox", open: press("Update the page"), answers: ofFinding },
    {
      name: "inbox-comment",
      path: "/articles?view=inbox",
      open: async (page) => {
        await press("Update the page")(page);
        await press("Comment for its author instead")(page);
      },
      answers: ofFinding,
    },
    { name: "inbox-snooze", path: "/articles?view=inbox", open: ask("Snooze") },
    { name: "inbox-empty", path: "/articles?view=inbox", answers: { "/api/inbox": inboxOf([], null) } },
    inbox("full"),
    inbox("conditions", press("Keep both")),
    inbox("replace", ask("Use article’s words")),
    inbox("selected", select(2)),
    {
      name: "inbox-review",
      path: "/articles?view=inbox",
      open: async (page) => {
        await page.locator("[data-open]").first().click();
        await page.locator("[data-review] .lead").waitFor();
      },
    },
    { name: "article", path: article },
    { name: "article-edit", path: `${article}?edit=1` },
    { name: "article-conversation", path: article, open: press("Original conversation") },
    contested("contested"),
    contested("details", press("Details")),
    contested("menu", press(MORE)),
    contested("history", openHistory),
    contested("restore", behind("Details", ask("Restore"))),
    contested("remove", behind(MORE, ask("Remove"))),
    contested("merge", behind(MORE, ask("Merge with"))),
    {
      name: "article-merge-these",
      // Uses the product's own answer, because only the product can compute the result for each sentence.
      path: article,
      open: async (page) => {
        await behind(MORE, ask("Merge with"))(page);
        await page.getByRole("dialog").getByRole("listitem").getByRole("button").first().click();
        await page.getByRole("list", { name: "Sentences" }).waitFor();
      },
    },
    contested("split", behind(MORE, ask("Split…"))),
    contested("split-conversations", async (page) => {
      await behind(MORE, ask("Split…"))(page);
      await page.getByRole("radio", { name: "By conversations" }).check();
    }),
    contested("replace", ask("Use article’s words")),
    { name: "channels", path: "/channels" },
    { name: "channels-settings", path: "/channels", open: press("Settings of #") },
    { name: "channels-add", path: "/channels", open: press("Add Channel") },
    { name: "channels-connect", path: "/channels", open: press("Add Integration") },
    { name: "channels-remove", path: "/channels", open: ask("Remove #") },
    { name: "channels-delete", path: "/channels", open: ask("Delete ") },
    ...connectScreens,
    { name: "collaboration", path: "/collaboration" },
    { name: "collaboration-google", path: "/collaboration", open: press("Set up Google Chat") },
    { name: "collaboration-add", path: "/collaboration", open: (page) => page.getByRole("tab").nth(1).click() },
    { name: "collaboration-manage", path: "/collaboration", open: (page) => page.getByRole("tab").nth(2).click() },
    { name: "configuration", path: "/configuration" },
    { name: "configuration-add", path: "/configuration", open: press("Add Integration") },
    { name: "configuration-edit", path: "/configuration", open: press("Edit ") },
    { name: "configuration-delete", path: "/configuration", open: ask("Delete ") },
    { name: "analytics", path: "/analytics" },
    { name: "logs", path: "/logs" },
    { name: "logs-details", path: "/logs", open: (page) => page.getByText("View Details").first().click() },
    { name: "logs-export", path: "/logs", open: press("Export Logs") },
    { name: "settings-personal", path: "/settings/personal" },
    { name: "settings-edit", path: "/settings/personal", open: press("Edit") },
    { name: "settings-sign-out", path: "/settings/password", open: ask("Sign Out Everywhere") },
    { name: "settings-delete", path: "/settings/personal", open: ask("Delete Account") },
    { name: "settings-password", path: "/settings/password" },
    ...[
      "team",
      "language-model",
      "language-model/try",
      "writing",
      "single-sign-on",
      "api",
      "webhooks",
      "audit",
      "status",
      "notifications",
    ].map((part) => ({
      name: `settings-${part.replace("/", "-")}`,
      path: `/settings/${part}`,
    })),
    ...modelScreens,
    { name: "settings-subscription", path: "/settings/subscription" },
    { name: "settings-cancel", path: "/settings/subscription", open: ask("Cancel Subscription") },
    { name: "settings-downgrade", path: "/settings/subscription", open: ask("Downgrade to Starter") },
    { name: "not-found", path: "/nope/here" },
    failed("dashboard", "/", "/api/stats"),
    failed("channels", "/channels", "/api/channels"),
    failed("article", article, `/api${article}`),
    failed("logs", "/logs", "/api/logs"),
    failed("everything", "/", "/api/auth/user"),
  ];
}
