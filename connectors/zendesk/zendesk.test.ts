import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DEFAULT_CLIENT,
  DEFAULT_SECTION,
  startZendeskStandIn,
  type ZendeskStandIn,
  type ZendeskStandInOptions,
} from "../../tools/stand-ins/zendesk/server.ts";
import { STAFF_SEGMENT } from "../../tools/stand-ins/zendesk/state.ts";
import { CredentialsRejected, MissingPermission, NotFound, Refused } from "../errors.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { buildPageHtml, describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { buildContent, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import { createZendeskTarget } from "./target.ts";

const SECRET = "lorekeep:zendesk-token";
const SECTION = String(DEFAULT_SECTION.id);

describeKnowledgeTarget("Zendesk", async () => {
  const standIn = await startZendeskStandIn();
  const gone = await startZendeskStandIn();
  await gone.close();
  const config = { baseUrl: standIn.url, spaceId: SECTION, apiKey: SECRET };
  return {
    standIn,
    target: createZendeskTarget({ fetch }),
    hastyTarget: createZendeskTarget({ fetch, timeoutMs: 3_000 }),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: "lorekeep:wrong-token" },
    wrongPlace: { ...config, spaceId: "999" },
    nobodyThere: { target: createZendeskTarget({ fetch }), config: { ...config, baseUrl: gone.url } },
    createCall: `POST /api/v2/help_center/en-us/sections/${SECTION}/articles`,
    changeCall: "PUT /api/v2/help_center/articles",
    overwritten: null,
    readCall: "GET /api/v2/help_center/articles/",
    addParagraphAsPerson: (articleId, text) =>
      standIn.editAsPerson(articleId, (article) => {
        article.body += `<p>${text}</p>`;
      }),
  };
});

describeWikiReading("Zendesk", async () => {
  const standIn = await startZendeskStandIn({
    sections: [
      DEFAULT_SECTION,
      { id: 12, name: "Returns" },
      { id: 13, name: "Returns from abroad", parentId: 12 },
      { id: 21, name: "Vans", categoryId: 2 },
      { id: 22, name: "Drivers", categoryId: 2, parentId: 21 },
      { id: 99, name: "Board", isHidden: true },
    ],
    categories: [
      { id: 1, name: "Shop" },
      { id: 2, name: "Depot" },
    ],
  });
  const config = { baseUrl: standIn.url, spaceId: SECTION, apiKey: SECRET };
  const at = (sectionId: number) => standIn.writeAsPerson(sectionId, `In ${sectionId}`, "<p>Words.</p>");
  return {
    standIn,
    config,
    target: createZendeskTarget({ fetch }),
    wrongSecret: { ...config, apiKey: "lorekeep:wrong-token" },
    write: (title, text) => standIn.writeAsPerson(DEFAULT_SECTION.id, title, buildPageHtml(text)),
    edit: (id, text) => standIn.editAsPerson(id, (article) => void (article.body = buildPageHtml(text))),
    anchor: /^h_/,
    remove: (id) => standIn.archiveAsPerson(id, true),
    choices: {
      "sections with those below"() {
        const read = [at(13), at(12)];
        const leave = () => standIn.moveArticleAsPerson(read[0] ?? "", DEFAULT_SECTION.id);
        return { places: ["12"], read, left: [at(21), at(DEFAULT_SECTION.id)], leave };
      },
      "categories and a section"() {
        const read = [at(22), at(21), at(12)];
        const leave = () => standIn.moveArticleAsPerson(read[0] ?? "", DEFAULT_SECTION.id);
        return { places: ["category:2", "section:12"], read, left: [at(DEFAULT_SECTION.id)], leave };
      },
    },
    placesOfPeople: {
      "a section": () => ({
        page: at(13),
        isThere: (id) => standIn.articles().some((one) => String(one.id) === id && one.sectionId === 13),
      }),
    },
    hiddenChoices: { "99": ["section:99"], "404": ["category:404"], elsewhere: ["elsewhere"] },
    listedChoices: () => ({ section: "Depot › Vans › Drivers", category: "Depot" }),
  };
});

