import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extractTerms } from "../../engine/answer/index.ts";
import type { AskResponse } from "../../shared/contract/ask.ts";
import type { PublicAnswer } from "../../shared/contract/public-api.ts";
import { KEY_SCOPES } from "../../shared/domain/api-keys.ts";
import { inWorkspaceAs, inWorkspaceAsEverybody } from "../db/audience.ts";
import { newId } from "../db/new-id.ts";
import {
  answerPages,
  chatIdentities,
  knowledgeIntegrations,
  openQuestions,
  wikiPages,
  wikiReadings,
  wikiStatements,
} from "../db/schema.ts";
import { buildApiKey, buildArticle, buildChannel, buildIntegration, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildFinding, buildPage } from "../wiki/testing/wiki-rows.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";
import { findPages } from "./find-pages.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const RETURNS = "Shoes are taken back within 30 days.";
const QUESTION = "Within how many days are shoes taken back?";

async function newWiki(reading: object = {}, page: object = {}, integration: object = {}) {
  const owner = await buildUser(test.db, { membership: "owner" });
  const { workspaceId } = owner;
  const { id: integrationId } = await buildIntegration(test.db, { workspaceId, ...integration });
  const listedAt = new Date();
  await test.db.insert(wikiReadings).values({ workspaceId, integrationId, readers: "everybody", listedAt, ...reading });
  const add = async (externalId: string, values: object = {}) => {
    const id = newId();
    const terms = [...new Set([`Returns ${externalId}`, RETURNS].flatMap(extractTerms))];
    const url = `https://wiki.example/${externalId}`;
    const read = {
      title: "Returns",
      url,
      listedVersion: "1",
      readVersion: "1",
      readers: "place" as const,
      isDue: false,
    };
    await test.db
      .insert(wikiPages)
      .values({ ...read, workspaceId, id, integrationId, externalId, listedAt, terms, ...values });
    const statement = { headings: ["Shoes"], form: "sentence" as const, text: RETURNS };
    await test.db.insert(wikiStatements).values({ ...statement, workspaceId, pageId: id, position: 0 });
  };
  await add("1", page);
  const person = async (membership: "owner" | "admin" | "editor" | "viewer", values: object = {}) =>
    (await buildUser(test.db, { workspaceId, membership, ...values })).id;
  const asked = async (userId: string | null) => {
    const { found } = await findPages(
      test.deps,
      (work) =>
        userId === null
          ? inWorkspaceAsEverybody(test.db, workspaceId, work)
          : inWorkspaceAs(test.db, { workspaceId, userId }, work),
      { question: QUESTION, previous: null },
    );
    return found !== null;
  };
  return { workspaceId, integrationId, owner: owner.id, user: owner, person, asked, add };
}

