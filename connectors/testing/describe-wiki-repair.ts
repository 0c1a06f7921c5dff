import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { Refused, Unreachable } from "../errors.ts";
import { type KnowledgeTarget, PageChanged } from "../knowledge-target.ts";
import type { WikiPage, WikiReading } from "../wiki-pages.ts";
import { findStatementPosition, type PageChange, type PlannedRepair, type WikiRepairing } from "../wiki-repair.ts";
import type { PagesOfPeople, SampleBlock } from "./pages-of-people.ts";
import { runRandomRepairs } from "./random-repairs.ts";

export interface RepairTestSetup<Config> extends PagesOfPeople {
  target: KnowledgeTarget<Config> & Partial<WikiReading<Config> & WikiRepairing<Config>>;
  config: Config;
  standIn: StandIn;
  /** A part of the path of the call that changes a page. */
  changeCall: string;
  /** Returns the notes of the page's versions. Absent if versions have no notes. */
  notes?(id: string): string;
  /** The number of random repairs; 60 if absent. `npm run bench -- wiki` makes a chosen number. */
  random?: number;
}

const NOTE = "Corrected by Ada Lovelace with Lorekeep (k4711)";
const KEY = "k4711";

const PAGE: SampleBlock[] = [
  { kind: "heading", words: "Returns" },
  { kind: "macro", words: "Ask Pia before 14 days" },
  { kind: "paragraph", words: "Shoes are taken back within 30 days. Bags are taken back within 14 days." },
  { kind: "table", words: "Austria" },
  { kind: "rich", words: "9:00" },
  { kind: "item", words: "Keep the receipt." },
  { kind: "item", words: "Bring the card." },
  { kind: "picture", words: "shoes.png" },
  { kind: "comment", words: "not for readers" },
  { kind: "heading", words: "Hours" },
  { kind: "paragraph", words: "Closed on Sunday." },
  { kind: "code", words: "returns --days 30" },
];

