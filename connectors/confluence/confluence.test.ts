import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ConfluenceStandIn,
  type ConfluenceStandInOptions,
  startConfluenceStandIn,
} from "../../tools/stand-ins/confluence/server.ts";
import { CredentialsRejected, MissingPermission, Refused } from "../errors.ts";
import { TitleTaken } from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { describeWikiComments } from "../testing/describe-wiki-comments.ts";
import { describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { describeWikiRepair } from "../testing/describe-wiki-repair.ts";
import { buildCode, buildContent, buildSection, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import { createConfluencePages } from "../testing/pages-of-people.ts";
import { normalizeStorage } from "./canonical.ts";
import { joinStorage, splitStorage } from "./storage.ts";
import { createConfluenceTarget } from "./target.ts";

const SECRET = "bot@acme.example:confluence-token";
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };

describeKnowledgeTarget("Confluence", async () => {
  const standIn = await startConfluenceStandIn();
  const gone = await startConfluenceStandIn();
  const { gatewayUrl } = standIn;
  await gone.close();
  const config = { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET };
  return {
    standIn,
    target: createConfluenceTarget({ fetch, gatewayUrl }),
    hastyTarget: createConfluenceTarget({ fetch, gatewayUrl, timeoutMs: 3_000 }),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: "bot@acme.example:wrong-token" },
    wrongPlace: { ...config, spaceId: "NOPE" },
    nobodyThere: { target: createConfluenceTarget({ fetch, gatewayUrl }), config: { ...config, baseUrl: gone.url } },
    createCall: "POST /wiki/api/v2/pages",
    changeCall: "PUT /wiki/api/v2/pages",
    readCall: "GET /wiki/api/v2/pages/",
    addParagraphAsPerson: (pageId, text) =>
      standIn.editAsPerson(pageId, (page) => {
        page.storage += `<p>${text}</p>`;
      }),
  };
});

const pageOf = (text: string) =>
  `<h2>Returns</h2><p>${text}</p><table><tbody><tr><th>Country</th><th>Days</th></tr><tr><td><p>Austria</p></td><td><p>14</p></td></tr></tbody></table>`;

describeWikiReading("Confluence", async () => {
  const standIn = await startConfluenceStandIn({
    spaces: [
      { key: "DOC", name: "Documentation" },
      { key: "HR", name: "People" },
    ],
  });
  const at = (title: string, place: Parameters<typeof standIn.createAsPerson>[2]) =>
    standIn.createAsPerson(title, "<p>Words.</p>", place);
  const config = { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET };
  return {
    standIn,
    config,
    target: createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl }),
    wrongSecret: { ...config, apiKey: "bot@acme.example:wrong-token" },
    knowsEditor: true,
    anchor: /^Returns$/,
    write: (title, text) => standIn.createAsPerson(title, pageOf(text)),
    writeBelow: (parentId, title) => standIn.createAsPerson(title, "<p>Below.</p>", { parentId }),
    edit: (id, text) => standIn.editAsPerson(id, (page) => void (page.storage = pageOf(text))),
    remove: (id) => standIn.trashAsPerson(id),
    restrict: (id) => standIn.restrictAsPerson(id, "person", "account"),
    choices: {
      spaces: () => ({
        places: ["HR", "space:DOC"],
        read: [at("Leave", { spaceKey: "HR" }), at("Hours", {})],
        left: [],
      }),
      "another space"() {
        const read = at("Pay", { spaceKey: "HR" });
        return {
          places: ["HR"],
          read: [read],
          left: [at("Vans", {})],
          leave: () => standIn.moveAsPerson(read, "DOC"),
        };
      },
      labels() {
        const [read, left] = [at("Binder", {}), at("Spindle", {})];
        standIn.labelAsPerson(read, "howto");
        const leave = () => standIn.unlabelAsPerson(read, "howto");
        return { places: ["space:DOC", "label:howto"], read: [read], left: [left], leave };
      },
      trees() {
        const root = at("Depot", {});
        const below = at("Goods in", { parentId: root });
        const address = `${standIn.url}/wiki/spaces/DOC/pages/${root}/Depot`;
        return { places: [`tree:${address}`], read: [below, root], left: [at("Canteen", {})] };
      },
    },
    placesOfPeople: {
      "a page"() {
        const parentId = at("Depot of people", { parentId: at("Places of people", {}) });
        const isThere = (id: string) => standIn.pages().some((one) => one.id === id && one.parentId === parentId);
        return { page: at("Goods in", { parentId }), isThere, remove: () => standIn.trashAsPerson(parentId) };
      },
    },
    hiddenChoices: { ORDERS: ["ORDERS"], "990099": ["tree:990099"] },
  };
});

