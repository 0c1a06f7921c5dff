import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type MediaWikiServer, startMediaWikiServer } from "../../tools/stand-ins/mediawiki/server.ts";
import {
  explainMissingMediaWiki,
  type MediaWikiSite,
  startMediaWiki,
  WIKI_CATEGORY,
  WIKI_PASSWORD,
  WIKI_READER_PASSWORD,
} from "../../tools/stand-ins/mediawiki/site.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import {
  type CategoryFolders,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  TitleTaken,
} from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { describeWikiRepair } from "../testing/describe-wiki-repair.ts";
import { buildContent, buildSentence } from "../testing/page-samples.ts";
import { createMediawikiPages } from "../testing/pages-of-people.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { createMediaWikiTarget } from "./target.ts";

const missing = explainMissingMediaWiki();

describe.skipIf(missing)(missing ?? "on a real MediaWiki", () => {
  let site: MediaWikiSite;
  beforeAll(async () => {
    site = await startMediaWiki();
  });
  afterAll(() => site?.close());

  const configOf = (server: MediaWikiServer, password = WIKI_PASSWORD, bot = "articles") => ({
    baseUrl: server.apiUrl,
    spaceId: WIKI_CATEGORY,
    apiKey: `Lorekeep@${bot}:${password}`,
  });

  describeKnowledgeTarget("A MediaWiki", async () => {
    const standIn = await startMediaWikiServer(site);
    const config = configOf(standIn);
    return {
      standIn,
      target: createMediaWikiTarget({ fetch }),
      hastyTarget: createMediaWikiTarget({ fetch, timeoutMs: 5_000 }),
      config,
      wrongSecret: { ...config, apiKey: "Lorekeep@articles:wrong-token" },
      wrongPlace: { ...config, spaceId: "Nothing there" },
      nobodyThere: {
        target: createMediaWikiTarget({ fetch }),
        config: { ...config, baseUrl: "http://127.0.0.1:9/api.php" },
      },
      createCall: "POST /api.php?action=edit",
      changeCall: "POST /api.php?action=edit",
      readCall: "GET /api.php?action=query&revids=",
      // PHP itself fails on deeper nesting.
      deepest: 50,
      isNeverUnreadable: true,
      addParagraphAsPerson: (pageId, text) => standIn.editAsPerson(pageId, (before) => `${before}\n\n${text}`),
    };
  });

  describeWikiReading("A MediaWiki", async () => {
    const standIn = await startMediaWikiServer(site);
    const config = configOf(standIn);
    const textOf = (text: string) =>
      `== Returns ==\n${text}\n\n{| class="wikitable"\n! Country !! Days\n|-\n| Austria || 14\n|}`;
    const write = (pages: Record<string, string>) =>
      standIn.createAllAsPerson(
        Object.fromEntries(Object.entries(pages).map(([title, text]) => [title, `Words. ${text}`])),
      );
    return {
      standIn,
      config,
      target: createMediaWikiTarget({ fetch }),
      wrongSecret: { ...config, apiKey: "Lorekeep@articles:wrong-token" },
      knowsEditor: true,
      anchor: /^Returns$/,
      write: (title, text) => {
        standIn.createAsPerson(title, textOf(text));
        return standIn.pageIdOf(title);
      },
      edit: (id, text) => standIn.createAsPerson(standIn.titleOfPage(id), textOf(text)),
      remove: (id) => standIn.deletePageAsPerson(id),
      choices: {
        categories() {
          const [hours = "", vans = "", ...left] = write({
            Hours: "[[Category:Shop]]",
            Vans: "[[Category:Shop]] [[Category:Depot]]",
            Canteen: "",
            Ovens: "[[Category:Bakery]]",
            "Help:Shop": "[[Category:Shop]]",
          });
          const leave = () => void write({ Hours: "No category." });
          return { places: ["Shop", "category:depot"], read: [hours, vans], left, leave };
        },
        namespaces() {
          const pages = { "Help:Returns": "", "Project:Rules": "", Binder: "", "Help talk:Returns": "" };
          const [help = "", rules = "", ...left] = write(pages);
          const leave = () => standIn.movePageAsPerson(help, "Returns");
          return { places: ["namespace:12", "namespace:4"], read: [help, rules], left, leave };
        },
        "a category in a namespace"() {
          const pages = { "Help:Goods in": "[[Category:Dock]]", "Goods in": "[[Category:Dock]]", "Help:Goods out": "" };
          const [read = "", ...left] = write(pages);
          return { places: ["category:Dock", "namespace:12"], read: [read], left };
        },
      },
      placesOfPeople: {
        categories() {
          const [page = ""] = write({ "Goods in the depot": "[[Category:Goods in]] [[Category:Depots: all|G]]" });
          const lines = ["[[Category:Goods in]]", "[[Category:Depots: all]]", `[[Category:${WIKI_CATEGORY}]]`];
          return { page, isThere: (id) => lines.every((line) => standIn.textOf(id).includes(line)) };
        },
      },
      hiddenChoices: { Nowhere: ["category:Nowhere"], "a|b": ["category:a|b"], "4711": ["namespace:4711"] },
      listedChoices() {
        write({ Hours: "[[Category:Shop]]" });
        return { category: "Shop", namespace: "Help" };
      },
    };
  });

  describeWikiRepair("A MediaWiki", async () => {
    const standIn = await startMediaWikiServer(site);
    return {
      standIn,
      config: configOf(standIn),
      target: createMediaWikiTarget({ fetch }),
      changeCall: "POST /api.php?action=edit",
      ...createMediawikiPages(standIn),
      random: 10,
    };
  });

  describe("a wiki that people edit, too", () => {
    let server: MediaWikiServer;
    const target = createMediaWikiTarget({ fetch });
    beforeEach(async () => {
      server = await startMediaWikiServer(site);
    });
    afterEach(() => server.close());

    const publish = (content = buildContent()) =>
      target.publish(configOf(server), {
        title: content.title,
        blocks: target.render(content),
        labels: content.labels,
      });
    const read = async (page: RemotePage) => {
      const found = await target.read(configOf(server), page.externalId);
      if (!found) throw new Error("the page is gone");
      return found;
    };
    const update = (page: RemotePage, change: Partial<PageUpdate>) =>
      target.update(configOf(server), page.externalId, {
        title: page.title,
        blocks: page.blocks,
        labels: ["billing"],
        expectedVersion: page.version,
        note: "Lorekeep: version 2 of the article",
        ...change,
      });
    const changed = () => target.render(buildContent({ summary: [buildSentence("Changed.")] }));

    it("names every right that is missing, and the grants that give them", async () => {
      const check = target.check(configOf(server, WIKI_READER_PASSWORD, "reader"));
      await expect(check).rejects.toThrow(MissingPermission);
      await expect(check).rejects.toThrow(/edit, createpage, move, delete, undelete, deletedhistory, deletedtext/);
      await expect(check).rejects.toThrow(/Delete pages, revisions, and log entries/);
    });

    it("merges a simultaneous edit itself, even if the wiki would merge it", async () => {
      const before = await read(await publish());
      const page = { title: before.title, blocks: changed(), labels: [], expectedVersion: before.version, note: "" };
      const during = target.update(configOf(server), before.externalId, page, undefined, async () =>
        server.editAsPerson(before.externalId, (text) => `A person was here.\n\n${text}`),
      );
      await expect(during).rejects.toThrow(PageChanged);
      expect(server.textOf(before.externalId)).toContain("A person was here.");
    });

    it("finds a page that a person renamed, and leaves a redirect when it renames a page itself", async () => {
      const page = await publish();
      server.moveAsPerson(page.externalId, "Worker restart");
      const moved = await read(page);
      expect(moved).toMatchObject({ title: "Worker restart", externalId: page.externalId });
      await expect(update(page, { blocks: changed() })).rejects.toThrow(PageChanged);
      const renamed = await update(moved, { title: "Restart of the worker", blocks: changed() });
      expect(await read(renamed)).toMatchObject({ title: "Restart of the worker", version: renamed.version });
      expect(await (await fetch(`${server.url}/index.php?title=Worker_restart`)).text()).toContain("Changed.");
      expect(server.history(page.externalId)[0]).toBe("Lorekeep: Lorekeep: version 2 of the article");
    });

    it("leaves no redirect with a title that must disappear, even if the account may not suppress redirects", async () => {
      const first = await read(await publish());
      const renamed = await read(await update(first, { title: "Withdrawn", erasesOldTitle: true }));
      expect(server.redirects()).toEqual([]);
      await update(renamed, { title: "Shown again" });
      expect(server.redirects()).toEqual(["Withdrawn"]);
      server.withoutRight("suppressredirect");
      await update(await read(first), { title: "Once more", erasesOldTitle: true });
      expect(server.redirects()).toEqual(["Withdrawn"]);
    });

    it("never overwrites another page when it publishes or renames", async () => {
      server.createAsPerson("How to restart the billing worker", "Mine.");
      await expect(publish()).rejects.toThrow(TitleTaken);
      const page = await read(await publish(buildContent({ title: "Another" })));
      await expect(update(page, { title: "How to restart the billing worker" })).rejects.toThrow(TitleTaken);
      expect(server.textOf(page.externalId)).toContain("The billing worker is restarted");
    });

    it("reads a page that a person deleted as removed, and restores it with its whole history", async () => {
      const page = await publish();
      server.editAsPerson(page.externalId, (text) => `${text}\n\nA person was here.`);
      const before = await read(page);
      server.deleteAsPerson(page.externalId);
      expect(await read(page)).toMatchObject({ state: "trashed", title: page.title });
      await expect(update(before, { blocks: changed() })).rejects.toThrow(PageChanged);
      const restored = await target.restore(configOf(server), page.externalId);
      expect(restored?.blocks.map(({ key }) => key)).toEqual(before.blocks.map(({ key }) => key));
      expect(server.history(page.externalId)).toEqual(["Pia: An edit", "Lorekeep: Lorekeep: published"]);
    });

    it("does not mix a page with another page that had its title meanwhile", async () => {
      const first = await publish();
      await target.archive(configOf(server), first.externalId);
      // The wiki distinguishes deleted versions of one title by the second in which they were written.
      const written = Math.floor(Date.now() / 1000);
      await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(written);
      const second = await publish(buildContent({ summary: [buildSentence("The second page.")] }));
      expect(await target.restore(configOf(server), first.externalId)).toBeNull();
      await target.archive(configOf(server), second.externalId);
      expect(JSON.stringify((await read(first)).blocks)).not.toContain("The second page.");
      await target.restore(configOf(server), first.externalId);
      expect(server.history(first.externalId)).toEqual(["Lorekeep: Lorekeep: published"]);
      expect(server.textOf(first.externalId)).toContain("The billing worker is restarted");
    });

    it("keeps categories and all other additions by people unchanged", async () => {
      const page = await publish();
      const theirs = [
        "{{Notice\n| text = Ask Pia\n\n| since = 2026\n}}",
        '{| class="wikitable"\n|-\n| a || b\n\n|}',
        "[[File:Plan.png|thumb|The plan]]",
        "<blockquote>\nfirst\n\nsecond\n</blockquote>",
        " indented\n code",
        "* one\n** nested\n* two",
      ];
      const [above, below] = [theirs.join("\n\n"), "[[Category:Runbooks]]\n\nA person was here."];
      server.editAsPerson(page.externalId, (text) => `${above}\n\n${text}\n${below}`);
      const seen = await read(page);
      const after = await update(seen, { title: "Restart it", blocks: [...seen.blocks, ...changed().slice(0, 1)] });
      const text = server.textOf(page.externalId);
      for (const words of [...theirs, "A person was here."]) expect(text).toContain(words);
      const categories = ["Knowledge", "billing", "how-to", "Runbooks"];
      expect(text.match(/\[\[Category:[^\]]+\]\]/g)).toEqual(categories.map((name) => `[[Category:${name}]]`));
      expect((await read(after)).blocks.map(({ key }) => key)).toEqual(after.blocks.map(({ key }) => key));
    });

    it.each([
      ["Redis: how to restart #2 [draft]"],
      ["kubectl hangs"],
      ["a </p><script>alert(1)</script>"],
      ["50%41 & &amp; a_b <b> {{x}} ../c"],
    ])("writes %s as the title and reads back the same title", async (title) => {
      const page = await publish(buildContent({ title }));
      expect((await read(page)).title).toBe(title);
      expect((await update(await read(page), { title, blocks: changed() })).title).toBe(title);
      const wanted = { marker: "ref lk-7f3a9c21", title, createdAfter: new Date(Date.now() + 3_600_000) };
      expect(await target.find(configOf(server), wanted)).toMatchObject([{ title }]);
    });

    it("shows steps with code as one numbered list, and chat text as plain text", async () => {
      const wild =
        "{{Main Page}} [[Main Page]] ~~~~ '''bold''' \\_\\_TOC\\_\\_ <nowiki> mailto:a@b.example javascript:alert(1) -{x}-";
      const page = await publish(buildContent({ summary: [buildSentence(wild)] }));
      const html = await (await fetch(page.url)).text();
      const steps =
        /<ol><li>Log in to the host\..*<\/li>\n<li>Restart it:.*<pre class="language-bash">\s*systemctl restart billing<\/pre><\/li><\/ol>/;
      expect(html).toMatch(steps);
      expect(html).toContain("{{Main Page}} [[Main Page]] ~~~~ ");
      expect(html).toContain("__TOC__");
      expect(html).not.toMatch(/href="(?:mailto|javascript)|<b>bold|toclevel|Talk:Pia/);
    });

    it("signs in again after the session expired", async () => {
      const page = await read(await publish());
      const before = server.calls.length;
      site.run("ObjectCache::getInstance(CACHE_DB)->deleteObjectsExpiringBefore(time() + 100000000);", {});
      await update(page, { blocks: changed() });
      expect(server.textOf(page.externalId)).toContain("Changed.");
      expect(server.calls.slice(before).filter(({ path }) => path.includes("action=login"))).toHaveLength(1);
    });

    describe("where articles are arranged by category", () => {
      const folders = target.folders as CategoryFolders<MediaWikiConfig>;
      const contentOf = (name: string) =>
        buildContent({
          title: name,
          summary: [buildSentence("Below.")],
          body: [],
          marker: `ref lkc-of-${name.length}`,
        });
      const makeCategory = (name: string) =>
        folders.publish(configOf(server), { title: name, blocks: target.render(contentOf(name)), labels: [] });
      const rename = async (id: string, title: string) => {
        const page = await folders.read(configOf(server), id);
        const { blocks, version: expectedVersion } = page ?? { blocks: [], version: "" };
        return folders.update(configOf(server), id, { title, blocks, labels: [], expectedVersion, note: "" });
      };
      const move = (page: RemotePage, category: RemotePage | null) =>
        target.move?.(configOf(server), page.externalId, category?.externalId ?? null);
      const categoriesOf = ({ externalId }: RemotePage) => server.textOf(externalId).match(/(?<=\[\[Category:)[^\]]+/g);

      it("puts a page into a category below the configured one with one line, which stays after updates and people's edits", async () => {
        const [page, vpn] = [await publish(buildContent({ labels: ["vpn"] })), await makeCategory("VPN")];
        expect(categoriesOf(vpn)).toEqual(["Knowledge"]);
        await move(page, vpn);
        await move(page, vpn);
        expect(categoriesOf(page)).toEqual(["VPN|{{PAGENAME}}", "vpn"]);
        expect(server.history(page.externalId)).toHaveLength(2);
        server.editAsPerson(page.externalId, (text) => `${text}\n[[Category:Runbooks]]`);
        await update(await read(page), { blocks: changed(), labels: ["vpn"] });
        expect(categoriesOf(page)).toEqual(["VPN|{{PAGENAME}}", "vpn", "Runbooks"]);
        const listed = await (await fetch(`${server.url}/index.php?title=Category:VPN`)).text();
        expect(listed).toContain("How to restart the billing worker");
        await move(page, null);
        expect(categoriesOf(page)).toEqual(["Knowledge", "vpn", "Runbooks"]);
      });

      it("renames a category with all pages that we put there, even after an interruption, and leaves a redirect for people's pages", async () => {
        const [network, vpn] = [await makeCategory("Networking"), await makeCategory("VPN")];
        const pages = [await publish(), await publish(buildContent({ title: "Tunnel" }))] as const;
        await move(vpn, network);
        for (const page of pages) await move(page, network);
        for (const match of ["POST /api.php?action=move", "POST /api.php?action=edit", "POST /api.php?action=delete"]) {
          server.fail({ match, kind: { afterWork: "reset" } });
          await expect(rename(network.externalId, "Remote access")).rejects.toMatchObject({ mayHaveHappened: true });
        }
        await rename(network.externalId, "Remote access");
        for (const page of [vpn, ...pages]) expect(categoriesOf(page)?.[0]).toBe("Remote access|{{PAGENAME}}");
        expect(await folders.read(configOf(server), network.externalId)).toMatchObject({ title: "Remote access" });
        expect(server.textOfTitle("Category:Networking")).toBeNull();

        server.createAsPerson("Of a person", "Mine. [[Category:Remote access]]");
        await rename(network.externalId, "Access");
        for (const page of [vpn, ...pages]) expect(categoriesOf(page)?.[0]).toBe("Access|{{PAGENAME}}");
        expect(server.textOfTitle("Of a person")).toBe("Mine. [[Category:Remote access]]");
        expect(server.textOfTitle("Category:Remote access")).toContain("#REDIRECT [[:Category:Access]]");
      });

      it("finds a category's page again, accepts any name for it, and deletes it only if it is empty", async () => {
        const made = await makeCategory("iOS: #2");
        const wanted = { title: "iOS: #2", marker: "ref lkc-of-7", createdAfter: new Date(Date.now() + 3_600_000) };
        expect(await folders.find(configOf(server), wanted)).toMatchObject([{ title: "iOS: #2", isUntouched: true }]);
        await expect(makeCategory("iOS: #2")).rejects.toThrow(TitleTaken);
        const page = await publish();
        await move(page, made);
        const state = async () => (await folders.read(configOf(server), made.externalId))?.state;
        await folders.archive(configOf(server), made.externalId);
        expect(await state()).toBe("current");
        await move(page, null);
        await folders.archive(configOf(server), made.externalId);
        expect(await state()).toBe("trashed");
        await expect(move(page, made)).rejects.toThrow(NotFound);
      });
    });
  });
});
