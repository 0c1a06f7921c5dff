import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { CredentialsRejected } from "../errors.ts";
import type { KnowledgeTarget } from "../knowledge-target.ts";
import type { ListedPage, PagesToCheck, WikiReading } from "../wiki-pages.ts";
import { buildContent, SAMPLE_MARKER } from "./page-samples.ts";

/** A wiki that people write, and a target that reads it. */
export interface WikiTestSetup<Config> {
  target: KnowledgeTarget<Config> & Partial<WikiReading<Config>>;
  config: Config;
  wrongSecret: Config;
  standIn: StandIn;
  /**
   * Writes a page with a heading 'Returns', a sentence and, if the platform supports tables, a table. Returns the
   * page's id.
   */
  write(title: string, text: string): string | Promise<string>;
  edit(id: string, text: string): void;
  remove(id: string): void;
  /** Publishes, as a person, a draft that we wrote. Absent if our target publishes by itself. */
  release?(id: string): void;
  /** True if the platform's pages have no tables. */
  hasNoTables?: true;
  /**
   * Restricts the page to a few people, including our account. Absent if the platform has no restrictions or does not
   * report them.
   */
  restrict?(id: string): void;
  /** Writes a page below another page. */
  writeBelow?(parentId: string, title: string): string;
  /** True if the list reports when and by whom a page was edited. */
  knowsEditor?: true;
  /** The anchor of the heading 'Returns'. Absent: the platform has none. */
  anchor?: RegExp;
  /** Ways to choose what is read. Each prepares pages: chosen ones, others, and the choice. */
  choices: Record<string, () => Promise<ChosenPages> | ChosenPages>;
  /** Kinds of places of people's pages into which an article can be put. Empty: the platform cannot, or does not say who reads them. */
  placesOfPeople: Record<string, () => PlaceOfPeople>;
  /** Choices of something that the account cannot see, by the words with which it is chosen. */
  hiddenChoices: Record<string, string[]>;
  /** Kinds of which the platform lists the values, and the name of one. */
  listedChoices?(): Record<string, string>;
}

export interface ChosenPages {
  places: string[];
  read: string[];
  left: string[];
  /** Takes the first of the read pages out of the choice, and leaves the page where people find it. */
  leave?(): void | Promise<void>;
}

export interface PlaceOfPeople {
  /** A page that people wrote there. */
  page: string;
  /** Whether our page is there. */
  isThere(externalId: string): boolean;
  /** Removes the place with people's page. Absent where the platform keeps articles in a removed place. */
  remove?(): void;
}

/** Builds a page with this text, for platforms that store HTML. */
export const buildPageHtml = (text: string) =>
  `<h2>Returns</h2><p>${text}</p><table><tbody><tr><th>Country</th><th>Days</th></tr><tr><td>Austria</td><td>14</td></tr></tbody></table>`;

