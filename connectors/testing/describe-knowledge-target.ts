import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SectionRole } from "../../shared/domain/article.ts";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { CredentialsRejected, RateLimited, Refused, Unreachable } from "../errors.ts";
import { type KnowledgeTarget, PageChanged, type RemotePage } from "../knowledge-target.ts";
import {
  buildContent,
  buildSection,
  buildSentence,
  EXTREME_PAGES,
  HOSTILE_TEXT,
  SAMPLE_MARKER,
} from "./page-samples.ts";

/** A knowledge target with a fresh stand-in. */
export interface TargetTestSetup<Config> {
  target: KnowledgeTarget<Config>;
  /**
   * A target with a time limit of a few seconds. This is long enough for calls that the test does not delay, even on a
   * slow machine.
   */
  hastyTarget: KnowledgeTarget<Config>;
  config: Config;
  /**
   * The configured place as the platform's list contains it. Absent if the platform has no list, or its list uses other
   * ids.
   */
  listedPlace?: string;
  /** A configuration with the right place and a wrong secret. */
  wrongSecret: Config;
  /** A configuration with the right secret and a place that does not exist. */
  wrongPlace: Config;
  /** A target at an address without a server. */
  nobodyThere: { target: KnowledgeTarget<Config>; config: Config };
  standIn: StandIn & { countByMarker(marker: string): number };
  /** The beginning of the call that creates a page: 'POST /v1/pages'. */
  createCall: string;
  /** The beginning of the first call that changes a page: 'PATCH /v1/'. */
  changeCall: string;
  /** The beginning of the call that reads a page: 'GET /v1/pages/'. */
  readCall: string;
  /** Adds a paragraph at the page's end, as a person. */
  addParagraphAsPerson(pageId: string, text: string): void;
  /** The most levels of nested markup that the platform itself accepts; 20,000 if absent. */
  deepest?: number;
  /** Makes the page unreadable, as a person. If absent, the test uses markup that is nested too deeply. */
  spoil?(pageId: string): void;
  /** True if a person cannot make a page unreadable, or if the target cannot see the page afterwards. */
  isNeverUnreadable?: boolean;
  /** True if only a person can restore archived pages. */
  cannotLookIntoTrash?: boolean;
  /**
   * Returns the text of the place to which overwritten text is moved; absent if that is the page itself. Null if no API
   * can read it.
   */
  overwritten?: (() => string) | null;
  /** The extreme articles that are longer than the platform accepts. */
  tooLong?: string[];
}
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