it("says of a page of a chosen label or tree that a page above it, which is not chosen, is restricted", async () => {
  const standIn = await startConfluenceStandIn();
  const config = { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET };
  const target = createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl });
  const above = standIn.createAsPerson("Pay", "<p>Pay.</p>");
  const root = standIn.createAsPerson("Bonus", "<p>Bonus.</p>", { parentId: above });
  const open = standIn.createAsPerson("Hours", "<p>Hours.</p>");
  for (const id of [root, open]) standIn.labelAsPerson(id, "howto");
  standIn.restrictAsPerson(above, "person", "account");
  for (const places of [["label:howto"], [`tree:${root}`, `tree:${open}`]]) {
    const { pages } = (await target.listPages?.(config, { places, since: null, cursor: null })) ?? { pages: [] };
    expect(pages.map(({ externalId, readers }) => [externalId, readers])).toEqual([
      [root, "restricted"],
      [open, "place"],
    ]);
  }
  await expect(target.listPages?.(config, { places: ["tree:x"], since: null, cursor: null })).rejects.toThrow(Refused);
  await standIn.close();
});

it("names no place for new articles where other spaces are read than the one in which they are published", async () => {
  const standIn = await startConfluenceStandIn({
    spaces: [
      { key: "DOC", name: "Documentation" },
      { key: "OPS", name: "Operations" },
    ],
  });
  const config = { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET };
  const target = createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl });
  const top = standIn.createAsPerson("Handbook", "<p>Handbook.</p>");
  const parentId = standIn.createAsPerson("Depot", "<p>Depot.</p>", { parentId: top });
  const below = standIn.createAsPerson("Goods in", "<p>Goods.</p>", { parentId });
  const containersWith = async (places: string[]) => {
    const { pages } = (await target.listPages?.(config, { places, since: null, cursor: null })) ?? { pages: [] };
    return pages.find(({ externalId }) => externalId === below)?.containers ?? [];
  };
  expect(await containersWith([])).toEqual([parentId]);
  expect(await containersWith(["space:DOC"])).toEqual([parentId]);
  expect(await containersWith(["DOC", "OPS"])).toEqual([]);
  await standIn.close();
});

describeWikiRepair("Confluence", async () => {
  const standIn = await startConfluenceStandIn({ callsInABurst: 100_000 });
  return {
    standIn,
    config: { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET },
    target: createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl }),
    changeCall: "PUT /wiki/api/v2/pages",
    ...createConfluencePages(standIn),
    notes: (id) => standIn.pages().find((page) => page.id === id)?.version.message ?? "",
  };
});

describeWikiComments("Confluence", async () => {
  const scopes = ["read:page:confluence", "read:comment:confluence", "write:comment:confluence"];
  const account = (email: string, more = {}) => ({ email, token: "confluence-token", name: "Docs Bot", ...more });
  const without = (scope: string) => ({ scopes: scopes.filter((one) => one !== scope) });
  const standIn = await startConfluenceStandIn({
    accounts: [
      account("bot@acme.example"),
      account("mute@acme.example", { mayNotComment: true }),
      account("reader@acme.example", without("write:comment:confluence")),
      account("writer@acme.example", without("read:comment:confluence")),
    ],
  });
  const config = { baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET };
  const as = (email: string, origin?: string) => ({ ...config, apiKey: `${email}:confluence-token`, origin });
  const gateway = `${standIn.gatewayUrl}/${standIn.cloudId}`;
  const commentsOn = (id: string) => standIn.comments().filter(({ pageId }) => pageId === id);
  return {
    standIn,
    config,
    target: createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl }),
    ...createConfluencePages(standIn),
    commentCall: "POST /wiki/api/v2/footer-comments",
    comments: (id) =>
      commentsOn(id).map(({ body = "" }) =>
        body.replace(/<[^>]*>/g, "\n").replace(/&(lt|gt|quot|amp);/g, (_, name) => ENTITIES[name] ?? ""),
      ),
    answer: (id) => standIn.remarkAsPerson(id, commentsOn(id)[0]?.ref),
    lacking: [
      { config: as("mute@acme.example"), word: "Add comments" },
      { config: as("reader@acme.example", gateway), word: "write:comment:confluence" },
      { config: as("writer@acme.example", gateway), word: "read:comment:confluence" },
    ],
  };
});