/** The tests that every target that reads pages must pass. */
export function describeWikiReading<Config>(name: string, start: () => Promise<WikiTestSetup<Config>>): void {
  describe(`${name} as a wiki that is read`, () => {
    let bench: WikiTestSetup<Config>;
    let reading: WikiReading<Config>;
    beforeEach(async () => {
      bench = await start();
      const { listPages, readPage, findGone, listChoices } = bench.target;
      if (!listPages || !readPage || !findGone) throw new Error("The target does not read pages.");
      reading = { listPages, readPage, findGone, ...(listChoices && { listChoices }) };
    });
    afterEach(() => bench.standIn.close());

    const list = async (since: Date | null = null, places: string[] = []): Promise<ListedPage[]> => {
      const pages: ListedPage[] = [];
      let cursor: string | null = null;
      do {
        const request = { places, since, cursor };
        const portion = await reading.listPages(bench.config, request);
        pages.push(...portion.pages);
        cursor = portion.next;
      } while (cursor !== null);
      return pages;
    };
    const find = async (id: string) => (await list()).find(({ externalId }) => externalId === id);
    const textsOf = async (id: string) =>
      (await reading.readPage(bench.config, id))?.passages.map(({ text }) => text) ?? null;

    const findGoneIn = (places: string[], pages: PagesToCheck["pages"]): Promise<string[]> =>
      reading.findGone(bench.config, { places, pages });
    const findGone = (pages: ListedPage[]) => findGoneIn([], pages);

    it("lists a page that a person wrote with its title, address and version, and reads its words under their headings", async () => {
      const id = await bench.write("Return policy", "Shoes are taken back within 30 days.");
      const listed = await find(id);
      expect(listed).toMatchObject({
        title: "Return policy",
        readers: bench.target.hidesReaders ? "unknown" : "place",
      });
      expect(URL.canParse(listed?.url ?? "")).toBe(true);
      if (bench.knowsEditor)
        expect([listed?.editedAt instanceof Date, listed?.editedBy]).toEqual([true, expect.any(String)]);
      const page = await reading.readPage(bench.config, id);
      expect(page).toMatchObject({ title: "Return policy", isOurs: false, isCut: false });
      const said = page?.passages.find(({ text }) => text.includes("30 days"));
      expect(said).toMatchObject({ form: "sentence", text: "Shoes are taken back within 30 days." });
      expect(said?.headings.at(-1)).toBe("Returns");
      expect(said?.anchor ?? "none").toMatch(bench.anchor ?? /^none$/);
      if (!bench.hasNoTables)
        expect(page?.passages).toContainEqual(
          expect.objectContaining({ form: "row", text: "Country: Austria; Days: 14" }),
        );
    });

    it("reports another version of an edited page, also in a list of later changes", async () => {
      const id = await bench.write("Opening hours", "The shop opens at 9:00.");
      const before = await reading.readPage(bench.config, id);
      const started = new Date(Date.now() - 60_000);
      bench.edit(id, "The shop opens at 10:00.");
      const after = await find(id);
      expect(after?.version).not.toBe(before?.version);
      expect((await list(started)).map(({ externalId }) => externalId)).toContain(id);
      expect(await textsOf(id)).toContain("The shop opens at 10:00.");
    });

    it("lists every page once, in several parts", async () => {
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) ids.push(await bench.write(`Page ${n}`, `It is page ${n}.`));
      const listed = (await list()).map(({ externalId }) => externalId);
      expect(listed.filter((id) => ids.includes(id)).sort()).toEqual(ids.toSorted());
    });

    it("neither lists nor reads a page that a person removed", async () => {
      const id = await bench.write("Old page", "Nobody needs this.");
      bench.remove(id);
      expect([await find(id), await reading.readPage(bench.config, id)]).toEqual([undefined, null]);
    });

    it("tells at once which of a few pages are gone or restricted, also below another page", async () => {
      const { restrict, writeBelow } = bench;
      const kept = await bench.write("Return policy", "Shoes are taken back within 30 days.");
      const removed = await bench.write("Old page", "Nobody needs this.");
      const restricted = restrict ? [await bench.write("Salaries", "The bonus is 10 %.")] : [];
      const below = restrict && writeBelow ? restricted.map((id) => writeBelow(id, "Bonus of 2026")) : [];
      const all = [kept, removed, ...restricted, ...below];
      const listed = (await list()).filter(({ externalId }) => all.includes(externalId));
      expect(await findGone(listed)).toEqual([]);
      bench.remove(removed);
      if (restrict) for (const id of restricted) restrict(id);
      const gone = [removed, ...restricted, ...below];
      expect((await findGone(listed)).toSorted()).toEqual(gone.toSorted());
      await expect(reading.findGone(bench.wrongSecret, { places: [], pages: listed })).rejects.toThrow(
        CredentialsRejected,
      );
    });

    it("names the place of people's pages, puts an article there, and finds it there by its marker", async () => {
      const { target, config, placesOfPeople } = bench;
      for (const [name, prepare] of Object.entries(placesOfPeople)) {
        const place = prepare();
        const { containers = [] } = (await find(place.page)) ?? {};
        const title = `Returns in ${name}`;
        const marker = `${SAMPLE_MARKER}${Object.keys(placesOfPeople).indexOf(name)}`;
        const content = { title, blocks: target.render(buildContent({ title, marker })), labels: [] };
        const createdAfter = new Date(Date.now() - 60_000);
        const put = async () => {
          if (target.setsContainersOnCreation) return target.publish(config, { ...content, containers });
          const page = await target.publish(config, content);
          await target.move?.(config, page.externalId, containers[0] ?? null);
          return page;
        };
        const { externalId } = await put();
        expect([name, place.isThere(externalId)]).toEqual([name, true]);
        const wanted = { createdAfter, containers: new Set(containers) };
        const ids = (pages: { externalId: string }[]) => pages.map((page) => page.externalId);
        expect([name, ids(await target.find(config, { ...wanted, marker, title }))]).toEqual([name, [externalId]]);
        expect(ids(await target.listUnknown(config, { ...wanted, known: new Set() }))).toContain(externalId);
        const read = await target.read(config, externalId);
        const update = { ...content, title: `${title} now`, expectedVersion: read?.version ?? "", note: "" };
        await target.update(config, externalId, update);
        expect([name, place.isThere(externalId)]).toEqual([name, true]);
      }
      if (target.hidesReaders) expect((await list()).flatMap(({ containers = [] }) => containers)).toEqual([]);
    });

    it("does not put an article into a place of people that was removed meanwhile", async () => {
      const { target, config, placesOfPeople } = bench;
      for (const [name, prepare] of Object.entries(placesOfPeople)) {
        const place = prepare();
        if (!place.remove) continue;
        const { containers = [] } = (await find(place.page)) ?? {};
        place.remove();
        const title = `Returns without ${name}`;
        const content = { title, blocks: target.render(buildContent({ title })), labels: [] };
        if (target.setsContainersOnCreation) {
          const { externalId } = await target.publish(config, { ...content, containers });
          expect([name, place.isThere(externalId)]).toEqual([name, false]);
        } else {
          const { externalId } = await target.publish(config, content);
          const moved = target.move?.(config, externalId, containers[0] ?? null);
          await expect(moved).rejects.toMatchObject({ code: expect.stringMatching(/^(not-found|refused)$/) });
        }
      }
    });

    it("knows a page of ours, and reads none of its words", async () => {
      const content = buildContent();
      const blocks = bench.target.render(content);
      const { externalId } = await bench.target.publish(bench.config, { title: content.title, blocks, labels: [] });
      bench.release?.(externalId);
      const listed = (await list()).find(({ title }) => /billing/i.test(title));
      if (!listed) throw new Error("the page is not listed");
      const page = await reading.readPage(bench.config, listed.externalId);
      expect(page).toMatchObject({ isOurs: true, passages: [] });
    });

    it("reports a restricted page and the pages below it as restricted, and reads none of their words", async () => {
      if (!bench.restrict || !bench.writeBelow) return;
      const id = await bench.write("Salaries", "The bonus is 10 %.");
      const below = bench.writeBelow(id, "Bonus of 2026");
      bench.restrict(id);
      expect(await find(id)).toMatchObject({ readers: "restricted" });
      expect(await find(below)).toMatchObject({ above: [id] });
      expect(await reading.readPage(bench.config, id)).toBeNull();
    });

    it("reads only what was chosen, also of what was edited since the last look", async () => {
      for (const [name, prepare] of Object.entries(bench.choices)) {
        const { places, read, left } = await prepare();
        const all = [...read, ...left];
        const known = new Map<string, ListedPage>();
        for (const since of [null, new Date(Date.now() - 60_000)]) {
          const listed = await list(since, places);
          for (const page of listed) known.set(page.externalId, page);
          const ids = listed.map(({ externalId }) => externalId).filter((id) => all.includes(id));
          expect([name, ids.toSorted()]).toEqual([name, read.toSorted()]);
        }
        const pages = all.map((externalId) => ({ externalId, above: known.get(externalId)?.above ?? [] }));
        expect([name, (await findGoneIn(places, pages)).toSorted()]).toEqual([name, left.toSorted()]);
      }
    });

    it("gives up a page that left what was chosen, though it is still there", async () => {
      for (const [name, prepare] of Object.entries(bench.choices)) {
        const { places, read, leave } = await prepare();
        const [id = ""] = read;
        const before = (await list(null, places)).filter(({ externalId }) => read.includes(externalId));
        if (!leave) continue;
        await leave();
        for (const since of [null, new Date(Date.now() - 60_000)]) {
          const ids = (await list(since, places)).map(({ externalId }) => externalId);
          expect([name, ids.includes(id)]).toEqual([name, false]);
        }
        expect([name, await findGoneIn(places, before)]).toEqual([name, [id]]);
        expect(await reading.readPage(bench.config, id)).not.toBeNull();
      }
    });

    it("names what was chosen and is gone or hidden, and lists nothing in its place", async () => {
      const id = await bench.write("Return policy", "Shoes are taken back within 30 days.");
      expect(Object.keys(bench.hiddenChoices)).not.toEqual([]);
      for (const [words, places] of Object.entries(bench.hiddenChoices)) {
        const named = {
          code: expect.stringMatching(/^(not-found|missing-permission)$/),
          message: expect.stringContaining(words),
        };
        await expect(list(null, places)).rejects.toMatchObject(named);
        await expect(list(new Date(Date.now() - 60_000), places)).rejects.toMatchObject(named);
        expect(await findGoneIn(places, [{ externalId: id, above: [] }])).toEqual([id]);
      }
    });

    it("lists the values to choose from, those whose name holds a text, and always the chosen ones", async () => {
      for (const [kind, name] of Object.entries(bench.listedChoices?.() ?? {})) {
        const ask = (text: string, chosen: string[] = []) =>
          reading.listChoices?.(bench.config, { kind, text, chosen }) ?? Promise.reject(new Error(kind));
        const found = (await ask("")).find((one) => one.name === name);
        if (!found) throw new Error(`${name} is not listed`);
        expect(await ask("no value of this name")).toEqual([]);
        expect(await ask("no value of this name", [found.id])).toEqual([found]);
      }
    });

    it("says that wrong credentials are wrong", async () => {
      const asked = reading.listPages(bench.wrongSecret, { places: [], since: null, cursor: null });
      await expect(asked).rejects.toThrow(CredentialsRejected);
    });
  });
}
