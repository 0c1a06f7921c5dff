import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_BASE,
  DEFAULT_USER,
  type ServicenowStandIn,
  type ServicenowStandInOptions,
  startServicenowStandIn,
} from "../../tools/stand-ins/servicenow/server.ts";
import { MissingPermission, NotFound, Refused } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import { describeHelpCentre } from "../testing/describe-help-centre.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { buildPageHtml, describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { buildContent, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import type { ListedPage, WikiList } from "../wiki-pages.ts";
import { createServicenowTarget } from "./target.ts";

const ACCOUNT = `${DEFAULT_USER.userName}:${DEFAULT_USER.password}`;

describeKnowledgeTarget("ServiceNow", async () => {
  const standIn = await startServicenowStandIn();
  const gone = await startServicenowStandIn();
  await gone.close();
  const config = { baseUrl: standIn.url, spaceId: DEFAULT_BASE.title, apiKey: ACCOUNT };
  return {
    standIn,
    target: createServicenowTarget({ fetch }),
    hastyTarget: createServicenowTarget({ fetch, timeoutMs: 3_000 }),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: "lorekeep:wrong" },
    wrongPlace: { ...config, spaceId: "Elsewhere" },
    nobodyThere: { target: createServicenowTarget({ fetch }), config: { ...config, baseUrl: gone.url } },
    createCall: "POST /api/now/table/kb_knowledge",
    changeCall: "PATCH /api/now/table/kb_knowledge",
    readCall: "GET /api/now/table/kb_knowledge?",
    addParagraphAsPerson: (number, text) =>
      standIn.editAsPerson(number, (article) => {
        article.body += `<p>${text}</p>`;
      }),
  };
});

describeHelpCentre("ServiceNow", async () => {
  const standIn = await startServicenowStandIn();
  return {
    standIn,
    create: createServicenowTarget,
    config: { baseUrl: standIn.url, spaceId: DEFAULT_BASE.title, apiKey: ACCOUNT },
    article: () => standIn.articles()[0] ?? { title: "", body: "", state: "" },
    changeCall: "PATCH /",
    away: "retired",
  };
});

describeWikiReading("ServiceNow", async () => {
  const id = (letter: string) => letter.repeat(32);
  const standIn = await startServicenowStandIn({
    bases: [DEFAULT_BASE, { sys_id: id("a"), title: "HR" }, { sys_id: id("9"), title: "Board", isHidden: true }],
    categories: [
      { sys_id: id("b"), label: "Leave", parent_id: id("a") },
      { sys_id: id("c"), label: "Parental", parent_id: id("b") },
      { sys_id: id("d"), label: "Laptops", parent_id: DEFAULT_BASE.sys_id },
    ],
  });
  const at = (baseId: string, category = "") => {
    const number = standIn.writeAsPerson(baseId, "Words", "<p>Words.</p>");
    standIn.moveAsPerson(number, { kb_category: category });
    return number;
  };
  const config = { baseUrl: standIn.url, spaceId: DEFAULT_BASE.title, apiKey: ACCOUNT };
  return {
    standIn,
    config,
    target: createServicenowTarget({ fetch }),
    wrongSecret: { ...config, apiKey: "lorekeep:wrong" },
    write: (title, text) => standIn.writeAsPerson(DEFAULT_BASE.sys_id, title, buildPageHtml(text)),
    edit: (id, text) => standIn.editAsPerson(id, (article) => void (article.body = buildPageHtml(text))),
    remove: (id) => standIn.deleteAsPerson(id),
    release: (id) => standIn.editAsPerson(id, (article) => void (article.state = "published")),
    knowsEditor: true,
    choices: {
      "another knowledge base"() {
        const read = [at(id("a")), at(id("a"), id("b"))];
        const leave = () => standIn.moveAsPerson(read[0] ?? "", { kb_knowledge_base: DEFAULT_BASE.sys_id });
        return { places: [id("a")], read, left: [at(DEFAULT_BASE.sys_id)], leave };
      },
      "a category with those below"() {
        const read = [at(id("a"), id("b")), at(id("a"), id("c"))];
        const left = [at(id("a")), at(DEFAULT_BASE.sys_id, id("d"))];
        const leave = () => standIn.moveAsPerson(read[0] ?? "", { kb_category: "" });
        return { places: [`base:${id("a")}`, `category:${id("b")}`], read, left, leave };
      },
      "a category of the knowledge base that receives articles"() {
        const read = [at(DEFAULT_BASE.sys_id, id("d"))];
        return { places: [`category:${id("d")}`], read, left: [at(DEFAULT_BASE.sys_id), at(id("a"), id("d"))] };
      },
    },
    placesOfPeople: {},
    hiddenChoices: { [id("9")]: [`base:${id("9")}`], "a^b": ["category:a^b"] },
    listedChoices: () => ({ base: "HR", category: "HR › Leave › Parental" }),
  };
});

