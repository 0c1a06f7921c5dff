import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Canvas, WebPart } from "../../tools/stand-ins/sharepoint/canvas-rules.ts";
import {
  DEFAULT_APP,
  DEFAULT_TENANT,
  type SharepointStandIn,
  type SharepointStandInOptions,
  startSharepointStandIn,
} from "../../tools/stand-ins/sharepoint/server.ts";
import { MissingPermission } from "../errors.ts";
import type { RemotePage } from "../knowledge-target.ts";
import { TitleTaken } from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { buildPageHtml, describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { buildContent, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import { parseSiteAddress } from "./site.ts";
import { createSharepointTarget } from "./target.ts";

const KEY = `${DEFAULT_TENANT}:${DEFAULT_APP.appId}:${DEFAULT_APP.secret}`;
const textPart = (innerHtml: string): WebPart => ({ "@odata.type": "#microsoft.graph.textWebPart", innerHtml });
const IMAGE: WebPart = {
  "@odata.type": "#microsoft.graph.standardWebPart",
  id: "73d07dde-3474-4545-badb-f28ba239e0e1",
  webPartType: "d1d91016-032f-456d-98a4-721247c305e8",
  data: { dataVersion: "1.9", properties: { altText: "A plan" } },
};
/** The web parts of the first column. */
const partsOf = (canvas: Canvas | undefined) => canvas?.horizontalSections?.[0]?.columns[0]?.webparts ?? [];
const targetFor = ({ apiBaseUrl, loginUrl }: SharepointStandIn, timeoutMs?: number) =>
  createSharepointTarget({ fetch, apiBaseUrl, loginUrl, ...(timeoutMs && { timeoutMs }) });

describeKnowledgeTarget("SharePoint", async () => {
  const standIn = await startSharepointStandIn({ conditions: "held" });
  const gone = await startSharepointStandIn();
  await gone.close();
  const config = { baseUrl: standIn.siteUrl, spaceId: "Site Pages", apiKey: KEY };
  const pages = `/v1.0/sites/${standIn.siteId}/pages`;
  const target = targetFor(standIn);
  await target.check(config);
  standIn.calls.splice(0);
  return {
    standIn,
    target,
    hastyTarget: targetFor(standIn, 3_000),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: `${DEFAULT_TENANT}:app-1:wrong-token` },
    wrongPlace: { ...config, baseUrl: `${standIn.url}/sites/nowhere` },
    nobodyThere: { target: targetFor(gone), config },
    createCall: `POST ${pages}`,
    changeCall: `PATCH ${pages}`,
    readCall: `GET ${pages}/`,
    addParagraphAsPerson: (id: string, text: string) =>
      standIn.editAsPerson(id, ({ canvas }) => void partsOf(canvas).push(textPart(`<p>${text}</p>`))),
    cannotLookIntoTrash: true,
  };
});

const canvasOf = (...webparts: WebPart[]): Canvas => ({
  horizontalSections: [{ id: "1", layout: "oneColumn", columns: [{ id: "1", width: 12, webparts }] }],
});
const writeAsPerson = (standIn: SharepointStandIn, title: string, ...webparts: WebPart[]) => {
  const id = standIn.addAsPerson(`${title}.aspx`, title, canvasOf(...webparts));
  standIn.editAsPerson(id, () => {});
  return id;
};

describeWikiReading("SharePoint", async () => {
  const standIn = await startSharepointStandIn();
  const config = { baseUrl: standIn.siteUrl, spaceId: "Site Pages", apiKey: KEY };
  return {
    standIn,
    config,
    target: targetFor(standIn),
    wrongSecret: { ...config, apiKey: `${DEFAULT_TENANT}:app-1:wrong-token` },
    write: (title, text) => writeAsPerson(standIn, title, textPart(buildPageHtml(text))),
    edit: (id, text) =>
      standIn.editAsPerson(id, (page) => void (page.canvas = canvasOf(textPart(buildPageHtml(text))))),
    remove: (id) => standIn.recycleAsPerson(id),
    knowsEditor: true,
    choices: {
      "folders with those below"() {
        const at = (name: string, folder: string) => {
          const id = writeAsPerson(standIn, name, textPart("<p>Words.</p>"));
          standIn.moveAsPerson(id, folder);
          return id;
        };
        const read = [at("Leave", "HR/Policies"), at("Pay", "HR"), at("Tours", "Besuch & Führung")];
        const left = [at("Vans", "Depot"), at("Hrun", "HR2"), at("Home", "")];
        const leave = () => standIn.moveAsPerson(read[0] ?? "", "Depot");
        return { places: ["/hr/", "folder:SitePages/Besuch & Führung"], read, left, leave };
      },
    },
    placesOfPeople: {},
    hiddenChoices: { Board: ["folder:Board"] },
  };
});

describe("SharePoint", () => {
  let standIn: SharepointStandIn;
  let target: ReturnType<typeof createSharepointTarget>;
  const restart = async (options?: SharepointStandInOptions) => {
    await standIn?.close();
    standIn = await startSharepointStandIn(options);
    target = targetFor(standIn);
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({ baseUrl: standIn.siteUrl, spaceId: "Site Pages", apiKey: KEY, ...overrides });
  const publish = (content = buildContent()) =>
    target.publish(config(), { title: content.title, blocks: target.render(content), labels: [] });
  const read = async ({ externalId }: RemotePage) => {
    const page = await target.read(config(), externalId);
    if (!page) throw new Error("the page is gone");
    return page;
  };
  const update = async (
    page: RemotePage,
    blocks = target.render(buildContent({ summary: [buildSentence("Changed.")] })),
  ) =>
    target.update(config(), page.externalId, {
      title: page.title,
      blocks,
      labels: [],
      expectedVersion: page.version,
      note: "",
    });
  const find = () =>
    target.find(config(), { marker: SAMPLE_MARKER, title: "", createdAfter: new Date(Date.now() - 1_000) });
  const only = () => standIn.pages()[0];

  it("publishes a page whose file is named after the marker, so that it cannot be created twice", async () => {
    const page = await publish();
    expect(only()).toMatchObject({ name: "lk-7f3a9c21.aspx", level: "published", title: buildContent().title });
    expect(page.url).toBe(`${standIn.siteUrl}/SitePages/lk-7f3a9c21.aspx`);
    await expect(publish()).rejects.toThrow(TitleTaken);
    expect(standIn.pages()).toHaveLength(1);
  });

  it("keeps other web parts, columns and sections by people", async () => {
    const page = await publish();
    standIn.editAsPerson(page.externalId, ({ canvas }) => {
      partsOf(canvas).unshift(IMAGE);
      partsOf(canvas).push(textPart("<p>A person's own part.</p>"));
      const columns = [
        { id: "1", width: 8, webparts: [textPart("<p>Left.</p>")] },
        { id: "2", width: 4, webparts: [IMAGE] },
      ];
      canvas.horizontalSections?.unshift({ id: "2", layout: "oneThirdRightColumn", columns });
    });
    const seen = await read(page);
    expect(target.textOf(seen.blocks[0] ?? { key: "", native: "" })).toBeNull();
    const [image] = seen.blocks;
    const theirs = seen.blocks.at(-1);
    if (!image || !theirs) throw new Error("a block is missing");
    await update(seen, [image, ...target.render(buildContent({ summary: [buildSentence("Changed.")] })), theirs]);
    const [side, main] = only()?.canvas.horizontalSections ?? [];
    expect(side?.columns.map(({ webparts }) => webparts)).toMatchObject([[textPart("<p>Left.</p>")], [IMAGE]]);
    const parts = main?.columns[0]?.webparts ?? [];
    expect(parts[0]).toEqual(IMAGE);
    expect(parts.map(({ innerHtml }) => innerHtml?.includes("Changed.") ?? false)).toEqual([false, true, false]);
    expect(parts[2]).toMatchObject(textPart("<p>A person's own part.</p>"));
  });

  it("does not change a page that somebody is editing", async () => {
    const page = await read(await publish());
    standIn.checkOutAsPerson(page.externalId, true);
    await expect(update(page)).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: false });
    standIn.checkOutAsPerson(page.externalId, false);
    await update(page);
    expect(JSON.stringify(only()?.canvas)).toContain("Changed.");
  });

  it("changes a page although SharePoint refuses every condition", async () => {
    await restart({ conditions: "refused" });
    await update(await read(await publish()));
    expect(JSON.stringify(only()?.canvas)).toContain("Changed.");
  });

  it("lets people publish drafts that they only saved", async () => {
    const page = await publish();
    const add = ({ canvas }: { canvas: Canvas }) => void partsOf(canvas).push(textPart("<p>Not ready.</p>"));
    standIn.editAsPerson(page.externalId, add, "save");
    const seen = await read(page);
    await update(seen, seen.blocks);
    expect(only()).toMatchObject({ level: "draft" });
    // The draft does not count as the remains of an interrupted call either.
    expect(await target.finish?.(config(), page.externalId)).toBeNull();
    expect(only()).toMatchObject({ level: "draft" });
  });

  it("publishes a page that an interrupted call left as a draft", async () => {
    standIn.fail({ match: "/publish", kind: { status: 503 } });
    await expect(publish()).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: true });
    expect(only()).toMatchObject({ level: "draft" });
    const [found] = await find();
    expect(only()).toMatchObject({ level: "published" });
    expect(found?.version).toBe((await read(found as RemotePage)).version);
  });

  it("finds its page among many, and does not confuse it with a copy", async () => {
    const page = await publish();
    standIn.copyAsPerson(page.externalId);
    for (let at = 0; at < 45; at += 1) standIn.addAsPerson(`page-${at}.aspx`);
    expect((await find()).map(({ externalId }) => externalId)).toEqual([page.externalId]);
  });

  it("creates a new page for a restored article, and recognizes the old page after a person restored it", async () => {
    const page = await publish();
    await target.archive(config(), page.externalId);
    expect(await target.restore(config(), page.externalId)).toBeNull();
    standIn.restoreAsPerson(page.externalId);
    expect(await target.restore(config(), page.externalId)).toMatchObject({ state: "current" });
  });

  it.each([
    ["without the consent", { permissions: [] }],
    ["without a role on the site", { permissions: ["Sites.Selected"], role: undefined }],
    ["that may only read the site", { permissions: ["Sites.Selected"], role: "read" as const }],
  ])("names the missing permission of an app %s", async (_what, rights) => {
    const { role: _role, ...app } = DEFAULT_APP;
    await restart({ apps: [{ ...app, ...(rights as { permissions: string[] }) }] });
    await expect(target.check(config())).rejects.toThrow(MissingPermission);
    await expect(target.check(config())).rejects.toThrow("Sites.Selected with the role write on the site");
  });

  it("names the library of pages when another list was entered", async () => {
    await restart({ library: "Websiteseiten" });
    await expect(target.check(config({ spaceId: "Documents" }))).rejects.toThrow("It is called Websiteseiten.");
    expect((await target.check(config({ spaceId: "websiteseiten" }))).place).toBe("Site Knowledge, Websiteseiten");
  });

  describe("read as a wiki", () => {
    const list = async () => {
      const { pages } = (await target.listPages?.(config(), { places: [], since: null, cursor: null })) ?? {};
      return pages ?? [];
    };
    const textsOf = async (id: string) => (await target.readPage?.(config(), id))?.passages.map(({ text }) => text);

    it("keeps the published text while somebody edits a page, and reads the page again after publishing", async () => {
      const id = writeAsPerson(standIn, "Returns", textPart("<p>It is 30 days.</p>"));
      const [before] = await list();
      const edit = ({ canvas }: { canvas: Canvas }) =>
        void partsOf(canvas).splice(0, 1, textPart("<p>Perhaps 60.</p>"));
      standIn.editAsPerson(id, edit, "save");
      expect((await list()).map(({ version }) => version)).toEqual([before?.version]);
      await expect(textsOf(id)).rejects.toThrow("not published");
      standIn.editAsPerson(id, () => {});
      expect((await list()).map(({ version }) => version)).not.toEqual([before?.version]);
      expect(await textsOf(id)).toEqual(["Perhaps 60."]);
    });

    it("lists no page that was never published", async () => {
      const id = standIn.addAsPerson("plan.aspx", "Plan", canvasOf(textPart("<p>Lay off ten people.</p>")));
      expect([await list(), await textsOf(id)]).toEqual([[], undefined]);
    });

    it("reads every column in order, with the words of web parts that are not text", async () => {
      const serverProcessedContent = { searchablePlainTexts: [{ key: "title", value: "Opening hours" }] };
      const links = { ...IMAGE, id: "2", data: { dataVersion: "1.0", properties: {}, serverProcessedContent } };
      const id = writeAsPerson(standIn, "Shop", textPart("<h2>Shop</h2><p>First &lt;b&gt;.</p>"), IMAGE, links);
      standIn.editAsPerson(id, ({ canvas }) => {
        const columns = [textPart("<p>Left.</p>"), textPart("<p>Right.</p>")].map((part, at) => ({
          id: String(at),
          width: 6,
          webparts: [part],
        }));
        canvas.horizontalSections?.push({ id: "2", layout: "twoColumns", columns });
        canvas["verticalSection"] = { emphasis: "none", webparts: [textPart("<p>Aside.</p>")] };
      });
      expect(await textsOf(id)).toEqual(["First <b>.", "Opening hours", "Left.", "Right.", "Aside."]);
    });
  });

  it("renews an expired access token", async () => {
    const page = await publish();
    standIn.revokeTokens();
    await update(await read(page));
    expect(JSON.stringify(only()?.canvas)).toContain("Changed.");
  });

  it.each([
    ["https://acme.sharepoint.com/sites/know/SitePages/Home.aspx", "acme.sharepoint.com:/sites/know"],
    ["https://acme.sharepoint.com/teams/ops", "acme.sharepoint.com:/teams/ops"],
    ["https://acme.sharepoint.com/", "acme.sharepoint.com"],
  ])("accepts the address %s", (baseUrl, address) => {
    expect(parseSiteAddress({ baseUrl })).toBe(address);
  });
});
