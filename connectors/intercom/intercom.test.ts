import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_APP,
  DEFAULT_COLLECTION,
  type IntercomStandIn,
  type IntercomStandInOptions,
  startIntercomStandIn,
} from "../../tools/stand-ins/intercom/server.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import { describeHelpCentre } from "../testing/describe-help-centre.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { buildPageHtml, describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { buildContent, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import type { WikiList } from "../wiki-pages.ts";
import { getSite } from "./site.ts";
import { createIntercomTarget } from "./target.ts";

const COLLECTION = String(DEFAULT_COLLECTION.id);

describeKnowledgeTarget("Intercom", async () => {
  const standIn = await startIntercomStandIn();
  const gone = await startIntercomStandIn();
  await gone.close();
  const config = { baseUrl: standIn.url, spaceId: COLLECTION, apiKey: DEFAULT_APP.token };
  return {
    standIn,
    target: createIntercomTarget({ fetch }),
    hastyTarget: createIntercomTarget({ fetch, timeoutMs: 3_000 }),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: "wrong-token" },
    wrongPlace: { ...config, spaceId: "999" },
    nobodyThere: { target: createIntercomTarget({ fetch }), config: { ...config, baseUrl: gone.url } },
    createCall: "POST /articles",
    changeCall: "PUT /articles",
    readCall: "GET /articles/",
    addParagraphAsPerson: (articleId, text) =>
      standIn.editAsPerson(articleId, (article) => {
        article.body += `<p>${text}</p>`;
      }),
  };
});

describeHelpCentre("Intercom", async () => {
  const standIn = await startIntercomStandIn();
  return {
    standIn,
    create: createIntercomTarget,
    config: { baseUrl: standIn.url, spaceId: COLLECTION, apiKey: DEFAULT_APP.token },
    article: () => standIn.articles()[0] ?? { title: "", body: "", state: "" },
    changeCall: "PUT /",
    away: "draft",
  };
});

describeWikiReading("Intercom", async () => {
  const standIn = await startIntercomStandIn({
    collections: [
      DEFAULT_COLLECTION,
      { id: 12, name: "Returns" },
      { id: 13, name: "From abroad", parentId: 12 },
      { id: 14, name: "By ship", parentId: 13 },
      { id: 99, name: "Board", isHidden: true },
    ],
  });
  const config = { baseUrl: standIn.url, spaceId: COLLECTION, apiKey: DEFAULT_APP.token };
  const at = (collectionId: number) => standIn.writeAsPerson(collectionId, `In ${collectionId}`, "<p>Words.</p>");
  return {
    standIn,
    config,
    target: createIntercomTarget({ fetch }),
    wrongSecret: { ...config, apiKey: "wrong-token" },
    write: (title, text) => standIn.writeAsPerson(DEFAULT_COLLECTION.id, title, buildPageHtml(text)),
    edit: (id, text) => standIn.editAsPerson(id, (article) => void (article.body = buildPageHtml(text))),
    anchor: /^h_/,
    remove: (id) => standIn.deleteAsPerson(id),
    release: (id) => standIn.editAsPerson(id, (article) => void (article.state = "published")),
    choices: {
      "collections with those below"() {
        const read = [at(14), at(12)];
        const leave = () => standIn.moveAsPerson(read[0] ?? "", DEFAULT_COLLECTION.id);
        return { places: ["12"], read, left: [at(DEFAULT_COLLECTION.id)], leave };
      },
      "several collections"() {
        const read = [at(13), at(DEFAULT_COLLECTION.id)];
        const leave = () => standIn.moveAsPerson(read[0] ?? "", 12);
        return { places: ["collection:13", `collection:${COLLECTION}`], read, left: [at(12)], leave };
      },
    },
    placesOfPeople: {},
    hiddenChoices: { "99": ["collection:99"], elsewhere: ["elsewhere"] },
    listedChoices: () => ({ collection: "Returns › From abroad › By ship" }),
  };
});

it.each([
  ["https://app.intercom.com/a/apps/acme01", "https://api.intercom.io", "https://app.intercom.com"],
  ["https://app.eu.intercom.com", "https://api.eu.intercom.io", "https://app.eu.intercom.com"],
  ["https://api.au.intercom.io/", "https://api.au.intercom.io", "https://app.au.intercom.com"],
])("calls the Intercom of the region in %s", (baseUrl, api, app) => {
  expect(getSite({ baseUrl })).toEqual({ api, app });
});

describe("Intercom", () => {
  let target: ReturnType<typeof createIntercomTarget>;
  let standIn: IntercomStandIn;
  const restart = async (options?: IntercomStandInOptions) => {
    await standIn?.close();
    standIn = await startIntercomStandIn(options);
    target = createIntercomTarget({ fetch });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({
    baseUrl: standIn.url,
    spaceId: COLLECTION,
    apiKey: DEFAULT_APP.token,
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
  const article = () => {
    const [first] = standIn.articles();
    if (!first) throw new Error("there is no article");
    return first;
  };

  it("names the teammate, the workspace and the collection, which is also found by its address", async () => {
    const spaceId = `https://help.acme.example/en/collections/${COLLECTION}-answers`;
    expect(await target.check(config({ spaceId }))).toEqual({
      account: "Docs Bot in Acme",
      place: `Collection Answers (${COLLECTION})`,
      warnings: [],
    });
  });

  it("reports that the app may not write articles, and changes nothing to find this out", async () => {
    await restart({ apps: [{ ...DEFAULT_APP, mayWriteArticles: false }] });
    await expect(target.check(config())).rejects.toMatchObject({
      code: "missing-permission",
      scope: "Read and write articles",
    });
    await expect(publish()).rejects.toThrow(MissingPermission);
    expect(standIn.articles()).toEqual([]);
  });

  it("creates a draft, and lets people decide about publishing it", async () => {
    const { externalId, url } = await publish();
    expect(article()).toMatchObject({ state: "draft", collectionId: DEFAULT_COLLECTION.id });
    expect(url).toContain("/a/apps/acme01/articles/articles/");
    standIn.editAsPerson(externalId, (edited) => {
      edited.state = "published";
    });
    const updated = await update(externalId, "For customers");
    expect(article()).toMatchObject({ state: "published", title: "For customers" });
    expect(updated.url).toBe(`${standIn.url}/en/articles/${externalId}`);
  });

  it("restores a title that a teammate saved at the moment of our change", async () => {
    const { externalId } = await publish();
    standIn.before("PUT /", () =>
      standIn.editAsPerson(externalId, (edited) => {
        edited.title = "A teammate's title";
      }),
    );
    expect(await update(externalId, "Changed by us")).toMatchObject({ title: "A teammate's title" });
    expect(article()).toMatchObject({ title: "A teammate's title" });
  });

  it("changes the article even if the app cannot see its versions", async () => {
    await restart({ apps: [{ ...DEFAULT_APP, seesVersions: false }] });
    const { externalId } = await publish();
    standIn.before("PUT /", () =>
      standIn.editAsPerson(externalId, (edited) => {
        edited.body += "<p>Only in the history.</p>";
      }),
    );
    expect(await update(externalId, "Changed by us")).toMatchObject({ title: "Changed by us" });
  });

  it("does not count a rewrite by Intercom's editor as a person's edit, and reads the same sentences", async () => {
    const content = buildContent({
      summary: [buildSentence("“Ann’s” – **one** & `two`.", "m1", "m2"), buildSentence("Two.")],
    });
    const { externalId } = await publish(content);
    const after = await target.read(config(), externalId);
    expect(article().body).toContain('class="no-margin"');
    const sent = target.render(content);
    expect(after?.blocks.map(({ key }) => key)).toEqual(sent.map(({ key }) => key));
    expect(after?.blocks.map((block) => target.textOf(block)).slice(0, -1)).toEqual(
      sent
        .map((block) => target.textOf(block))
        .slice(0, -1)
        .map(
          (texts) =>
            // Intercom does not store the language of code.
            texts?.map((text) => (text.kind === "code" ? { ...text, language: null } : text)) ?? null,
        ),
    );
  });

  it("finds an article that comes after several lists of others, and none in another collection or by a person", async () => {
    await publish(buildContent({ title: "First" }));
    standIn.writeAsPerson(DEFAULT_COLLECTION.id, "Copy", article().body);
    for (let index = 0; index < 30; index += 1)
      standIn.writeAsPerson(DEFAULT_COLLECTION.id, `Other ${index}`, "<p>a</p>");
    const wanted = { marker: SAMPLE_MARKER, title: "", createdAfter: new Date(Date.now() - 60_000) };
    expect((await target.find(config(), wanted)).map(({ title }) => title)).toEqual(["First"]);
    await restart({ collections: [DEFAULT_COLLECTION, { id: 4_002, name: "Elsewhere" }] });
    await publish();
    expect(await target.find(config({ spaceId: "4002" }), wanted)).toEqual([]);
  });

  it("lists every article even if somebody edits one while the list is read", async () => {
    const ids = Array.from({ length: 30 }, (_, index) =>
      standIn.writeAsPerson(DEFAULT_COLLECTION.id, `Other ${index}`, "<p>a</p>"),
    );
    for (const id of ids) standIn.age(id, 60_000);
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const list: WikiList | undefined = await target.listPages?.(config(), { places: [], since: null, cursor });
      for (const { externalId } of list?.pages ?? []) seen.add(externalId);
      if (cursor === null) {
        standIn.editAsPerson(ids[0] ?? "", (edited) => void (edited.body = "<p>b</p>"));
      }
      cursor = list?.next ?? null;
    } while (cursor !== null);
    expect([...seen].sort()).toEqual(ids.toSorted());
  });

  it("does not read people's drafts", async () => {
    const id = standIn.writeAsPerson(DEFAULT_COLLECTION.id, "Plan", "<p>Lay off ten people.</p>");
    standIn.editAsPerson(id, (edited) => void (edited.state = "draft"));
    const list = await target.listPages?.(config(), { places: [], since: null, cursor: null });
    expect([list?.pages, await target.readPage?.(config(), id)]).toEqual([[], null]);
  });

  it("counts a deleted article as gone, and makes no statement about an article in a hidden collection", async () => {
    const { externalId } = await publish();
    standIn.deleteAsPerson(externalId);
    expect(await target.read(config(), externalId)).toBeNull();
    const change = { title: "t", blocks: [], labels: [], expectedVersion: "", note: "" };
    await expect(target.update(config(), externalId, change)).rejects.toThrow(NotFound);
    standIn.hideCollection(DEFAULT_COLLECTION.id, true);
    await expect(target.read(config(), externalId)).rejects.toThrow(MissingPermission);
    await expect(publish()).rejects.toThrow(MissingPermission);
  });
});