describe("ServiceNow", () => {
  let target: ReturnType<typeof createServicenowTarget>;
  let standIn: ServicenowStandIn;
  const restart = async (options?: ServicenowStandInOptions) => {
    await standIn?.close();
    standIn = await startServicenowStandIn(options);
    target = createServicenowTarget({ fetch });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({
    baseUrl: `${standIn.url}/nav_to.do`,
    spaceId: DEFAULT_BASE.title,
    apiKey: ACCOUNT,
    ...overrides,
  });
  const publish = (content = buildContent()) =>
    target.publish(config(), { title: content.title, blocks: target.render(content), labels: content.labels });
  const update = async (externalId: string, title: string) => {
    const page = await target.read(config(), externalId);
    if (!page) throw new Error("the page is gone");
    const { blocks, version: expectedVersion } = page;
    return target.update(config(), externalId, { title, blocks, labels: [], expectedVersion, note: "" });
  };
  const newest = () => {
    const last = standIn.records().at(-1);
    if (!last) throw new Error("there is no article");
    return last;
  };
  const publishThere = (number: string) =>
    standIn.editAsPerson(number, (article) => {
      article.state = "published";
    });

  it("names the person and the knowledge base, which is found by title or sys_id", async () => {
    for (const spaceId of [DEFAULT_BASE.title, DEFAULT_BASE.sys_id])
      expect(await target.check(config({ spaceId }))).toEqual({
        account: "Lorekeep Bot",
        place: "Knowledge base IT",
        warnings: [],
      });
  });

  it("searches for a name literally, with any characters", async () => {
    await restart({ bases: [DEFAULT_BASE, { sys_id: "b".repeat(32), title: "R^D=1" }] });
    expect((await target.check(config({ spaceId: "R^D=1" }))).place).toBe("Knowledge base R^D=1");
    await expect(target.check(config({ spaceId: "x^ORtitle=IT" }))).rejects.toThrow(MissingPermission);
    const calls = standIn.calls.length;
    await expect(target.check(config({ spaceId: "javascript:gs.sleep(1)" }))).rejects.toThrow(NotFound);
    expect(standIn.calls).toHaveLength(calls);
  });

  it("reports that the user may not write, names the role, and changes nothing to find this out", async () => {
    await restart({ users: [{ ...DEFAULT_USER, mayContribute: false }] });
    await expect(target.check(config())).rejects.toMatchObject({ code: "missing-permission", scope: "knowledge" });
    await expect(publish()).rejects.toThrow(MissingPermission);
    expect(standIn.records()).toEqual([]);
  });

  it("creates a draft, lets people publish it, and keeps a published article up to date", async () => {
    const { externalId, url } = await publish();
    expect(newest()).toMatchObject({ workflow_state: "draft", kb_knowledge_base: DEFAULT_BASE.sys_id });
    expect(url).toBe(`${standIn.url}/kb_view.do?sysparm_article=${externalId}`);
    publishThere(externalId);
    await update(externalId, "For everybody");
    expect(newest()).toMatchObject({ workflow_state: "published", short_description: "For everybody" });
  });

  it("changes no published version if articles have versions, explains what to do, and writes into the next version", async () => {
    await restart({ isVersioned: true });
    const { externalId } = await publish();
    publishThere(externalId);
    const refused = update(externalId, "Version two");
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toThrow(/Check it out there/);
    standIn.checkOutAsPerson(externalId);
    expect(await update(externalId, "Version two")).toMatchObject({ externalId, title: "Version two" });
    expect(standIn.records().map((one) => [one.short_description, one.workflow_state])).toEqual([
      [buildContent().title, "published"],
      ["Version two", "draft"],
    ]);
    const wanted = { marker: SAMPLE_MARKER, title: "", createdAfter: new Date(Date.now() - 60_000) };
    expect(await target.find(config(), wanted)).toMatchObject([{ externalId, title: "Version two" }]);
  });

  it("reports if ServiceNow ignores the change of a published article without an error", async () => {
    await restart({ frozenFields: ["text", "short_description"] });
    const { externalId } = await publish();
    publishThere(externalId);
    const before = newest().text;
    await expect(update(externalId, "Ignored")).rejects.toThrow(/glide\.knowman\.versioning\.enable_minor_edits/);
    expect(newest().text).toBe(before);
  });

  it("changes the article even if it may not read the history", async () => {
    await restart({ users: [{ ...DEFAULT_USER, seesHistory: false }] });
    const { externalId } = await publish();
    standIn.before("PATCH /", () =>
      standIn.editAsPerson(externalId, (article) => {
        article.body += "<p>Only in the history.</p>";
      }),
    );
    expect(await update(externalId, "Changed by us")).toMatchObject({ title: "Changed by us" });
  });

  it("counts a version that a person checked out as an edit", async () => {
    await restart({ isVersioned: true });
    const { externalId, version, blocks, title } = await publish();
    publishThere(externalId);
    standIn.checkOutAsPerson(externalId);
    const late = { title, blocks, labels: [], expectedVersion: version, note: "" };
    await expect(target.update(config(), externalId, late)).rejects.toThrow(PageChanged);
  });

  it("reads the same sentences from the text that ServiceNow stored", async () => {
    const content = buildContent({
      summary: [buildSentence("“Ann’s” – **one** & `two`.", "m1", "m2"), buildSentence("Two.")],
    });
    const { externalId } = await publish(content);
    const after = await target.read(config(), externalId);
    const sent = target.render(content);
    expect(after?.blocks.map((block) => target.textOf(block)).slice(0, -1)).toEqual(
      sent.map((block) => target.textOf(block)).slice(0, -1),
    );
  });

  it("finds an article that comes after several lists of others, and none in another knowledge base or by a person", async () => {
    const elsewhere = { sys_id: "c".repeat(32), title: "Elsewhere" };
    await restart({ bases: [DEFAULT_BASE, elsewhere] });
    await publish(buildContent({ title: "First" }));
    standIn.writeAsPerson(DEFAULT_BASE.sys_id, "Copy", newest().text);
    for (let index = 0; index < 120; index += 1)
      await publish(buildContent({ title: `Other ${index}`, marker: `ref lk-${String(index).padStart(8, "0")}` }));
    const wanted = { createdAfter: new Date(Date.now() - 60_000) };
    const found = await target.find(config(), { ...wanted, marker: SAMPLE_MARKER, title: "" });
    expect(found.map(({ title }) => title)).toEqual(["First"]);
    expect(await target.listUnknown(config(), { ...wanted, known: new Set() })).toHaveLength(121);
    expect(
      await target.find(config({ spaceId: "Elsewhere" }), { ...wanted, marker: SAMPLE_MARKER, title: "" }),
    ).toEqual([]);
  });

  it("counts a deleted article as gone, and makes no statement about an article in a hidden knowledge base", async () => {
    const { externalId } = await publish();
    standIn.hideBase(DEFAULT_BASE.sys_id, true);
    await expect(target.read(config(), externalId)).rejects.toThrow(MissingPermission);
    standIn.hideBase(DEFAULT_BASE.sys_id, false);
    standIn.deleteAsPerson(externalId);
    expect(await target.read(config(), externalId)).toBeNull();
  });

  describe("read as a wiki", () => {
    const write = (title: string, baseId = DEFAULT_BASE.sys_id) =>
      standIn.writeAsPerson(baseId, title, `<p>${title}.</p>`);
    const list = async () => {
      const pages: ListedPage[] = [];
      let cursor: string | null = null;
      do {
        const portion: WikiList | undefined = await target.listPages?.(config(), { places: [], since: null, cursor });
        pages.push(...(portion?.pages ?? []));
        cursor = portion?.next ?? null;
      } while (cursor !== null);
      return pages;
    };

    it.each(["can_read_user_criteria", "cannot_read_user_criteria", "roles"] as const)(
      "never reads an article whose %s restrict its readers",
      async (field) => {
        const number = write("Salaries");
        standIn.limitAsPerson(number, { [field]: "de3a815b1b0601109b6987b7624bcba6" });
        expect(await list()).toMatchObject([{ externalId: number, readers: "restricted" }]);
        expect(await target.readPage?.(config(), number)).toBeNull();
      },
    );

    it("lists every article of its knowledge base once, even in a large knowledge base", async () => {
      await restart({ bases: [DEFAULT_BASE, { sys_id: "b".repeat(32), title: "HR" }] });
      const other = write("Salaries", "b".repeat(32));
      const numbers = Array.from({ length: 205 }, (_, index) => write(`Article ${index}`));
      expect((await list()).map(({ externalId }) => externalId)).toEqual(numbers);
      const pages = [{ externalId: other, above: [] }];
      expect(await target.findGone?.(config(), { places: [], pages })).toEqual([other]);
    });

    it("reads the published version while a new one is written, and none after its last day", async () => {
      await restart({ isVersioned: true });
      const number = write("Returns");
      standIn.checkOutAsPerson(number);
      standIn.editAsPerson(number, (article) => void (article.body = "<p>Not ready.</p>"));
      expect(await target.readPage?.(config(), number)).toMatchObject({ passages: [{ text: "Returns." }] });
      const expired = write("Old");
      standIn.limitAsPerson(expired, { valid_to: "2020-01-01" });
      expect((await list()).map(({ externalId }) => externalId)).toEqual([number]);
      expect(await target.readPage?.(config(), expired)).toBeNull();
    });
  });

  it("refuses an article that ServiceNow would cut, before it sends anything", async () => {
    const summary = Array.from({ length: 700 }, (_, index) => buildSentence(`Sentence ${index} ${"x".repeat(90)}.`));
    await expect(publish(buildContent({ summary }))).rejects.toThrow(/too long for ServiceNow/);
    expect(standIn.records()).toEqual([]);
  });
});

describe("ServiceNow by OAuth client credentials", () => {
  const CLIENT = { id: "c0ffee".padEnd(32, "0"), secret: "s:ecret" };
  const start = async (user = {}) => {
    const standIn = await startServicenowStandIn({ users: [{ ...DEFAULT_USER, client: CLIENT, ...user }] });
    const config = { baseUrl: standIn.url, spaceId: DEFAULT_BASE.title, apiKey: `${CLIENT.id}:${CLIENT.secret}` };
    return { standIn, config, target: createServicenowTarget({ fetch }) };
  };

  it("publishes and finds in the name of the application's user with one token, and with a new token after it expired", async () => {
    const { standIn, config, target } = await start();
    const tokens = () => standIn.calls.filter(({ path }) => path.startsWith("/oauth_token.do")).length;
    try {
      expect(await target.check(config)).toMatchObject({ account: DEFAULT_USER.name });
      const content = buildContent();
      const page = { title: content.title, blocks: target.render(content), labels: content.labels };
      const { externalId } = await target.publish(config, page);
      const wanted = { marker: SAMPLE_MARKER, title: content.title, createdAfter: new Date(0) };
      expect((await target.find(config, wanted)).map((found) => found.externalId)).toEqual([externalId]);
      expect(tokens()).toBe(1);
      standIn.endTokens();
      expect(await target.read(config, externalId)).toMatchObject({ externalId });
      expect(tokens()).toBe(2);
    } finally {
      await standIn.close();
    }
  });

  it("explains why a client may get no token, and never shows its secret", async () => {
    const { standIn, config, target } = await start();
    try {
      const refused = target.check({ ...config, apiKey: `${CLIENT.id}:wrong-secret` });
      await expect(refused).rejects.toThrow(/OAuth Application User, and that the system property glide\.oauth/);
      await expect(refused).rejects.not.toThrow(/wrong-secret/);
    } finally {
      await standIn.close();
    }
  });
});