describe("Zendesk", () => {
  let target: ReturnType<typeof createZendeskTarget>;
  let standIn: ZendeskStandIn;
  const restart = async (options?: ZendeskStandInOptions) => {
    await standIn?.close();
    standIn = await startZendeskStandIn(options);
    target = createZendeskTarget({ fetch });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({ baseUrl: standIn.url, spaceId: SECTION, apiKey: SECRET, ...overrides });
  const publish = (content = buildContent()) =>
    target.publish(config(), { title: content.title, blocks: target.render(content), labels: content.labels });
  const update = async (externalId: string, change: Partial<Parameters<typeof target.update>[2]> = {}) => {
    const page = await target.read(config(), externalId);
    if (!page) throw new Error("the page is gone");
    const { title, blocks, version: expectedVersion } = page;
    return target.update(config(), externalId, { title, blocks, labels: [], expectedVersion, note: "", ...change });
  };
  const article = () => {
    const [first] = standIn.articles();
    if (!first) throw new Error("there is no article");
    return first;
  };

  describe("as a wiki that is read", () => {
    const reading = () => {
      const { listPages, readPage } = target;
      if (!listPages || !readPage) throw new Error("Zendesk is not read.");
      return { listPages, readPage };
    };
    const readersOf = async (id: string) => {
      const { pages } = await reading().listPages(config(), { places: [], since: null, cursor: null });
      return pages.find(({ externalId }) => externalId === id)?.readers ?? null;
    };
    const write = () => standIn.writeAsPerson(DEFAULT_SECTION.id, "Bonus", "<p>The bonus is 10 %.</p>");

    it("reports unknown readers for an article that only agents may read, and reads it", async () => {
      const id = write();
      standIn.setSegmentAsPerson(id, STAFF_SEGMENT);
      expect(await readersOf(id)).toBe("unknown");
      expect((await reading().readPage(config(), id))?.passages).toHaveLength(1);
    });

    it("reports an article for any other group of readers as restricted, and reads none of its words", async () => {
      const id = write();
      standIn.setSegmentAsPerson(id, 77_001);
      expect([await readersOf(id), await reading().readPage(config(), id)]).toEqual(["restricted", null]);
    });

    it("reports every group of readers as restricted if the account may not see the groups", async () => {
      await restart({ clients: [{ ...DEFAULT_CLIENT, isGuideAdmin: false }] });
      const id = write();
      standIn.setSegmentAsPerson(id, STAFF_SEGMENT);
      expect([await readersOf(id), await reading().readPage(config(), id)]).toEqual(["restricted", null]);
    });

    it("neither lists nor reads an article that became a draft", async () => {
      const id = write();
      standIn.editAsPerson(id, (article) => void (article.draft = true));
      expect([await readersOf(id), await reading().readPage(config(), id)]).toEqual([null, null]);
    });

    it("lists a help center in several parts, each article once", async () => {
      const ids = Array.from({ length: 65 }, write);
      const listed: string[] = [];
      let cursor: string | null = null;
      do {
        const portion = await reading().listPages(config(), { places: [], since: null, cursor });
        listed.push(...portion.pages.map(({ externalId }) => externalId));
        cursor = portion.next;
      } while (cursor !== null);
      expect(listed.toSorted()).toEqual(ids.toSorted());
    });
  });

  it("accepts the section's address and any address of the help center", async () => {
    const baseUrl = `${standIn.url}/hc/en-us`;
    const spaceId = `${standIn.url}/hc/en-us/sections/${SECTION}-Internal-answers`;
    expect(await target.check(config({ baseUrl, spaceId }))).toEqual({
      account: "Docs Bot",
      place: `Section Internal answers (${SECTION})`,
      warnings: [],
    });
  });

  it("requests a token only for the help center, and caches it", async () => {
    await publish();
    await publish(buildContent({ title: "Another" }));
    const asked = standIn.calls.filter(({ path }) => path === "/oauth/tokens");
    expect(asked.map(({ body }) => body)).toEqual([
      {
        grant_type: "client_credentials",
        client_id: "lorekeep",
        client_secret: "zendesk-token",
        scope: "hc:read hc:write users:read",
      },
    ]);
  });

  it("continues with a new token if the old one expired early", async () => {
    const page = await publish();
    standIn.revokeTokens();
    expect(await target.read(config(), page.externalId)).toMatchObject({ title: page.title });
  });

  it.each([
    ["an identifier without a secret", "only-an-identifier", "form identifier:secret"],
    ["a client kind that gets no token by itself", "public:zendesk-token", "Confidential"],
  ])("explains the problem with %s", async (_what, apiKey, why) => {
    await restart({ clients: [DEFAULT_CLIENT, { ...DEFAULT_CLIENT, identifier: "public", kind: "public" }] });
    await expect(target.check(config({ apiKey }))).rejects.toThrow(CredentialsRejected);
    await expect(target.check(config({ apiKey }))).rejects.toThrow(why);
  });

  it("reports that the OAuth client lacks the scope for writing", async () => {
    await restart({ clients: [{ ...DEFAULT_CLIENT, scopes: ["hc:read", "users:read"] }] });
    await expect(target.check(config())).rejects.toMatchObject({ code: "missing-permission", scope: "hc:write" });
    await expect(publish()).rejects.toThrow(MissingPermission);
  });

  it("reports that an end user may not write, and names a section that does not exist", async () => {
    await restart({ clients: [{ ...DEFAULT_CLIENT, role: "end-user" }] });
    await expect(target.check(config())).rejects.toThrow("Docs Bot is an end user of Zendesk");
    await restart();
    await expect(target.check(config({ spaceId: "77" }))).rejects.toThrow(
      new MissingPermission("There is no section with the ID 77 that Docs Bot can see.", "hc:read"),
    );
  });

  it("uses the permission group of the section's articles if the account may not see all groups", async () => {
    await restart({ clients: [{ ...DEFAULT_CLIENT, isGuideAdmin: false }] });
    await expect(target.check(config())).rejects.toThrow("Make it a Guide admin");
    standIn.writeAsPerson(DEFAULT_SECTION.id, "By hand", "<p>Something.</p>");
    expect(await target.check(config())).toMatchObject({ account: "Docs Bot" });
  });

  it("shows a new article only to agents, notifies nobody, and lets people decide about its readers", async () => {
    const { externalId } = await publish();
    expect(article()).toMatchObject({ draft: false, userSegmentId: expect.any(Number), labels: ["billing", "how-to"] });
    const made = standIn.calls.find(({ method, path }) => method === "POST" && path.endsWith("/articles"));
    expect(made?.body).toMatchObject({ notify_subscribers: false });
    await update(externalId, { title: "Another title" });
    const changes = standIn.calls.filter(({ method }) => method === "PUT");
    expect(JSON.stringify(changes.map(({ body }) => body))).not.toMatch(/user_segment|permission_group|draft/);
  });

  it("creates drafts if the plan cannot restrict an article to agents, and reports this", async () => {
    await restart({ hasStaffSegment: false });
    expect((await target.check(config())).warnings).toEqual([expect.stringContaining("made as drafts")]);
    const { externalId } = await publish();
    expect(article()).toMatchObject({ draft: true, userSegmentId: null });
    await update(externalId, { title: "Still a draft" });
    expect(article()).toMatchObject({ draft: true, title: "Still a draft" });
    await target.archive(config(), externalId);
    await target.restore(config(), externalId);
    expect(article().draft).toBe(true);
  });

  it("archives an article as a draft with a note, and restores it unchanged", async () => {
    const { externalId } = await publish();
    const { body } = article();
    await target.archive(config(), externalId);
    expect(article()).toMatchObject({ draft: true, body: expect.stringContaining("Taken down by Lorekeep.") });
    const restored = await target.restore(config(), externalId);
    expect(restored?.state).toBe("current");
    expect(article()).toMatchObject({ draft: false, body });
  });

  it("updates an article that a person restored or made a draft in Zendesk, without publishing it", async () => {
    const { externalId } = await publish();
    await target.archive(config(), externalId);
    standIn.editAsPerson(externalId, (edited) => {
      edited.draft = false;
    });
    expect(await target.read(config(), externalId)).toMatchObject({ state: "current" });
    standIn.editAsPerson(externalId, (edited) => {
      edited.body = edited.body.replace(/<p[^>]*><em>Taken down[^<]*<\/em><\/p>/, "");
      edited.draft = true;
    });
    expect(await target.read(config(), externalId)).toMatchObject({ state: "current" });
    await update(externalId, { title: "Changed" });
    expect(article()).toMatchObject({ draft: true, title: "Changed" });
  });

  it("treats an article that a person archived as removed, and a restored one as present", async () => {
    const { externalId } = await publish();
    standIn.archiveAsPerson(externalId, true);
    expect(await target.read(config(), externalId)).toBeNull();
    await expect(
      target.update(config(), externalId, { title: "t", blocks: [], labels: [], expectedVersion: "", note: "" }),
    ).rejects.toThrow(NotFound);
    standIn.archiveAsPerson(externalId, false);
    expect(await target.read(config(), externalId)).toMatchObject({ externalId, state: "current" });
  });

  it("makes no statement about an article in a hidden section", async () => {
    const { externalId } = await publish();
    standIn.hideSection(DEFAULT_SECTION.id, true);
    await expect(target.read(config(), externalId)).rejects.toThrow(MissingPermission);
  });

  it("does not count a rewrite by Zendesk's editor as a person's edit", async () => {
    const { externalId } = await publish(
      buildContent({ summary: [buildSentence("“Ann’s” – **one** & `two`.", "m1", "m2")] }),
    );
    const before = await target.read(config(), externalId);
    standIn.editAsPerson(externalId, (edited) => {
      edited.title = "Renamed";
    });
    const after = await target.read(config(), externalId);
    expect(article().body).toContain('id="h_01HZ1"');
    expect(after?.blocks.map(({ key }) => key)).toEqual(before?.blocks.map(({ key }) => key));
    expect(after?.blocks.map((block) => target.textOf(block))).toEqual(
      before?.blocks.map((block) => target.textOf(block)),
    );
  });

  it("adds labels to people's labels, and an article stays published if labels cannot be added", async () => {
    const { externalId } = await publish();
    await update(externalId, { labels: ["billing", "changed"] });
    expect(article().labels).toEqual(["billing", "how-to", "changed"]);
    standIn.fail({ match: `PUT /api/v2/help_center/en-us/articles/`, kind: { status: 403 } });
    await publish(buildContent({ title: "Unlabelled" }));
    expect(standIn.articles().map(({ title, labels }) => [title, labels.length])).toEqual([
      ["How to restart the billing worker", 3],
      ["Unlabelled", 0],
    ]);
  });

  it("finds an article that comes after several lists of newer ones, and no copy by a person", async () => {
    await publish(buildContent({ title: "First" }));
    standIn.writeAsPerson(DEFAULT_SECTION.id, "Copy", article().body);
    for (let index = 0; index < 35; index += 1)
      await publish(buildContent({ title: `Article ${index}`, marker: "ref lk-other", labels: [] }));
    const wanted = { marker: SAMPLE_MARKER, title: "Renamed since", createdAfter: new Date(Date.now() - 60_000) };
    expect((await target.find(config(), wanted)).map(({ title }) => title)).toEqual(["First"]);
  });

  it("refuses an address outside of Zendesk and explains what to do", async () => {
    standIn.fail({ match: "GET /api/v2/users/me", kind: { status: 301 } });
    await expect(target.check(config())).rejects.toThrow(Refused);
  });
});

describe("A Zendesk whose plan has no sections in sections", () => {
  it("gets the sections of categories beside the configured section, and finds the articles in them", async () => {
    const standIn = await startZendeskStandIn({ nests: false });
    const target = createZendeskTarget({ fetch });
    const config = { baseUrl: standIn.url, spaceId: SECTION, apiKey: SECRET };
    try {
      const content = buildContent();
      const { externalId } = await target.publish(config, {
        title: content.title,
        blocks: target.render(content),
        labels: [],
      });
      const category = { ...content, title: "VPN", marker: "ref lkc-0123456789abcdef" };
      const shelf = await target.folders?.publish(config, {
        title: "VPN",
        blocks: target.render(category),
        labels: [],
      });
      expect(standIn.sections().map(({ name, parentId = null }) => [name, parentId])).toEqual([
        [DEFAULT_SECTION.name, null],
        ["VPN", null],
      ]);
      const folder = shelf?.externalId ?? "";
      await target.folders?.move(config, folder, null);
      await target.move?.(config, externalId, folder);
      const wanted = { marker: SAMPLE_MARKER, title: content.title, createdAfter: new Date(0) };
      expect((await target.find(config, wanted)).map((found) => found.externalId)).toEqual([externalId]);
      const unknown = { createdAfter: new Date(0), known: new Set<string>() };
      expect(await target.listUnknown(config, unknown)).toEqual([]);
      expect(await target.listUnknown(config, { ...unknown, parents: [folder] })).toHaveLength(1);
      await target.folders?.archive(config, folder);
      expect(standIn.sections(), "a section in which an article stands").toHaveLength(2);
      await expect(target.move?.(config, externalId, "section-1")).rejects.toThrow(NotFound);
    } finally {
      await standIn.close();
    }
  });
});