describe("A question to the company's wiki", () => {
  it("is answered with the place, for everybody where an admin stated that they may read it", async () => {
    const { asked, owner, person } = await newWiki();
    expect([await asked(owner), await asked(await person("viewer")), await asked(null)]).toEqual([true, true, true]);
  });

  it("is answered for owners and admins alone without that statement", async () => {
    const { asked, owner, person } = await newWiki({ readers: "admins" });
    expect([await asked(owner), await asked(await person("admin"))]).toEqual([true, true]);
    expect([await asked(await person("editor")), await asked(await person("viewer")), await asked(null)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("is not answered for an owner whose address nobody has proven", async () => {
    const { user, workspaceId } = await newWiki({ readers: "admins" });
    const unproven = await buildUser(test.db, {
      workspaceId,
      membership: "owner",
      emailProof: "nobody",
      emailVerifiedAt: null,
    });
    const ask = async (who: typeof user) =>
      (await test.signIn(who)).inject({ method: "POST", url: "/api/ask", payload: { question: QUESTION } });
    expect((await ask(user)).body).toContain("30 days");
    const refused = await ask(unproven);
    expect(refused.statusCode).toBe(403);
    expect(refused.body).not.toContain("30 days");
  });

  it("is answered for owners and admins alone where the platform does not say who reads the page", async () => {
    const { asked, owner, person } = await newWiki({}, { readers: "unknown" });
    expect([await asked(owner), await asked(await person("viewer")), await asked(null)]).toEqual([true, false, false]);
  });

  it("is answered for nobody from a restricted page, one below it, or one of ours", async () => {
    const restricted = await newWiki({}, { readers: "restricted" });
    expect(await restricted.asked(restricted.owner)).toBe(false);
    const below = await newWiki({}, { readers: "restricted" });
    await below.add("2", { above: ["1"] });
    expect(await below.asked(below.owner)).toBe(false);
    const ours = await newWiki({}, { isOurs: true });
    expect(await ours.asked(ours.owner)).toBe(false);
  });

  it("is answered for nobody while the pages were not listed, are refused, or the integration is off", async () => {
    for (const wiki of [
      await newWiki({ listedAt: null }),
      await newWiki({ isRefused: true }),
      await newWiki({}, {}, { isActive: false }),
    ])
      expect(await wiki.asked(wiki.owner)).toBe(false);
  });

  it("is not answered for guests of the chat and people who left", async () => {
    const { asked, person, workspaceId } = await newWiki();
    const guest = await person("viewer");
    await test.db
      .insert(chatIdentities)
      .values({ workspaceId, userId: guest, platform: "slack", teamId: "T1", email: "a@b.example", isGuest: true });
    const gone = await person("admin", { deactivatedAt: new Date() });
    expect([await asked(guest), await asked(gone)]).toEqual([false, false]);
  });

  it("is answered for members of the channels that the platform is read by, and for nobody else", async () => {
    const { asked, person, workspaceId, integrationId, owner } = await newWiki();
    const chooser = await person("editor");
    const { id } = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: chooser });
    await test.db.update(knowledgeIntegrations).set({ readerChannels: [id] });
    expect(integrationId).toEqual(expect.any(String));
    expect([await asked(owner), await asked(chooser)]).toEqual([true, true]);
    expect([await asked(await person("editor")), await asked(null)]).toEqual([false, false]);
  });
});

describe("An answer from a page alone", () => {
  const nearlyAboutIt = { title: "Shoes on display", summaryText: "Shoes are dusted.", bodyText: "Shoes are dusted." };

  async function newShop(reading: object = {}) {
    const wiki = await newWiki(reading);
    const { workspaceId } = wiki;
    await buildArticle(test.db, { workspaceId, ...nearlyAboutIt });
    const asker = await test.signIn(wiki.user);
    const ask = async (question: string, previous?: string, asking?: string): Promise<AskResponse> =>
      (await asker.inject({ method: "POST", url: "/api/ask", payload: { question, previous, asking } })).json();
    const open = () => test.db.select().from(openQuestions).where(eq(openQuestions.workspaceId, workspaceId));
    return { ...wiki, asker, ask, open };
  }

  it("names the page with its heading and link, and leaves no open question", async () => {
    const { ask, open } = await newShop();
    const { verdict, sentences, wiki } = await ask(QUESTION);
    expect(verdict).not.toBe("answered");
    expect(sentences.map(({ text }) => text)).not.toContain(RETURNS);
    expect(wiki).toMatchObject({
      isAnswered: true,
      pages: [{ title: "Returns", url: "https://wiki.example/1", passages: [{ headings: ["Shoes"], text: RETURNS }] }],
    });
    expect(await open()).toEqual([]);
  });

  it("shows another page only if that answers the question, too", async () => {
    const { workspaceId, integrationId, ask } = await newShop();
    const add = (title: string, ...texts: string[]) => buildPage(test.db, { workspaceId, integrationId, title, texts });
    await add("Shoes in the shop window", "Shoes are dusted every two days.", "The window is lit at night.");
    await add("Holidays", "Everybody has 24 days of leave.", "Days of leave are taken within the year.");
    const titles = async () => (await ask(QUESTION)).wiki?.pages.map(({ title }) => title);
    expect(await titles()).toEqual(["Returns"]);
    await add("Terms of sale", "Within 30 days of delivery, shoes are taken back without a reason.");
    expect(await titles()).toEqual(expect.arrayContaining(["Returns", "Terms of sale"]));
    expect(await titles()).toHaveLength(2);
  });

  it("tells how often the page was asked and confirmed, and where last, as far as the asker may read it", async () => {
    const { workspaceId, owner, ask, person } = await newShop();
    const [page] = await test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));
    const chooser = await person("editor");
    const support = await buildChannel(test.db, { workspaceId, name: "support" });
    const board = await buildChannel(test.db, { workspaceId, name: "board", isPrivate: true, chosenBy: chooser });
    const confirm = (channelId: string, passage = RETURNS) =>
      buildFinding(test.db, workspaceId, { channelId, pageId: page?.id ?? "", kind: "confirms", passage });
    expect((await ask(QUESTION)).wiki?.pages[0]?.confirmed).toBeNull();
    const others = [
      "Shoes come in boxes.",
      "Shoes are sold in pairs.",
      "Shoes need polish.",
      "Vans park behind the hall.",
    ];
    for (const [place, text] of others.entries())
      await test.db
        .insert(wikiStatements)
        .values({ workspaceId, pageId: page?.id ?? "", headings: [], form: "sentence", position: place + 1, text });
    await confirm(support.id, others.at(-1));
    expect((await ask(QUESTION)).wiki?.pages[0]).toMatchObject({
      confirmed: null,
      passages: expect.not.arrayContaining([expect.objectContaining({ text: others.at(-1) })]),
    });
    await confirm(support.id);
    const at = "2026-10-03T09:00:00.000Z";
    const said = { channelName: "support", at };
    expect((await ask(QUESTION)).wiki?.pages[0]?.confirmed).toEqual({ times: 1, said, verified: null });
    await confirm(board.id);
    expect((await ask(QUESTION)).wiki?.pages[0]?.confirmed).toMatchObject({ times: 1, said });
    const insider = await test.signIn({ workspaceId, id: chooser });
    const seen = await insider.inject({ method: "POST", url: "/api/ask", payload: { question: QUESTION } });
    expect(seen.json<AskResponse>().wiki?.pages[0]?.confirmed).toMatchObject({ times: 2 });
    await test.db.update(wikiPages).set({ verifiedAt: new Date(at), verifiedBy: owner });
    expect((await ask(QUESTION)).wiki?.pages[0]?.confirmed?.verified).toMatchObject({ by: expect.any(String), at });
  });

  it("counts once for the page however often it is shown again, and tells that the page was opened from it", async () => {
    const { workspaceId, asker, ask } = await newShop();
    const counted = () => test.db.select().from(answerPages).where(eq(answerPages.workspaceId, workspaceId));
    await ask(QUESTION);
    expect(await counted()).toEqual([]);
    const asking = newId();
    const { wiki } = await ask(QUESTION, undefined, asking);
    await ask(QUESTION, undefined, asking);
    const pageId = wiki?.pages[0]?.id;
    expect(await counted()).toMatchObject([{ answerId: asking, pageId, isAnswer: true, openedAt: null }]);
    const open = async (person: SignedIn, payload: object) =>
      (await person.inject({ method: "POST", url: `/api/answers/${asking}/opened`, payload })).statusCode;
    const other = await test.signIn(await buildUser(test.db, { workspaceId }));
    expect([await open(other, { pageId }), await open(asker, { pageId: newId() })]).toEqual([404, 404]);
    expect(await open(asker, { pageId })).toBe(200);
    expect(await counted()).toMatchObject([{ openedAt: expect.any(Date) }]);
  });

  it("is voted on, and leaves the question open where it is wrong or outdated", async () => {
    const { asker, ask, open } = await newShop();
    const asking = newId();
    await ask(QUESTION, undefined, asking);
    const vote = async (said: string) => {
      const payload = { vote: said, question: QUESTION };
      return (await asker.inject({ method: "PUT", url: `/api/answers/${asking}`, payload })).statusCode;
    };
    expect([await vote("right"), await open()]).toEqual([200, []]);
    expect([await vote("outdated"), await open()]).toEqual([200, [expect.anything()]]);
    expect(await ask(QUESTION, undefined, asking)).toMatchObject({ vote: "outdated" });
  });

  it("also follows up the question before", async () => {
    const { ask } = await newShop();
    expect((await ask("And the days?", QUESTION)).wiki).toMatchObject({ isAnswered: true });
  });

  it("leaves the question open for somebody who may not read the page", async () => {
    const { workspaceId, open } = await newShop({ readers: "admins" });
    const editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
    const asked = await editor.inject({ method: "POST", url: "/api/ask", payload: { question: QUESTION } });
    expect(asked.json().wiki).toBeNull();
    expect(asked.body).not.toContain("30 days");
    expect(await open()).toHaveLength(1);
  });

  it("is an answer for programs and assistants, too", async () => {
    const { workspaceId, owner } = await newShop();
    const key = `lk_${createToken()}`;
    const headers = { authorization: `Bearer ${key}`, accept: "application/json, text/event-stream" };
    const may = { scopes: [...KEY_SCOPES], audience: "everybody" as const };
    await buildApiKey(test.db, { workspaceId, createdBy: owner, keyHash: hashToken(key), ...may });
    const payload = { question: QUESTION };
    const asked = await test.app.inject({ method: "POST", url: "/api/v1/ask", headers, payload });
    expect(asked.json<PublicAnswer>()).toMatchObject({ verdict: "answered", pages: [{ title: "Returns" }] });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ask", arguments: payload } };
    const told = await test.app.inject({ method: "POST", url: "/mcp", headers, payload: call });
    expect(told.body).toContain("Page of the wiki: Returns https://wiki.example/1");
    expect(told.body).not.toContain("asked and confirmed");
    expect(told.body).not.toContain("#");
    await test.db.update(wikiStatements).set({ anchor: "Shoes & boots" });
    const at = new Date("2026-10-03T09:00:00.000Z");
    const edited = { editedAt: new Date("2026-03-09T08:12:00.000Z"), editedBy: "Moira Tennant" };
    await test.db
      .update(wikiPages)
      .set({ ...edited, verifiedAt: at, verifiedBy: owner })
      .where(eq(wikiPages.workspaceId, workspaceId));
    const [page] = await test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));
    const support = await buildChannel(test.db, { workspaceId, name: "support" });
    const about = { channelId: support.id, pageId: page?.id ?? "", passage: RETURNS };
    await buildFinding(test.db, workspaceId, { ...about, kind: "confirms" });
    const again = await test.app.inject({ method: "POST", url: "/mcp", headers, payload: call });
    expect(again.body).toContain(
      "Page of the wiki: Returns, changed 2026-03-09 by Moira Tennant, asked and confirmed in #support on 2026-10-03, verified",
    );
    expect(again.body).toContain("(https://wiki.example/1#Shoes%20%26%20boots)");
    expect(told.body).toContain(RETURNS);
  });
});