/** The tests that every knowledge target must pass. */
export function describeKnowledgeTarget<Config>(name: string, start: () => Promise<TargetTestSetup<Config>>): void {
  describe(`${name} as a knowledge target`, () => {
    let bench: TargetTestSetup<Config>;
    beforeEach(async () => {
      bench = await start();
    });
    afterEach(() => bench.standIn.close());

    const publish = (content = buildContent(), target = bench.target) =>
      target.publish(bench.config, { title: content.title, blocks: target.render(content), labels: content.labels });
    const read = async (page: RemotePage): Promise<RemotePage> => {
      const found = await bench.target.read(bench.config, page.externalId);
      if (!found) throw new Error("the page is gone");
      return found;
    };
    const find = (title = buildContent().title) =>
      bench.target.find(bench.config, { marker: SAMPLE_MARKER, title, createdAfter: new Date(Date.now() - 1_000) });
    const keys = (page: Pick<RemotePage, "blocks">) => page.blocks.map(({ key }) => key);

    it("names the account and the configured place", async () => {
      const { account, place, warnings } = await bench.target.check(bench.config);
      expect([account.length > 0, place.length > 0, warnings]).toEqual([true, true, []]);
    });

    it("reports wrong credentials", async () => {
      await expect(bench.target.check(bench.wrongSecret)).rejects.toThrow(CredentialsRejected);
    });

    it("reports a place that does not exist or is not shared", async () => {
      await expect(bench.target.check(bench.wrongPlace)).rejects.toMatchObject({
        code: expect.stringMatching(/^(not-found|missing-permission)$/),
      });
    });

    it("lists all places before one is chosen, and places whose name contains a text", async () => {
      const ask = async (text: string) => {
        const places = await bench.target.listPlaces?.({ ...bench.config, spaceId: "" }, text);
        return places?.map(({ id }) => id);
      };
      const all = await ask("");
      if (bench.listedPlace !== undefined) expect(all).toContain(bench.listedPlace);
      expect(await ask("no place of this name")).toEqual(all === undefined ? undefined : []);
    });

    it.each([
      ["spans", "<span>", "</span>"],
      ["divs", "<div>", "</div>"],
      ["lists", "<ul><li>", "</li></ul>"],
    ])("reads a page with thousands of nested %s, or reports that it cannot be read", async (_what, open, close) => {
      const { externalId } = await publish();
      const { deepest = 20_000 } = bench;
      bench.addParagraphAsPerson(externalId, `${open.repeat(deepest)}deep${close.repeat(deepest)}`);
      const found = await bench.target.read(bench.config, externalId).catch((error: unknown) => error);
      if (!(found instanceof Error)) return expect(found).toMatchObject({ externalId });
      expect(found).toBeInstanceOf(Refused);
      expect(found.message).toMatch(/^The page cannot be read: /);
    });

    it("publishes a page that contains the marker from the first call on", async () => {
      const page = await publish();
      const creates = bench.standIn.calls.filter((call) => `${call.method} ${call.path}`.startsWith(bench.createCall));
      expect(creates.map(({ body }) => JSON.stringify(body ?? null).includes(SAMPLE_MARKER)).indexOf(true)).toBe(0);
      expect(creates.filter(({ body }) => JSON.stringify(body ?? null).includes(SAMPLE_MARKER))).toHaveLength(1);
      expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(1);
      expect(page).toMatchObject({ title: buildContent().title, state: "current" });
      expect((await fetch(page.url)).status).toBe(200);
    });

    it.each(EXTREME_PAGES)("publishes %s, and reads back the same text", async (what, overrides) => {
      const content = buildContent(overrides);
      if (bench.tooLong?.includes(what)) {
        await expect(publish(content)).rejects.toThrow(/too long/);
        return expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(0);
      }
      const page = await publish(content);
      const back = await read(page);
      expect(keys(back)).toEqual(keys({ blocks: bench.target.render(content) }));
      expect(back.version).toBe(page.version);
      expect(JSON.stringify(back.blocks)).toContain(SAMPLE_MARKER);
    });

    it("shows the app's default headings above sections without a heading of their own", () => {
      const section = (role: SectionRole, text: string) => buildSection([buildSentence(text)], { role });
      const body = [section("question", "Why?"), section("answer", "Because."), section("explanation", "Since ever.")];
      const texts = bench.target.render(buildContent({ body })).flatMap((block) => bench.target.textOf(block) ?? []);
      const headings = texts.flatMap((text) => (text.kind === "heading" ? text.text : []));
      expect(headings).toEqual(["Question", "Answer", "Sources"]);
    });

    it("shows markup in a chat message only as text in the browser", async () => {
      const page = await publish(
        buildContent({
          title: HOSTILE_TEXT,
          summary: [buildSentence(HOSTILE_TEXT), buildSentence("[x](javascript:alert(1))")],
        }),
      );
      const html = await (await fetch(page.url)).text();
      // A page on the stand-in's own origin may load the stand-in's script.
      expect(html.replaceAll(/<script src="\/[\w/.-]+" defer><\/script>/g, "")).not.toContain("<script");
      expect(html).not.toMatch(/href="(?!https?:|#|\/)/);
    });

    it("lists our unknown pages with a marker, oldest first, without known pages and people's pages", async () => {
      const listUnknown = async (known: string[] = []) => {
        const wanted = { createdAfter: new Date(Date.now() - 60_000), known: new Set(known) };
        const pages = await bench.target.listUnknown(bench.config, wanted);
        return pages.map(({ externalId, marker, isUntouched }) => ({ externalId, marker, isUntouched }));
      };
      const known = await publish();
      expect(await listUnknown([known.externalId])).toEqual([]);
      const first = await publish(buildContent({ title: "A copy", marker: "ref lk-0000aaaa" }));
      const second = await publish(buildContent({ title: "Another copy", marker: "ref lk-0000bbbb" }));
      const blocks = bench.target
        .render(buildContent())
        .filter((block) => !JSON.stringify(block).includes(SAMPLE_MARKER));
      await bench.target.publish(bench.config, { title: "Of a person", blocks, labels: [] });
      expect(await listUnknown([known.externalId])).toEqual([
        { externalId: first.externalId, marker: "ref lk-0000aaaa", isUntouched: true },
        { externalId: second.externalId, marker: "ref lk-0000bbbb", isUntouched: true },
      ]);
      bench.addParagraphAsPerson(second.externalId, "A person was here.");
      expect((await listUnknown([known.externalId]))[1]).toMatchObject({ isUntouched: false });
      await bench.target.archive(bench.config, first.externalId);
      expect((await listUnknown([known.externalId])).map(({ externalId }) => externalId)).toEqual([second.externalId]);
      const later = { createdAfter: new Date(Date.now() + 3_600_000), known: new Set<string>() };
      expect(await bench.target.listUnknown(bench.config, later)).toEqual([]);
    });

    it("lists and finds the other pages if one page is unreadable, and does not treat that page as gone", async () => {
      const spoilt = await publish(buildContent({ title: "Spoilt", marker: "ref lk-0000aaaa" }));
      const other = await publish(buildContent({ title: "Another", marker: "ref lk-0000bbbb" }));
      const spoil = (id: string) => bench.addParagraphAsPerson(id, "<ul><li>".repeat(300) + "</li></ul>".repeat(300));
      (bench.spoil ?? spoil)(spoilt.externalId);
      const createdAfter = new Date(Date.now() - 60_000);
      const found = await bench.target.listUnknown(bench.config, { createdAfter, known: new Set() });
      const isListed = { externalId: other.externalId, marker: "ref lk-0000bbbb", isUntouched: true };
      expect(found.filter(({ externalId }) => externalId === other.externalId)).toEqual([
        expect.objectContaining(isListed),
      ]);
      const wanted = { marker: "ref lk-0000aaaa", title: "Spoilt", createdAfter };
      if (bench.isNeverUnreadable) return;
      const left = { blocks: [], isUntouched: false, unreadable: expect.stringMatching(/^The page cannot be read: /) };
      const isThere = expect.objectContaining({
        externalId: spoilt.externalId,
        url: spoilt.url,
        title: "Spoilt",
        ...left,
      });
      expect(found).toContainEqual(isThere);
      expect(await bench.target.find(bench.config, wanted)).toEqual([isThere]);
    });

    it("replaces changed blocks and reports a new version", async () => {
      const before = await read(await publish());
      const changed = buildContent({
        title: "Restart the billing worker",
        summary: [buildSentence("Now it restarts itself.")],
      });
      const after = await bench.target.update(bench.config, before.externalId, {
        title: changed.title,
        blocks: bench.target.render(changed),
        labels: ["billing", "self-healing"],
        expectedVersion: before.version,
        note: "New evidence",
      });
      const back = await read(after);
      expect(back.title).toBe(changed.title);
      expect(keys(back)).toEqual(keys({ blocks: bench.target.render(changed) }));
      expect(back.version).toBe(after.version);
      expect(back.version).not.toBe(before.version);
    });

    it("does not change a page that somebody edited meanwhile", async () => {
      const before = await read(await publish());
      bench.addParagraphAsPerson(before.externalId, "A person was here.");
      const update = bench.target.update(bench.config, before.externalId, {
        title: before.title,
        blocks: bench.target.render(buildContent({ summary: [] })),
        labels: [],
        expectedVersion: before.version,
        note: "",
      });
      await expect(update).rejects.toThrow(PageChanged);
      expect(JSON.stringify((await read(before)).blocks)).toContain("A person was here.");
    });

    it("does not lose words that a person saves at the moment of our change", async () => {
      const before = await read(await publish());
      const words = "Saved in that instant.";
      bench.standIn.before(bench.changeCall, () => bench.addParagraphAsPerson(before.externalId, words));
      const change = {
        title: before.title,
        blocks: bench.target.render(buildContent({ summary: [buildSentence("Changed.")] })),
        labels: [],
        expectedVersion: before.version,
        note: "",
      };
      const refused = await bench.target.update(bench.config, before.externalId, change).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused !== null) expect(refused).toBeInstanceOf(PageChanged);
      const there = JSON.stringify((await read(before)).blocks);
      if (refused === null) expect(there).toContain("Changed.");
      if (bench.overwritten === null) return expect(there).not.toContain(words);
      expect(there + (bench.overwritten?.() ?? "")).toContain(words);
    });

    it("keeps a person's block unchanged through an update", async () => {
      const { externalId } = await publish();
      bench.addParagraphAsPerson(externalId, "A person was here.");
      const theirs = await bench.target.read(bench.config, externalId);
      if (!theirs) throw new Error("the page is gone");
      const added = theirs.blocks.filter(({ native }) => JSON.stringify(native).includes("A person was here."));
      expect(added).toHaveLength(1);
      const ours = bench.target.render(buildContent({ summary: [buildSentence("Changed.")] }));
      const after = await bench.target.update(bench.config, externalId, {
        title: theirs.title,
        blocks: [...ours, ...added],
        labels: [],
        expectedVersion: theirs.version,
        note: "",
      });
      expect(keys(await read(after))).toEqual([...keys({ blocks: ours }), ...keys({ blocks: added })]);
    });

    it("finds the page if the response to its creation was lost", async () => {
      bench.standIn.fail({ match: bench.createCall, kind: { afterWork: "reset" } });
      await expect(publish()).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: true });
      const found = await find();
      expect(found).toHaveLength(1);
      expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(1);
    });

    it("finds the page by a marker with any permitted characters", async () => {
      const marker = "ref lk-_a_-_b--C__d_";
      const { title, ...content } = buildContent({ marker });
      // The test passes blocks whose text is only in the platform's format, as the outbox does.
      const blocks = bench.target.render({ title, ...content }).map((block, index) => ({ ...block, key: `${index}` }));
      await bench.target.publish(bench.config, { title, blocks, labels: [] });
      const wanted = { marker, title: "Another", createdAfter: new Date(Date.now() - 1_000) };
      expect((await bench.target.find(bench.config, wanted)).map((page) => page.marker)).toEqual([marker]);
    });

    it("finds the page after a person renamed it", async () => {
      const page = await publish();
      await bench.target.update(bench.config, page.externalId, {
        title: "Renamed",
        blocks: page.blocks,
        labels: [],
        expectedVersion: (await read(page)).version,
        note: "",
      });
      expect((await find()).map(({ title }) => title)).toEqual(["Renamed"]);
    });

    it("finds nothing if no page was created", async () => {
      await publish(buildContent({ marker: "ref lk-another1" }));
      expect(await find()).toEqual([]);
    });

    it("archives a surplus copy so that a person can restore it", async () => {
      const page = await publish();
      await bench.target.archive(bench.config, page.externalId);
      await bench.target.archive(bench.config, page.externalId);
      const there = await bench.target.read(bench.config, page.externalId);
      if (bench.cannotLookIntoTrash) expect(there).toBeNull();
      else expect(there).toMatchObject({ state: "trashed" });
      expect(await find()).toEqual([]);
    });

    it("restores an archived page with people's changes", async () => {
      const page = await publish();
      bench.addParagraphAsPerson(page.externalId, "A person was here.");
      const before = await read(page);
      await bench.target.archive(bench.config, page.externalId);
      const restored = await bench.target.restore(bench.config, page.externalId);
      if (bench.cannotLookIntoTrash) return expect(restored).toBeNull();
      expect(restored).toMatchObject({ externalId: page.externalId, title: before.title, state: "current" });
      expect((await read(page)).blocks.map(({ key }) => key)).toEqual(before.blocks.map(({ key }) => key));
      expect(await bench.target.restore(bench.config, page.externalId)).toMatchObject({ state: "current" });
    });

    it("reads a page that never existed as gone", async () => {
      const page = await publish();
      const unknown = page.externalId.replace(/.$/, (digit) => String((Number.parseInt(digit, 16) + 1) % 10));
      expect(await bench.target.read(bench.config, unknown)).toBeNull();
    });

    describe("when the platform fails", () => {
      it.each([
        ["seconds", 1_800, 1_800_000],
        ["a date", () => new Date(Date.now() + 1_800_000).toUTCString(), 1_800_000],
        ["nothing", undefined, 30_000],
        ["more than an hour", 86_400, 3_600_000],
      ])(
        "waits after a 429 whose Retry-After is %s, and makes no call meanwhile",
        async (_what, wanted, expectedMs) => {
          const retryAfter = typeof wanted === "function" ? wanted() : wanted;
          bench.standIn.fail({
            match: bench.readCall,
            kind: { status: 429, ...(retryAfter !== undefined && { retryAfter }) },
          });
          const page = await publish();
          const error: RateLimited = await bench.target.read(bench.config, page.externalId).then(
            () => Promise.reject(new Error("was not refused")),
            (reason) => reason,
          );
          expect(error).toBeInstanceOf(RateLimited);
          expect(Math.abs(error.retryAfterMs - expectedMs)).toBeLessThan(60_000);
          const callsBefore = bench.standIn.calls.length;
          await expect(bench.target.read(bench.config, page.externalId)).rejects.toThrow(RateLimited);
          expect(bench.standIn.calls).toHaveLength(callsBefore);
        },
      );

      it("waits by itself after a short 429", async () => {
        bench.standIn.fail({ match: bench.createCall, kind: { status: 429, retryAfter: 1 } });
        await publish();
        expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(1);
      });

      it("notices that credentials were revoked during the work", async () => {
        // Fails twice, because the connector may renew its token and repeat the call.
        bench.standIn.fail({ match: bench.createCall, kind: { status: 401 }, times: 2 });
        await expect(publish()).rejects.toThrow(CredentialsRejected);
        expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(0);
      });

      it.each([
        ["hangs", { afterWork: "hang" }],
        ["breaks off", { afterWork: "reset" }],
        ["answers 500", { afterWork: "status-500" }],
        ["drips", { drip: 1_000 }],
        ["answers with a web page", { garbage: "html" }],
        ["answers with half of its JSON", { garbage: "truncated" }],
        ["answers with another JSON", { garbage: "wrong-json" }],
      ] as const)("never treats a created page as not created when the response %s", async (_what, kind) => {
        bench.standIn.fail({ match: bench.createCall, kind });
        await expect(publish(buildContent(), bench.hastyTarget)).rejects.toMatchObject({
          code: "unreachable",
          mayHaveHappened: true,
        });
        expect(bench.standIn.countByMarker(SAMPLE_MARKER)).toBe(1);
        expect(await find()).toHaveLength(1);
      });

      it("reports that nothing happened if the connection was refused", async () => {
        const { target, config } = bench.nobodyThere;
        const page = { title: "T", blocks: target.render(buildContent()), labels: [] };
        await expect(target.publish(config, page)).rejects.toMatchObject({
          code: "unreachable",
          mayHaveHappened: false,
        });
      });

      it.each([400, 403, 404, 500, 503])(
        "never shows the text of a response with status %s, nor the secret",
        async (status) => {
          bench.standIn.fail({ kind: { status, body: { message: "REMOTE-INTERNAL", code: "x" } }, times: 20 });
          const error = await bench.target.check(bench.config).then(
            () => null,
            (reason: Error) => reason,
          );
          expect(error?.message).toMatch(/\.$/);
          expect(JSON.stringify([error, error?.message, error?.stack])).not.toMatch(/REMOTE-INTERNAL|-token/);
        },
      );

      it("reports an unreachable platform without an effect if reading fails", async () => {
        const page = await publish();
        bench.standIn.fail({ match: bench.readCall, kind: { status: 503 } });
        const error = await bench.target.read(bench.config, page.externalId).then(
          () => null,
          (reason) => reason,
        );
        expect(error).toBeInstanceOf(Unreachable);
        expect(error.mayHaveHappened).toBe(false);
      });
    });

    it("searches pages with other titles only back to the requested time", async () => {
      await publish();
      const found = await bench.target.find(bench.config, {
        marker: SAMPLE_MARKER,
        title: "Other",
        createdAfter: new Date(Date.now() + 3_600_000),
      });
      expect(found).toEqual([]);
      expect(
        await bench.target.find(bench.config, { marker: SAMPLE_MARKER, title: "Other", createdAfter: LONG_AGO }),
      ).toHaveLength(1);
    });
  });
}