describe("Confluence", () => {
  let target: ReturnType<typeof createConfluenceTarget>;
  let standIn: ConfluenceStandIn;
  const restart = async (options?: ConfluenceStandInOptions) => {
    await standIn?.close();
    standIn = await startConfluenceStandIn(options);
    target = createConfluenceTarget({ fetch, gatewayUrl: standIn.gatewayUrl });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({ baseUrl: standIn.url, spaceId: "DOC", apiKey: SECRET, ...overrides });
  const publish = (content = buildContent(), overrides = {}) =>
    target.publish(config(overrides), { title: content.title, blocks: target.render(content), labels: content.labels });

  it.each(["", "/", "/wiki", "/wiki/", "/wiki/spaces/DOC/overview"])(
    "takes the site's address with %j at its end",
    async (suffix) => {
      expect(await target.check(config({ baseUrl: standIn.url + suffix }))).toMatchObject({
        account: "Docs Bot",
        place: "Space Documentation (DOC)",
      });
    },
  );

  it("does not treat wrong credentials as valid on a public site", async () => {
    await restart({ isPublicSite: true, spaces: [{ key: "DOC", name: "Documentation", isPublic: true }] });
    await expect(target.check(config({ apiKey: "bot@acme.example:wrong-token" }))).rejects.toThrow(CredentialsRejected);
    await expect(target.read(config({ apiKey: "bot@acme.example:wrong-token" }), "12345")).rejects.toThrow(
      CredentialsRejected,
    );
  });

  it("warns when anyone on the internet can read the space", async () => {
    await restart({ isPublicSite: true, spaces: [{ key: "DOC", name: "Documentation", isPublic: true }] });
    expect((await target.check(config())).warnings).toEqual([
      "Anyone on the internet can read the space Documentation.",
    ]);
  });

  it("reports that the account may not add pages", async () => {
    await restart({
      accounts: [{ email: "bot@acme.example", token: "confluence-token", name: "Reader", readOnly: true }],
    });
    await expect(target.check(config())).rejects.toThrow(
      new MissingPermission("Reader may not add pages to the space Documentation.", "write:page:confluence"),
    );
    await expect(publish()).rejects.toThrow(MissingPermission);
  });

  it("names the space that does not exist", async () => {
    await expect(target.check(config({ spaceId: "NOPE" }))).rejects.toMatchObject({
      code: "missing-permission",
      message: "There is no space with the key NOPE that Docs Bot can see.",
    });
  });

  it("refuses a token without an e-mail address before any call", async () => {
    await expect(target.check(config({ apiKey: "only-a-token" }))).rejects.toThrow(Refused);
    expect(standIn.calls).toHaveLength(0);
  });

  it("reports a title that is taken", async () => {
    await publish();
    await expect(publish()).rejects.toThrow(TitleTaken);
    const other = await publish(buildContent({ title: "Another" }));
    const update = target.update(config(), other.externalId, {
      title: buildContent().title,
      blocks: other.blocks,
      labels: [],
      expectedVersion: "1",
      note: "",
    });
    await expect(update).rejects.toThrow(TitleTaken);
  });

  it("labels the page, and a page stays published if its labels cannot be added", async () => {
    await publish();
    standIn.fail({ match: "/label", kind: { status: 403 } });
    await publish(buildContent({ title: "Unlabelled" }));
    expect(standIn.pages().map(({ title, labels }) => [title, labels])).toEqual([
      ["How to restart the billing worker", ["billing", "how-to"]],
      ["Unlabelled", []],
    ]);
  });

  it("describes the change in the version's note", async () => {
    const page = await publish();
    await target.update(config(), page.externalId, {
      title: page.title,
      blocks: page.blocks,
      labels: [],
      expectedVersion: page.version,
      note: "New evidence by Ann",
    });
    expect(standIn.pages()[0]?.version).toMatchObject({ number: 2, message: "New evidence by Ann" });
  });

  it("does not restore a page from the trash by an update", async () => {
    const page = await publish();
    await target.archive(config(), page.externalId);
    const update = target.update(config(), page.externalId, {
      title: page.title,
      blocks: page.blocks,
      labels: [],
      expectedVersion: page.version,
      note: "",
    });
    await expect(update).rejects.toThrow();
    expect(standIn.pages()[0]?.status).toBe("trashed");
  });

  it("finds a page that comes after several lists of newer pages", async () => {
    await publish(buildContent({ title: "First" }));
    for (let index = 0; index < 25; index += 1)
      await publish(buildContent({ title: `Page ${index}`, marker: "ref lk-other", labels: [] }));
    const found = await target.find(config(), {
      marker: SAMPLE_MARKER,
      title: "Renamed since",
      createdAfter: new Date(Date.now() - 60_000),
    });
    expect(found.map(({ title }) => title)).toEqual(["First"]);
  });

  it("writes every statement with its sources, and the sources at the end", () => {
    const content = buildContent({
      summary: [buildSentence("Both say so.", "m1", "m2")],
      body: [buildSection([buildSentence("Do:", "m1"), buildCode("x", "ts")])],
      redactions: [],
    });
    const html = target.render(content).map((block) => joinStorage([block]));
    const numbers = '<sup><a href="https://acme.slack.com/archives/C1/p1">[1]</a>, [2]</sup>';
    expect(html).toEqual([
      `<p>Both say so.${numbers}</p>`,
      `<p>Do:${numbers}</p>`,
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">typescript</ac:parameter><ac:plain-text-body><![CDATA[x]]></ac:plain-text-body></ac:structured-macro>',
      "<h2>Sources</h2>",
      expect.stringContaining('<a href="https://acme.slack.com/archives/C1/p1">Ann in #ops, 2026-11-20 09:00 UTC</a>'),
      expect.stringContaining("Ben &amp; Co in #ops, 2026-11-20 09:02 UTC"),
      `<p><em>Written by Lorekeep from your team&#39;s chat. ${SAMPLE_MARKER}</em></p>`,
    ]);
  });

  it("writes no link to an anchor, because one of Confluence's editors would break it", () => {
    const storage = joinStorage(target.render(buildContent()));
    expect(storage).toContain(">[1]</a>");
    expect(storage).not.toMatch(/ac:anchor|ac:name="anchor"|href="#/);
  });

  it.each([
    ['<sup><a href="https://acme.slack.com/archives/C1/p1">[1]</a>, [2]</sup>'],
    ['<sup><ac:link ac:anchor="source-1"><ac:link-body>1</ac:link-body></ac:link></sup>'],
    ['<sup><a href="#source-1">1</a></sup>'],
  ])("recognizes %s as source numbers, even in the form of older pages", (numbers) => {
    const [block] = splitStorage(`<p>A fact.${numbers} More.</p>`);
    expect(block && target.textOf(block)).toEqual([{ kind: "words", parts: ["A fact.", "More."], isEntry: false }]);
  });

  it("does not edit a block with content that is not text", () => {
    const [block] = splitStorage("<p>10 m<sup>2</sup></p>");
    expect(block && target.textOf(block)).toBeNull();
  });

  it.each([
    ["ids", '<p local-id="1" data-x="2">a</p>', "<p>a</p>"],
    [
      "macro ids and versions",
      '<ac:structured-macro ac:name="info" ac:schema-version="1" ac:macro-id="x"><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
      '<ac:structured-macro ac:name="info"><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>',
    ],
    ["the number a list would start with anyway", '<ol start="1"><li><p>a</p></li></ol>', "<ol><li><p>a</p></li></ol>"],
    ["blanks between elements", "<ul>\n  <li>\n    <p>a  b</p>\n  </li>\n</ul>", "<ul><li><p>a b</p></li></ul>"],
    ["entities", "<p>&ldquo;a&rdquo;&nbsp;&amp; b&#x2019;s</p>", "<p>“a” &amp; b’s</p>"],
    ["the form of empty elements", "<p>a<br></br>b</p>", "<p>a<br/>b</p>"],
    [
      "the order of attributes",
      '<a title="t" href="https://x.example">a</a>',
      '<a href="https://x.example" title="t">a</a>',
    ],
    [
      "split CDATA",
      "<ac:plain-text-body><![CDATA[a]]]]><![CDATA[>b]]></ac:plain-text-body>",
      "<ac:plain-text-body><![CDATA[a]]]]><![CDATA[>]]><![CDATA[b]]></ac:plain-text-body>",
    ],
    [
      "the way in which the cloud's editor writes a link to an anchor",
      '<p><ac:link ac:anchor="source-1"><ac:plain-text-link-body><![CDATA[1]]></ac:plain-text-link-body></ac:link></p>',
      '<p><ac:link ac:anchor="source-1" ac:card-appearance="inline"><ac:link-body>1</ac:link-body></ac:link></p>',
    ],
    [
      "the way in which a plain link to an anchor is written",
      '<p><ac:link ac:anchor="source-1"><ac:plain-text-link-body><![CDATA[1]]></ac:plain-text-link-body></ac:link></p>',
      '<p><a href="#source-1">1</a></p>',
    ],
    [
      "what the cloud's editor adds to an anchor",
      '<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">source-1</ac:parameter></ac:structured-macro>',
      '<ac:structured-macro ac:name="anchor" ac:local-id="x"><ac:parameter ac:name="">source-1</ac:parameter><ac:parameter ac:name="legacyAnchorId">LEGACY-source-1</ac:parameter></ac:structured-macro>',
    ],
    [
      "the width that the cloud's editor gives to code",
      '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>',
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="breakoutMode">wide</ac:parameter><ac:parameter ac:name="breakoutWidth">760</ac:parameter><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro>',
    ],
    [
      "an inline comment",
      '<p>a <ac:inline-comment-marker ac:ref="1">b</ac:inline-comment-marker> c</p>',
      "<p>a b c</p>",
    ],
  ])("counts two blocks as equal if they differ only in %s", (_what, one, other) => {
    expect(normalizeStorage(one)).toBe(normalizeStorage(other));
  });

  it.each([
    ["a word", "<p>a</p>", "<p>b</p>"],
    ["emphasis", "<p>a</p>", "<p><em>a</em></p>"],
    ["where a link leads", '<p><a href="https://x.example">a</a></p>', '<p><a href="https://y.example">a</a></p>'],
    ["a blank between words", "<p><em>a</em> <em>b</em></p>", "<p><em>a</em><em>b</em></p>"],
    [
      "a blank in code",
      "<ac:plain-text-body><![CDATA[a  b]]></ac:plain-text-body>",
      "<ac:plain-text-body><![CDATA[a b]]></ac:plain-text-body>",
    ],
    ["an escaped entity", "<p>&amp;nbsp;</p>", "<p>&nbsp;</p>"],
  ])("counts two blocks as different if they differ in %s", (_what, one, other) => {
    expect(normalizeStorage(one)).not.toBe(normalizeStorage(other));
  });

  it("keeps a person's macros, layouts and loose text unchanged", () => {
    const pieces = [
      '<ac:layout ac:x="1"><ac:layout-section><p>a &nbsp; b</p></ac:layout-section></ac:layout>',
      "<hr />",
      '<ac:structured-macro ac:name="toc" ac:macro-id="7" />',
      "<!-- kept with what follows -->loose &amp; text",
      '<ul class="x"><li><p>a</p><ul><li>b</li></ul></li><li>c</li></ul><ul class="x"><li>d</li></ul>',
      "<ol>loose<li>e</li></ol><ul><p>f</p></ul><ul />",
      "<p>z</p>",
    ];
    expect(joinStorage(splitStorage(pieces.join("")))).toBe(
      pieces.join("").replace("<!-- kept with what follows -->", ""),
    );
  });

  it("splits lists into items, and joins the items of one list again", () => {
    const [a, b, c] = splitStorage('<ol start="1"><li>a</li><li>b</li></ol><ul><li>c</li></ul>');
    const [first, , last] = splitStorage("<ol><li>new</li><li>b</li><li>last</li></ol>");
    if (!a || !b || !c || !first || !last) throw new Error("An item is missing.");
    expect(joinStorage([first, a, b, last, c])).toBe(
      "<ol><li>new</li><li>a</li><li>b</li><li>last</li></ol><ul><li>c</li></ul>",
    );
    expect(joinStorage([a, c])).toBe('<ol start="1"><li>a</li></ol><ul><li>c</li></ul>');
  });
});
