import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { article } from "../../../shared/contract/articles.ts";
import { PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(() => test.close());

const NOTHING = {
  title: "Nothing of it",
  summaryText: "Plain words.",
  bodyText: "Plain words.",
  tags: [],
  keywords: [],
};
const write = (values: Parameters<typeof buildArticle>[1]) =>
  buildArticle(test.db, { workspaceId: person.viewer.workspaceId, ...NOTHING, ...values });
const ask = (query: Record<string, string>) =>
  person.inject({ url: `/api/articles/search?${new URLSearchParams(query)}` });
/** Titles of the matches, best first. */
async function found(query: Record<string, string>): Promise<string[]> {
  const answer = await ask(query);
  expect(answer.statusCode).toBe(200);
  return article
    .array()
    .parse(answer.json())
    .map(({ title }) => title);
}
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n));

describe("filters", () => {
  it.each([
    ["category", { category: "Operations" }, { category: "Security" }],
    ["difficulty", { difficulty: "advanced" }, { difficulty: "beginner" }],
    ["contentType", { contentType: "faq" }, { contentType: "howto" }],
    ["priority", { priority: "critical" }, { priority: "low" }],
  ] as const)("API-012 %s alone", async (_name, wanted, other) => {
    await write({ title: "Wanted", ...wanted });
    await write({ title: "Other", ...other });
    expect(await found(wanted)).toEqual(["Wanted"]);
  });

  it("API-012 keywords alone; without any filter everything, last changed first", async () => {
    await write({ title: "Rotate the certificates", updatedAt: hour(2) });
    await write({ title: "Order a laptop", updatedAt: hour(3) });
    expect(await found({ keywords: "certificates" })).toEqual(["Rotate the certificates"]);
    for (const query of [{}, { keywords: "", tags: "", category: "" }, { keywords: "  ", tags: " , " }] as Record<
      string,
      string
    >[])
      expect(await found(query)).toEqual(["Order a laptop", "Rotate the certificates"]);
  });

  it("API-013 comma-joined tags match any of them", async () => {
    await write({ title: "A", tags: ["a", "x"] });
    await write({ title: "B", tags: ["b"] });
    await write({ title: "C", tags: ["ab", "a,b"] });
    expect((await found({ tags: "a,b" })).toSorted()).toEqual(["A", "B"]);
    expect((await found({ tags: " a , ,nobody " })).toSorted()).toEqual(["A"]);
  });

  it("all given filters hold at once", async () => {
    const all = { category: "Security", difficulty: "advanced", contentType: "faq", priority: "high" } as const;
    await write({ title: "Rotate keys", tags: ["vault"], ...all });
    await write({ title: "Rotate keys, easy", tags: ["vault"], ...all, difficulty: "beginner" });
    await write({ title: "Rotate keys, untagged", ...all });
    await write({ title: "Unseal", tags: ["vault"], ...all });
    expect(await found({ ...all, tags: "vault,other", keywords: "rotate" })).toEqual(["Rotate keys"]);
    expect(await found({ ...all, priority: "low", tags: "vault", keywords: "rotate" })).toEqual([]);
  });

  it.each([
    ["difficulty=hard", "Give one of 'beginner', 'intermediate', 'advanced'."],
    ["contentType=HOWTO", "Give one of"],
    ["priority=", "Give one of"],
    [`keywords=${"x".repeat(201)}`, "At most 200 characters."],
    ["keywords=a&keywords=b", "Give text."],
    ["keywords=a%00b", "cannot be stored"],
    ["tags=%00", "cannot be stored"],
    ["page=2", "There is no field 'page'."],
  ])("refuses ?%s with a sentence", async (query, sentence) => {
    const answer = await person.inject({ url: `/api/articles/search?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
  });

  it("finds nothing of another workspace, not even by the words it could have meant", async () => {
    const stranger = await test.signIn();
    await buildArticle(test.db, { workspaceId: stranger.viewer.workspaceId, title: "Kubernetes" });
    await write({ title: "Postgres" });
    for (const keywords of ["kubernetes", "kuber", "kubernets"]) expect(await found({ keywords })).toEqual([]);
  });
});

describe("keywords", () => {
  it.each([
    ["locker", "Blocked: returns portal"],
    ["invite", "Where the invoice goes"],
  ])("does not take '%s' for a word of '%s'", async (keywords, title) => {
    await write({ title });
    expect(await found({ keywords })).toEqual([]);
  });

  it("looks in title, tags, keywords, summary and body, the best match first", async () => {
    await write({ title: "In the body", bodyText: "It is about failover." });
    await write({ title: "In the summary", summaryText: "It is about failover." });
    await write({ title: "In the keywords", keywords: ["failover"] });
    await write({ title: "In the tags", tags: ["failover"], updatedAt: hour(1) });
    await write({ title: "Failover" });
    await write({ title: "Nowhere" });
    expect(await found({ keywords: "failover" })).toEqual([
      "Failover",
      "In the keywords",
      "In the tags",
      "In the summary",
      "In the body",
    ]);
  });

  it.each([
    ["a letter too few", "kubernets"],
    ["a wrong letter", "kubermetes"],
    ["two letters swapped", "kuberentes"],
    ["two letters of a short word swapped", "clutser"],
    ["the beginning", "kuber"],
    ["capitals", "KUBERNETES"],
    ["another form of a word", "restarted"],
    ["several words, one mistyped", "restart kubernets"],
  ])("finds it with %s", async (_what, keywords) => {
    await write({ title: "Restarting the Kubernetes cluster" });
    await write({ title: "Order a laptop" });
    expect(await found({ keywords })).toEqual(["Restarting the Kubernetes cluster"]);
  });

  it("a word that somebody did use is taken as it is, not for another", async () => {
    await write({ title: "Deploy the worker" });
    await write({ title: "Depot of parts" });
    expect(await found({ keywords: "depot" })).toEqual(["Depot of parts"]);
  });

  it("articles with all the words; when there are none, those with most of them first", async () => {
    await write({ title: "Rotate the signing key" });
    await write({ title: "Rotate the log files" });
    expect(await found({ keywords: "rotate key" })).toEqual(["Rotate the signing key"]);
    expect(await found({ keywords: "rotate signing certificate" })).toEqual([
      "Rotate the signing key",
      "Rotate the log files",
    ]);
  });

  it("says when no article has all the words, and which of them no article has that this person may read", async () => {
    const matched = async (keywords: string, more = {}) => {
      const { headers } = await ask({ keywords, ...more });
      return [headers[PAGE_HEADERS.words], headers[PAGE_HEADERS.unknown]];
    };
    await write({ title: "Complaint about the grinder", bodyText: "The bonus part was missing.", category: "Support" });
    await write({ title: "Refresh the cached größe" });
    expect(await found({ keywords: "referral bonus" })).toEqual(["Complaint about the grinder"]);
    expect(await matched("referral bonus")).toEqual(["some", "referral"]);
    expect(await matched("bonus referral zeppelin")).toEqual(["some", "referral,zeppelin"]);
    expect(await matched("bonus größe")).toEqual(["some", ""]);
    expect(await matched("cached grinder bonus ägypten")).toEqual(["some", "%C3%A4gypten"]);
    for (const keywords of ["bonus", "how is the bonus", "grinder bonus", "grindre bonus", "referral"])
      expect(await matched(keywords)).toEqual([undefined, undefined]);
    expect(await matched("grinder bonus", { category: "Elsewhere" })).toEqual(["some", ""]);
    const stranger = await test.signIn();
    await buildArticle(test.db, { workspaceId: stranger.viewer.workspaceId, title: "Referral" });
    expect(await matched("referral bonus")).toEqual(["some", "referral"]);
  });

  it("shows the part of the text that has the words, unless title and summary have them", async () => {
    const bodyText = `${"Grind the beans. ".repeat(40)}A sick <colleague> hands the note in on the third day.`;
    await write({ title: "Absence", bodyText });
    await write({ title: "Sick leave", bodyText, updatedAt: hour(1) });
    await write({ title: "Tagged", tags: ["sick"], updatedAt: hour(2) });
    const passages = async (keywords: string) =>
      Object.fromEntries(
        article
          .array()
          .parse((await ask({ keywords })).json())
          .map(({ title, passage }) => [title, passage]),
      );
    const bySick = await passages("sick");
    expect(bySick).toEqual({
      Absence: expect.stringContaining("sick <colleague>"),
      "Sick leave": undefined,
      Tagged: undefined,
    });
    expect(bySick["Absence"]?.length).toBeLessThan(250);
    expect((await passages("sikc"))["Absence"]).toContain("sick");
    expect((await passages(""))["Absence"]).toBeUndefined();
  });

  it("says which word was searched for a mistyped one, never one that the person may not read", async () => {
    const meant = async (keywords: string) => (await ask({ keywords })).headers[PAGE_HEADERS.meant];
    const { workspaceId } = person.viewer;
    await write({ title: "Refund a return label" });
    expect(await meant("retun label")).toBe("return");
    expect(await meant("return label")).toBeUndefined();
    expect(await meant("labe")).toBeUndefined();
    const secret = await buildChannel(test.db, { workspaceId, isPrivate: true });
    const { id } = await write({ title: "Acquisition", channelId: secret.id });
    await buildArticleSource(test.db, { workspaceId, articleId: id, channelId: secret.id, messageExternalId: "m1" });
    expect(await meant("acquisitoin")).toBe("acquisition");
    const viewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
    const { headers } = await viewer.inject({ url: "/api/articles/search?keywords=acquisitoin" });
    expect(headers[PAGE_HEADERS.meant]).toBeUndefined();
  });

  it("a word is not taken for one that begins with another letter", async () => {
    await write({ title: "Steam in the wand" });
    const meant = async (keywords: string) => (await ask({ keywords })).headers[PAGE_HEADERS.meant];
    expect(await meant("team")).toBeUndefined();
    expect(await meant("steem")).toBe("steam");
  });

  it("a word is taken for another only where few letters differ", async () => {
    await write({ title: "Referees of the tournament" });
    await write({ title: "Preferred supplier" });
    expect(await found({ keywords: "referral" })).toEqual([]);
    expect(await found({ keywords: "prefered" })).toEqual(["Preferred supplier"]);
  });

  it("a question in plain words is not led astray by the words that tell nothing", async () => {
    await write({ title: "Restart the worker" });
    await write({ title: "Token of the howto tools" });
    expect(await found({ keywords: "how do I get to restart the worker?" })).toEqual(["Restart the worker"]);
  });

  it("words that tell nothing are found as they are written when there are no others", async () => {
    await write({ title: "How to restart the worker" });
    await write({ title: "Order a laptop" });
    expect(await found({ keywords: "how to" })).toEqual(["How to restart the worker"]);
  });
});

describe("hostile and odd keywords", () => {
  it.each([
    ["'"],
    ["''; drop table articles; --"],
    ['"'],
    ["\\"],
    ["\\'"],
    ["worker & | ! <-> :*"],
    ["'worker':A & !laptop"],
    ["((("],
    ["%"],
    ["_"],
    ["$1"],
    ["${1}"],
    ["<script>alert(1)</script>"],
    ["x".repeat(200)],
    ["a ".repeat(100)],
    ["é".repeat(200)],
    ["the and of"],
    ["\u202Eworker"],
    ["\uFFFF"],
    ["👩‍👩‍👧"],
    ["ﷺ"],
    ["\t\n"],
  ])("'%s' is answered", async (keywords) => {
    await write({ title: "Restart the worker" });
    expect((await ask({ keywords })).statusCode).toBe(200);
    expect(await found({ category: keywords.slice(0, 100) })).toEqual([]);
    expect(await found({ tags: keywords.replaceAll(",", "") })).toHaveLength(keywords.trim() === "" ? 1 : 0);
  });

  it.each([
    ["🚀", "Lift-off 🚀"],
    ["%", "Save 100 % of it"],
    ["שרת", "הפעלת שרת"],
    ["データベース", "データベース の再起動"],
    ["größe", "Die Größe ändern"],
    ["C++", "Build C++ code"],
    ["worker's", "The worker's log"],
  ])("'%s' is found as it is written", async (keywords, title) => {
    await write({ title });
    await write({ title: "Order a laptop" });
    expect(await found({ keywords })).toEqual([title]);
  });
});
