import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type NotionStandIn,
  type NotionStandInOptions,
  startNotionStandIn,
} from "../../tools/stand-ins/notion/server.ts";
import { MissingPermission, ReadTimedOut, Refused } from "../errors.ts";
import type { PageBlock, RemotePage } from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { describeWikiComments } from "../testing/describe-wiki-comments.ts";
import { describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { describeWikiRepair } from "../testing/describe-wiki-repair.ts";
import { buildCode, buildContent, buildSection, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import { createNotionPages } from "../testing/pages-of-people.ts";
import { findStatementPosition } from "../wiki-repair.ts";
import { toNotionLanguage } from "./code-language.ts";
import { parsePageId } from "./page-id.ts";
import { splitIntoRequests } from "./requests.ts";
import { toTextRuns } from "./rich-text.ts";
import { createNotionTarget } from "./target.ts";

const PARENT = "1a2b3c4d-5e6f-4701-8293-a4b5c6d7e8f9";
const SECRET = "ntn_notion-token";
const QUICK = 10_000;
const textOf = (richText: unknown[]) =>
  (richText as { plain_text: string }[]).map(({ plain_text: text }) => text).join("");
const paragraph = (content: string) => ({ type: "paragraph", paragraph: { rich_text: [{ text: { content } }] } });

describeKnowledgeTarget("Notion", async () => {
  const standIn = await startNotionStandIn({ requestsPerSecond: QUICK });
  const gone = await startNotionStandIn();
  await gone.close();
  const config = { spaceId: PARENT, apiKey: SECRET };
  const options = { fetch, apiBaseUrl: standIn.url, requestsPerSecond: QUICK };
  return {
    standIn,
    target: createNotionTarget(options),
    hastyTarget: createNotionTarget({ ...options, timeoutMs: 3_000 }),
    config,
    wrongSecret: { ...config, apiKey: "ntn_wrong-token" },
    wrongPlace: { ...config, spaceId: "00000000000000000000000000000000" },
    nobodyThere: { target: createNotionTarget({ fetch, apiBaseUrl: gone.url }), config },
    createCall: "POST /v1/pages",
    changeCall: "PATCH /v1/",
    readCall: "GET /v1/pages/",
    addParagraphAsPerson: (pageId, text) =>
      standIn.editAsPerson(pageId, ({ blocks, newBlock }) => void blocks.push(newBlock(paragraph(text)))),
    spoil: (pageId) => standIn.share(pageId, false),
    isNeverUnreadable: true,
  };
});

describeWikiReading("Notion", async () => {
  const standIn = await startNotionStandIn({ requestsPerSecond: QUICK });
  const config = { spaceId: PARENT, apiKey: SECRET };
  const target = createNotionTarget({ fetch, apiBaseUrl: standIn.url, requestsPerSecond: QUICK });
  const board = standIn.createAsPerson(PARENT, "Board");
  standIn.trashAsPerson(board);
  const heading = { type: "heading_2", heading_2: { rich_text: [{ text: { content: "Returns" } }] } };
  const rows = [
    ["Country", "Days"],
    ["Austria", "14"],
  ].map((cells) => ({
    type: "table_row",
    table_row: { cells: cells.map((content) => [{ text: { content } }]) },
  }));
  const table = { type: "table", table: { table_width: 2, has_column_header: true, children: rows } };
  const write = (id: string, title: string, text: string) =>
    standIn.editAsPerson(id, (draft) => {
      draft.title = title;
      draft.blocks.splice(0, draft.blocks.length, ...[heading, paragraph(text), table].map(draft.newBlock));
    });
  return {
    standIn,
    config,
    target,
    wrongSecret: { ...config, apiKey: "ntn_wrong-token" },
    write: async (title, text) => {
      const { externalId } = await target.publish(config, { title, blocks: [], labels: [] });
      standIn.age(externalId, 600_000);
      write(externalId, title, text);
      return externalId;
    },
    edit: (id, text) => write(id, "Opening hours", text),
    remove: (id) => standIn.trashAsPerson(id),
    anchor: /^[0-9a-f]{32}$/,
    choices: {
      "a page with everything below it, also in blocks and databases"() {
        const root = standIn.createAsPerson(PARENT, "Depot");
        const toggle = { type: "toggle", toggle: { rich_text: [{ text: { content: "More" } }] } };
        const inBlock = standIn.createAsPerson(root, "Goods in", toggle);
        const row = standIn.addRowAsPerson(standIn.createDatabaseAsPerson(inBlock, "Vans"), "Van 7");
        const below = standIn.createAsPerson(row, "Van 7, brakes");
        const leave = () => standIn.moveAsPerson(below, other);
        const other = standIn.createAsPerson(PARENT, "Canteen");
        const address = `https://www.notion.so/acme/Depot-${root.replaceAll("-", "")}`;
        return { places: [address], read: [below, root, inBlock, row], left: [other, PARENT], leave };
      },
      "several pages and databases"() {
        const [shop, office] = [standIn.createAsPerson(PARENT, "Shop"), standIn.createAsPerson(PARENT, "Office")];
        const database = standIn.createDatabaseAsPerson(PARENT, "Policies");
        const rows = [standIn.addRowAsPerson(database, "Leave"), standIn.addRowAsPerson(database, "Travel")];
        const leave = () => standIn.moveAsPerson(rows[0] ?? "", office);
        return { places: [`tree:${database}`, `tree:${shop}`], read: [...rows, shop], left: [office], leave };
      },
    },
    placesOfPeople: {
      "a page"() {
        const parent = standIn.createAsPerson(PARENT, "Depot");
        const isThere = (id: string) => standIn.pages().some((one) => one.id === id && one.parentId === parent);
        return {
          page: standIn.createAsPerson(parent, "Goods in"),
          isThere,
          remove: () => standIn.trashAsPerson(parent),
        };
      },
      "a database"() {
        const database = standIn.createDatabaseAsPerson(PARENT, "Policies");
        const isRow = ({ within }: { within: object | null }) =>
          within !== null && "database" in within && (within.database as { id: string }).id === database;
        const isThere = (id: string) => standIn.pages().some((one) => one.id === id && isRow(one));
        return { page: standIn.addRowAsPerson(database, "Leave"), isThere };
      },
    },
    hiddenChoices: {
      "00000000-0000-4000-8000-00000000dead": ["00000000-0000-4000-8000-00000000dead"],
      [board]: [board],
      "Depot plan": ["tree:Depot plan"],
    },
    listedChoices() {
      standIn.createDatabaseAsPerson(PARENT, "Policies");
      return { tree: "Policies (database)" };
    },
  };
});

const notionRepair = async (options: NotionStandInOptions = {}) => {
  const standIn = await startNotionStandIn({ requestsPerSecond: QUICK, ...options });
  const config = { spaceId: PARENT, apiKey: SECRET };
  const target = createNotionTarget({ fetch, apiBaseUrl: standIn.url, requestsPerSecond: QUICK });
  return {
    standIn,
    config,
    target,
    changeCall: "PATCH /v1/blocks",
    notes: (id: string) =>
      standIn
        .discussions()
        .filter(({ pageId }) => pageId === id)
        .flatMap(({ comments }) => comments.map(({ richText }) => textOf(richText)))
        .join("\n"),
    ...createNotionPages(
      standIn,
      async (title) => (await target.publish(config, { title, blocks: [], labels: [] })).externalId,
    ),
  };
};

describeWikiRepair("Notion", () => notionRepair());

it("A correction in Notion is made also where the integration may not comment, and then names nobody", async () => {
  const token = { token: SECRET, name: "Lorekeep", lacks: ["insert comments" as const] };
  const { standIn, target, config, notes, write } = await notionRepair({ tokens: [token] });
  const id = await write("Hours", [{ kind: "paragraph", words: "Closed on Sunday." }]);
  const { version = "", passages = [] } = (await target.readPage?.(config, id)) ?? {};
  const change = { kind: "replace" as const, at: findStatementPosition(passages, 0), text: "Open on Sunday." };
  await target.repair?.(config, { externalId: id, expectedVersion: version, change, note: "By Ada", key: "k1" });
  expect((await target.readPage?.(config, id))?.passages).toMatchObject([{ text: "Open on Sunday." }]);
  expect(notes(id)).toBe("");
  await standIn.close();
});

describeWikiComments("Notion", async () => {
  const without = (capability: "read comments" | "insert comments") => {
    const token = `ntn_without-${capability.replace(" ", "-")}`;
    return { token, name: "Lorekeep", lacks: [capability] };
  };
  const lacking = [without("insert comments"), without("read comments")];
  const bench = await notionRepair({ tokens: [{ token: SECRET, name: "Lorekeep" }, ...lacking] });
  const { standIn, config } = bench;
  return {
    ...bench,
    commentCall: "POST /v1/comments",
    comments: (id) =>
      standIn
        .discussions()
        .filter(({ pageId }) => pageId === id)
        .flatMap(({ comments }) => comments.map(({ richText }) => textOf(richText))),
    answer: (id) => standIn.answerAsPerson(id),
    lacking: [
      { config: { ...config, apiKey: lacking[0]?.token ?? "" }, word: "Insert comments" },
      { config: { ...config, apiKey: lacking[1]?.token ?? "" }, word: "Read comments" },
    ],
  };
});

it("A block of Notion that people discuss is not changed, because its comments could be lost", async () => {
  const { standIn, config, target, write } = await notionRepair();
  const id = await write("Returns", [{ kind: "paragraph", words: "Bags are taken back." }]);
  const [block] = standIn.pages().find((page) => page.id === id)?.children ?? [];
  standIn.discussAsPerson(id, block?.id ?? "", "Bags");
  const page = await target.readPage?.(config, id);
  const repair = {
    externalId: id,
    expectedVersion: page?.version ?? "",
    change: {
      kind: "replace" as const,
      at: findStatementPosition(page?.passages ?? [], 0),
      text: "Bags are never taken back.",
    },
    note: "",
    key: "k1",
  };
  await expect(target.repair?.(config, repair)).rejects.toThrow(/discuss/);
  expect(standIn.discussions()).toMatchObject([{ isAnchored: true }]);
  await standIn.close();
});

describe("Notion", () => {
  let standIn: NotionStandIn;
  let target: ReturnType<typeof createNotionTarget>;
  const config = { spaceId: PARENT, apiKey: SECRET };
  const restart = async (options?: NotionStandInOptions) => {
    await standIn?.close();
    standIn = await startNotionStandIn({ requestsPerSecond: QUICK, ...options });
    target = createNotionTarget({ fetch, apiBaseUrl: standIn.url, requestsPerSecond: QUICK });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const publish = (content = buildContent()) =>
    target.publish(config, { title: content.title, blocks: target.render(content), labels: [] });
  const read = async ({ externalId }: Pick<RemotePage, "externalId">) => {
    const page = await target.read(config, externalId);
    if (!page) throw new Error("the page is gone");
    return page;
  };
  const update = async (page: RemotePage, blocks: PageBlock[]) => {
    const { title, version } = await read(page);
    return target.update(config, page.externalId, { title, blocks, labels: [], expectedVersion: version, note: "" });
  };
  const writes = () =>
    standIn.calls
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, "…")}`);
  const texts = (page: RemotePage) =>
    page.blocks.map(({ key }) =>
      JSON.parse(key)
        .text.map(({ text }: { text: string }) => text)
        .join(""),
    );
  const render = (...statements: string[]) =>
    target.render(
      buildContent({
        summary: [],
        redactions: [],
        sources: [],
        body: statements.map((text) => buildSection([buildSentence(text)])),
      }),
    );

  it.each([
    ["32 characters", "1a2b3c4d5e6f47018293a4b5c6d7e8f9"],
    ["a dashed id", PARENT],
    ["capitals", "1A2B3C4D5E6F47018293A4B5C6D7E8F9"],
    ["an address", "https://www.notion.so/acme/Knowledge-1a2b3c4d5e6f47018293a4b5c6d7e8f9?pvs=4"],
    [
      "the address of a page open on the side",
      "https://www.notion.so/acme/99999999999999999999999999999999?p=1a2b3c4d5e6f47018293a4b5c6d7e8f9",
    ],
    ["a title and id", "Knowledge-Base-1a2b3c4d5e6f47018293a4b5c6d7e8f9"],
  ])("accepts a parent page as %s", (_what, text) => {
    expect(parsePageId(text)).toBe(PARENT);
  });

  it("finds the parent page in the page's address if the id is invalid", async () => {
    const account = await target.check({
      ...config,
      spaceId: "see address",
      baseUrl: `https://www.notion.so/Knowledge-${PARENT.replaceAll("-", "")}`,
    });
    expect(account).toEqual({ account: "Lorekeep in Acme", place: "Page Knowledge", warnings: [] });
    await expect(target.check({ ...config, spaceId: "none" })).rejects.toThrow(Refused);
  });

  it("publishes an article with links that Notion refuses: these become text, the others stay links", async () => {
    const words = "See https://wiki/restart and https://acme.example/restart.";
    const page = await publish(buildContent({ summary: [buildSentence(words, "m1")] }));
    const kept = JSON.stringify((await read(page)).blocks);
    expect(texts(await read(page))[1]).toContain("See https://wiki/restart and https://acme.example/restart.");
    expect(kept).not.toContain('"url":"https://wiki/restart"');
    expect(kept).toContain('"url":"https://acme.example/restart"');
    expect(writes().filter((call) => call.startsWith("POST /v1/pages"))).toHaveLength(2);
  });

  it("writes a new link that Notion refuses as text into an existing page", async () => {
    const page = await publish(buildContent({ summary: [buildSentence("See the wiki.")] }));
    const content = buildContent({ summary: [buildSentence("See https://localhost:8443/a for it.")] });
    const after = await update(page, target.render(content));
    expect(texts(after).join("\n")).toContain("See https://localhost:8443/a for it.");
  });

  it("reports that the page must be shared with the integration", async () => {
    await restart({ parents: [{ id: PARENT, title: "Private", isShared: false }] });
    await expect(target.check(config)).rejects.toThrow(/share the page with it/);
    await expect(publish()).rejects.toThrow(MissingPermission);
  });

  it("warns when anyone on the internet can read the parent page", async () => {
    await restart({ parents: [{ id: PARENT, title: "Open", isPublic: true }] });
    expect((await target.check(config)).warnings).toHaveLength(1);
  });

  it("puts the marker at the start of a page that takes several requests, and at the end of a shorter page", async () => {
    const long = buildContent({
      body: [
        buildSection(
          Array.from({ length: 250 }, (_, index) => buildSentence(`Step ${index}`)),
          { layout: "steps" },
        ),
      ],
    });
    const blocks = target.render(long);
    expect(splitIntoRequests(blocks).length).toBeGreaterThan(2);
    expect(blocks[0]?.key).toContain(SAMPLE_MARKER);
    expect(target.render(buildContent()).at(-1)?.key).toContain(SAMPLE_MARKER);
  });

  it("never reports half a page as a failure without effect, and completes it by an update", async () => {
    const long = buildContent({
      body: [
        buildSection(
          Array.from({ length: 250 }, (_, index) => buildSentence(`Step ${index}`)),
          { layout: "steps" },
        ),
      ],
    });
    standIn.fail({ match: "PATCH /v1/blocks/", kind: { status: 400 } });
    await expect(publish(long)).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: true });
    const [half, ...others] = await target.find(config, {
      marker: SAMPLE_MARKER,
      title: long.title,
      createdAfter: new Date(),
    });
    expect(others).toEqual([]);
    expect(half?.blocks).toHaveLength(100);
    if (!half) throw new Error("not found");
    const whole = await update(half, target.render(long));
    expect(whole.blocks.map(({ key }) => key)).toEqual(target.render(long).map(({ key }) => key));
    expect(standIn.countByMarker(SAMPLE_MARKER)).toBe(1);
  });

  it("counts a page as published if it exists but could not be read back", async () => {
    standIn.fail({ match: "GET /v1/blocks/", kind: { status: 429, retryAfter: 600 } });
    const page = await publish();
    expect(page.blocks.map(({ key }) => key)).toEqual(target.render(buildContent()).map(({ key }) => key));
  });

  it("rewrites changed blocks in place and touches no other block", async () => {
    const page = await publish();
    await update(page, render("one", "two", "three"));
    const ids = (await read(page)).blocks.map(({ id }) => id);
    standIn.calls.splice(0);
    const after = await update(page, render("one", "TWO", "three"));
    expect(writes()).toEqual(["PATCH /v1/blocks/…"]);
    expect(after.blocks.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ["in the middle", ["a", "c"], ["a", "b", "c"]],
    ["at the end", ["a"], ["a", "b", "c"]],
    ["at the start", ["b", "c"], ["a", "b", "c"]],
    ["everywhere", ["b", "d"], ["a", "b", "c", "d", "e"]],
  ])("inserts %s", async (_where, before, after) => {
    const page = await publish();
    await update(page, render(...before));
    expect(texts(await update(page, render(...after))).slice(0, -1)).toEqual(after);
  });

  it("deletes removed blocks by their ids", async () => {
    const page = await publish();
    await update(page, render("a", "b", "c"));
    standIn.calls.splice(0);
    expect(texts(await update(page, render("a", "c"))).slice(0, -1)).toEqual(["a", "c"]);
    expect(writes()).toEqual(["DELETE /v1/blocks/…"]);
  });

  it("makes no call that changes something if nothing changed", async () => {
    const page = await publish();
    standIn.calls.splice(0);
    await update(page, target.render(buildContent()));
    expect(writes()).toEqual([]);
  });

  it("notices an edit within the same minute as the last one", async () => {
    const before = await read(await publish());
    standIn.editAsPerson(
      before.externalId,
      ({ blocks, newBlock }) => void blocks.splice(0, 1, newBlock(paragraph("Edited."))),
    );
    const after = await read(before);
    expect(after.version).not.toBe(before.version);
  });

  it("reads and keeps code below a step", async () => {
    const page = await publish();
    const step = (await read(page)).blocks.find(({ key }) => key.includes("Restart it"));
    expect(JSON.parse(step?.key ?? "{}").children).toHaveLength(1);
  });

  describe("with 500 blocks that have children", () => {
    const MANY = 500;
    let page: RemotePage;
    beforeEach(async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      page = await publish();
      standIn.editAsPerson(page.externalId, ({ blocks, newBlock }) => {
        for (let at = 0; at < MANY; at += 1)
          blocks.push(
            newBlock({
              type: "paragraph",
              paragraph: { ...paragraph(`Outer ${at}`).paragraph, children: [paragraph(`Inner ${at}`)] },
            }),
          );
      });
      // Notion's times are whole minutes, so blocks edited just now would be read again.
      vi.setSystemTime(Date.now() + 10 * 60_000);
      standIn.calls.splice(0);
    });
    afterEach(() => void vi.useRealTimers());

    it("reads the children of a block once for reading and changing the page", async () => {
      const before = await read(page);
      expect(standIn.calls.length).toBeGreaterThan(MANY);
      standIn.calls.splice(0);
      const { title, version, blocks } = before;
      await target.update(config, page.externalId, {
        title,
        blocks: blocks.filter(({ key }) => !key.includes("Outer 7")),
        labels: [],
        expectedVersion: version,
        note: "",
      });
      expect(standIn.calls.length).toBeLessThan(MANY);
      expect(texts(await read(page)).join()).not.toContain("Outer 7");
    });

    it("continues where an earlier attempt timed out", async () => {
      let most = 200;
      let stop = new AbortController();
      const slow = createNotionTarget({
        fetch: (...given) => {
          if (standIn.calls.length > most) stop.abort(new DOMException("over", "TimeoutError"));
          return fetch(...given);
        },
        apiBaseUrl: standIn.url,
        requestsPerSecond: QUICK,
      });
      await expect(slow.read(config, page.externalId, stop.signal)).rejects.toThrow(ReadTimedOut);
      most = 400;
      stop = new AbortController();
      await expect(slow.read(config, page.externalId, stop.signal)).rejects.toThrow(ReadTimedOut);
      most = Number.POSITIVE_INFINITY;
      stop = new AbortController();
      const found = await slow.read(config, page.externalId, stop.signal);
      expect(texts(found as RemotePage).join()).toContain(`Outer ${MANY - 1}`);
      expect(standIn.calls.length).toBeLessThan(MANY + 100);
    });

    it("also continues when it searches its own pages and when it restores a page", async () => {
      const { title } = page;
      const look = { marker: SAMPLE_MARKER, title, createdAfter: new Date(Date.now() - 3_600_000) };
      const works = [
        (slow: typeof target, signal: AbortSignal) => slow.find(config, look, signal),
        (slow: typeof target, signal: AbortSignal) => slow.restore(config, page.externalId, signal),
      ];
      for (const work of works) {
        let most = standIn.calls.length + 200;
        let stop = new AbortController();
        const slow = createNotionTarget({
          fetch: (...given) => {
            if (standIn.calls.length > most) stop.abort(new DOMException("over", "TimeoutError"));
            return fetch(...given);
          },
          apiBaseUrl: standIn.url,
          requestsPerSecond: QUICK,
        });
        await expect(work(slow, stop.signal)).rejects.toThrow(ReadTimedOut);
        most = Number.POSITIVE_INFINITY;
        stop = new AbortController();
        const before = standIn.calls.length;
        expect(JSON.stringify(await work(slow, stop.signal))).toContain(`Outer ${MANY - 1}`);
        expect(standIn.calls.length - before).toBeLessThan(MANY);
      }
    });
  });

  it("links the number of a source to its message", async () => {
    await publish();
    const children = JSON.stringify(standIn.pages()[0]?.children);
    expect(children).toContain('"content":"[1]","link":{"url":"https://acme.slack.com/archives/C1/p1"}');
  });

  it("keeps within three requests a second, as Notion asks", async () => {
    await restart({ requestsPerSecond: 3 });
    target = createNotionTarget({ fetch, apiBaseUrl: standIn.url });
    for (let call = 0; call < 5; call += 1) await target.read(config, PARENT);
    expect(standIn.calls.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it.each([
    ["ts", "typescript"],
    ["JS", "javascript"],
    ["sh", "shell"],
    ["c#", "c#"],
    ["", "plain text"],
    ["<script>", "plain text"],
    [null, "plain text"],
  ])("calls the code language %j %j", (language, known) => {
    expect(toNotionLanguage(language)).toBe(known);
  });

  it("splits long text into runs of at most 2,000 characters without splitting a character", () => {
    const runs = toTextRuns(`x${"😀".repeat(5_000)}`);
    expect(Math.max(...runs.map(({ text }) => text.content.length))).toBeLessThanOrEqual(2_000);
    expect(runs.every(({ text }) => text.content.isWellFormed())).toBe(true);
    expect(runs.map(({ text }) => text.content).join("")).toBe(`x${"😀".repeat(5_000)}`);
  });

  it("sends at most 100 blocks and 500 KB in a request", async () => {
    const big = Array.from({ length: 40 }, (_, index) => buildCode(`${index}${"多".repeat(20_000)}`));
    await publish(buildContent({ body: [buildSection(big)] }));
    const sizes = standIn.calls
      .filter(({ method }) => method !== "GET")
      .map(({ body }) => Buffer.byteLength(JSON.stringify(body)));
    expect(Math.max(...sizes)).toBeLessThan(500_000);
    expect(sizes.length).toBeGreaterThan(4);
  });
});