/** The tests that every target must pass that corrects people's pages. */
export function describeWikiRepair<Config>(name: string, start: () => Promise<RepairTestSetup<Config>>): void {
  describe(`${name} as a wiki that is repaired`, () => {
    let bench: RepairTestSetup<Config>;
    let wiki: Pick<WikiReading<Config>, "listPages" | "readPage"> & WikiRepairing<Config>;
    beforeEach(async () => {
      bench = await start();
      const { listPages, readPage, planRepair, repair, findRepair } = bench.target;
      if (!listPages || !readPage || !planRepair || !repair || !findRepair)
        throw new Error("The target does not repair pages.");
      wiki = { listPages, readPage, planRepair, repair, findRepair };
    });
    afterEach(() => bench.standIn.close());

    const read = async (id: string): Promise<WikiPage> => {
      const page = await wiki.readPage(bench.config, id);
      if (!page) throw new Error("the page is gone");
      return page;
    };
    const placeIn = ({ passages }: WikiPage, words: string) =>
      findStatementPosition(
        passages,
        passages.findIndex(({ text }) => text.includes(words)),
        words,
      );
    const request = (id: string, { version }: WikiPage, change: PageChange) => ({
      externalId: id,
      expectedVersion: version,
      change,
      note: NOTE,
      key: KEY,
    });
    const repair = async (id: string, change: PageChange, page?: WikiPage) => {
      const planned: PlannedRepair[] = [];
      const asked = request(id, page ?? (await read(id)), change);
      const made = await wiki.repair(bench.config, asked, undefined, async (plan) => void planned.push(plan));
      const [plan] = planned;
      if (!plan) throw new Error("the edit was not announced");
      return { made, plan, asked };
    };
    const replace = async (id: string, from: string, to: string) =>
      repair(id, { kind: "replace", at: placeIn(await read(id), from), text: to });
    const textsOf = async (id: string) => (await read(id)).passages.map(({ text }) => text);
    const writes = () =>
      bench.standIn.calls.filter(({ method, path }) => `${method} ${path}`.includes(bench.changeCall));
    /** Returns the blocks that only one of the two states contains. */
    const difference = (before: string[], after: string[]) => [
      before.filter((block) => !after.includes(block)),
      after.filter((block) => !before.includes(block)),
    ];

    it("corrects one sentence in a person's name, and leaves every other block unchanged, byte for byte", async () => {
      const id = await bench.write("Return policy", PAGE);
      const before = bench.blocks(id);
      const { made, plan } = await replace(
        id,
        "Bags are taken back within 14 days.",
        "Bags are taken back within 21 days.",
      );
      expect(plan.shown).toEqual({
        before: "Shoes are taken back within 30 days. Bags are taken back within 14 days.",
        after: "Shoes are taken back within 30 days. Bags are taken back within 21 days.",
      });
      const [gone, come] = difference(before, bench.blocks(id));
      expect([gone, come].map((blocks) => blocks?.length)).toEqual([1, 1]);
      expect(gone?.[0]?.replaceAll("within 14 days", "within 21 days")).toBe(come?.[0]);
      expect(made.version).toBe((await read(id)).version);
      expect(URL.canParse(made.url)).toBe(true);
      if (bench.notes) expect(bench.notes(id)).toContain(NOTE);
    });

    it("keeps the formatting, the links and the comments around and inside a sentence", async () => {
      const id = await bench.write("Return policy", PAGE);
      const before = bench.blocks(id);
      await replace(id, "The shop opens at 9:00 on Monday.", "The shop opens at 10:30 on Monday.");
      const [gone, come] = difference(before, bench.blocks(id));
      expect(gone).toHaveLength(1);
      expect(come).toEqual([gone?.[0]?.replaceAll("9:00", "10:30")]);
    });

    it("plans the same edit without writing", async () => {
      const id = await bench.write("Return policy", PAGE);
      const page = await read(id);
      const change: PageChange = { kind: "replace", at: placeIn(page, "Closed on Sunday."), text: "Open on Sunday." };
      const planned = await wiki.planRepair(bench.config, request(id, page, change));
      expect(planned.shown).toEqual({ before: "Closed on Sunday.", after: "Open on Sunday." });
      expect(writes()).toEqual([]);
      const { plan } = await repair(id, change, page);
      expect(plan).toEqual(planned);
    });

    it("adds an item after an item, and a paragraph after a paragraph or at the end of a section, and nothing else", async () => {
      const id = await bench.write("Return policy", PAGE);
      let blocks = bench.blocks(id);
      for (const [anchor, words] of [
        ["Keep the receipt.", "Keep the box."],
        ["Closed on Sunday.", "Closed on 1 May."],
      ] as const) {
        await repair(id, { kind: "add", at: placeIn(await read(id), anchor), text: words });
        const texts = await textsOf(id);
        expect(texts[texts.indexOf(anchor) + 1]).toBe(words);
        const now = bench.blocks(id);
        expect(difference(blocks, now).map((some) => some.length)).toEqual([0, 1]);
        blocks = now;
      }
      const [above] = (await read(id)).passages;
      await repair(id, { kind: "add", at: { headings: above?.headings ?? [] }, text: "Cash is paid out." });
      expect(difference(blocks, bench.blocks(id)).map((some) => some.length)).toEqual([0, 1]);
      const texts = await textsOf(id);
      const { passages } = await read(id);
      expect(passages[texts.indexOf("Cash is paid out.")]?.headings).toEqual(above?.headings);
    });

    it("refuses a page that somebody edited meanwhile, and writes nothing", async () => {
      const id = await bench.write("Return policy", PAGE);
      const page = await read(id);
      bench.edit(id, "Keep the receipt.", "Keep the receipt and the box.");
      const change: PageChange = { kind: "replace", at: placeIn(page, "Closed on Sunday."), text: "Open on Sunday." };
      await expect(repair(id, change, page)).rejects.toThrow(PageChanged);
      await expect(wiki.planRepair(bench.config, request(id, page, change))).rejects.toThrow(PageChanged);
      expect(writes()).toEqual([]);
    });

    it("refuses a sentence that does not occur exactly once, or that is in a table, a macro or code", async () => {
      const twice: SampleBlock = { kind: "paragraph", words: "Ask in the shop." };
      const id = await bench.write("Return policy", [...PAGE, twice, twice]);
      const page = await read(id);
      const at = (words: string, change = {}) => ({ ...placeIn(page, words), ...change });
      const refused = async (place: ReturnType<typeof at>) =>
        expect(repair(id, { kind: "replace", at: place, text: "Ask nobody." }, page)).rejects.toThrow(Refused);
      await refused(at("Ask in the shop.", { of: 1 }));
      await refused({ headings: at("Ask in the shop.").headings, text: "Nobody wrote this.", nth: 0, of: 1 });
      await refused(at("Closed on", { headings: ["Elsewhere"] }));
      for (const words of ["Austria", "returns --days 30"]) await refused(at(words));
      await refused(at("Ask Pia before 14 days"));
      expect(writes()).toEqual([]);
      const second = at("Ask in the shop.", { nth: 1 });
      expect(second.of).toBe(2);
      await repair(id, { kind: "replace", at: second, text: "Ask at the door." }, page);
      const texts = await textsOf(id);
      expect(texts.indexOf("Ask in the shop.")).toBeLessThan(texts.indexOf("Ask at the door."));
    });

    it("writes new words as plain text, even if they look like markup", async () => {
      const id = await bench.write("Return policy", PAGE);
      const words = "Use <b>x</b> & y_z_ *now* [here](https://x.example/) {{Box}} [[Link]] ''it'' `c` # end";
      await replace(id, "Closed on Sunday.", words);
      expect(await textsOf(id)).toContain(words);
      await repair(id, { kind: "add", at: placeIn(await read(id), "Bring the card."), text: "- 1. # Not a heading" });
      expect(await textsOf(id)).toContain("- 1. # Not a heading");
    });

    it("undoes an edit exactly and keeps people's changes elsewhere, but not if they changed the block", async () => {
      const id = await bench.write("Return policy", PAGE);
      const before = bench.blocks(id);
      const { plan } = await replace(id, "Bags are taken back within 14 days.", "Bags are never taken back.");
      const added = await repair(id, {
        kind: "add",
        at: placeIn(await read(id), "Keep the receipt."),
        text: "Keep the box.",
      });
      bench.edit(id, "Closed on Sunday.", "Closed on Monday.");
      await repair(id, { kind: "undo", edit: added.plan.edit });
      const asked = { ...request(id, await read(id), { kind: "undo", edit: plan.edit }), expectedVersion: null };
      const undone = await wiki.planRepair(bench.config, asked);
      await wiki.repair(bench.config, asked);
      expect(undone.shown.after).toContain("Bags are taken back within 14 days.");
      expect(bench.blocks(id).map((block) => block.replaceAll("Closed on Monday.", "Closed on Sunday."))).toEqual(
        before,
      );
      const again = await replace(id, "Bags are taken back within 14 days.", "Bags are never taken back.");
      bench.edit(id, "Bags are never taken back.", "Bags are hardly ever taken back.");
      const count = writes().length;
      await expect(repair(id, { kind: "undo", edit: again.plan.edit })).rejects.toThrow(Refused);
      expect(writes()).toHaveLength(count);
    });

    it("finds an edit if the response was lost, even after people's edits, and none if the request never arrived", async () => {
      const id = await bench.write("Return policy", PAGE);
      const page = await read(id);
      const change: PageChange = { kind: "replace", at: placeIn(page, "Closed on Sunday."), text: "Open on Sunday." };
      const planned = await wiki.planRepair(bench.config, request(id, page, change));
      const open = { externalId: id, key: KEY, planned };
      expect(await wiki.findRepair(bench.config, open)).toBeNull();
      bench.standIn.fail({ match: bench.changeCall, kind: { afterWork: "reset" } });
      await expect(repair(id, change, page)).rejects.toThrow(Unreachable);
      bench.edit(id, "Keep the receipt.", "Keep the receipt and the box.");
      expect(await wiki.findRepair(bench.config, open)).toMatchObject({ url: expect.any(String) });
      expect((await textsOf(id)).filter((text) => text === "Open on Sunday.")).toHaveLength(1);
    });

    it("loses and reformats no block in random corrections between people's edits", async () => {
      const found = await runRandomRepairs({ ...bench, wiki, repairs: bench.random ?? 60 });
      expect(found).toMatchObject({ lostBlocks: 0, wrongWords: 0 });
      expect(found.repairs).toBe(bench.random ?? 60);
      expect(found.overtaken).toBeGreaterThan(0);
    });
  });
}
