import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explainMissingGitServer } from "../../tools/stand-ins/git/http-backend.ts";
import { GIT_REPOSITORY, GIT_TOKEN, type GitServer, startGitServer } from "../../tools/stand-ins/git/server.ts";
import { MissingPermission, Refused } from "../errors.ts";
import { PageChanged, type RemotePage, TitleTaken } from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { describeWikiReading } from "../testing/describe-wiki-reading.ts";
import { describeWikiRepair } from "../testing/describe-wiki-repair.ts";
import { buildContent, buildSentence } from "../testing/page-samples.ts";
import { createGitPages } from "../testing/pages-of-people.ts";
import { readAddress } from "./address.ts";
import { joinMarkdown, splitMarkdown } from "./blocks.ts";
import { createGitDocsTarget } from "./target.ts";

const missing = explainMissingGitServer();
const skipped = missing ?? "on a real Git server";

describe.skipIf(missing)(skipped, () => {
  describeKnowledgeTarget("A folder of a repository", async () => {
    const standIn = await startGitServer();
    const config = { baseUrl: `${standIn.url}/${GIT_REPOSITORY}`, spaceId: "docs/knowledge", apiKey: GIT_TOKEN };
    const target = createGitDocsTarget({ fetch });
    // The check runs when an integration is saved; the target caches what it read.
    await target.check(config);
    standIn.calls.splice(0);
    return {
      standIn,
      target,
      hastyTarget: createGitDocsTarget({ fetch, timeoutMs: 5_000 }),
      config,
      wrongSecret: { ...config, apiKey: "lk-wrong-token" },
      wrongPlace: { ...config, baseUrl: `${standIn.url}/acme/nothing-there.git` },
      nobodyThere: { target, config: { ...config, baseUrl: "http://127.0.0.1:9/acme/handbook.git" } },
      createCall: `POST /${GIT_REPOSITORY}/git-receive-pack`,
      changeCall: `POST /${GIT_REPOSITORY}/git-receive-pack`,
      readCall: `GET /${GIT_REPOSITORY}/info/refs?service=git-upload-pack`,
      addParagraphAsPerson: (pageId: string, text: string) => {
        const pages = standIn.repository();
        pages.editAsPerson(pages.pathOf(pageId), (before) => `${before}\n${text}\n`);
      },
      spoil: (pageId: string) => {
        const pages = standIn.repository();
        pages.editAsPerson(pages.pathOf(pageId), (before) => `${before}\n${"[".repeat(100_001)}\n`);
      },
    };
  });

  describeWikiReading("A folder of a repository", async () => {
    const standIn = await startGitServer();
    const config = { baseUrl: `${standIn.url}/${GIT_REPOSITORY}`, spaceId: "docs", apiKey: GIT_TOKEN };
    const push = (places: string[], read: string[], left: string[]) => {
      const files = Object.fromEntries([...read, ...left].map((path) => [path, "Words.\n"]));
      standIn.repository().pushAsPerson(files, "Write");
      return { places, read, left };
    };
    const textOf = (text: string) => `## Returns\n\n${text}\n\n| Country | Days |\n| --- | --- |\n| Austria | 14 |\n`;
    return {
      standIn,
      config,
      target: createGitDocsTarget({ fetch }),
      wrongSecret: { ...config, apiKey: "lk-wrong-token" },
      write: (title, text) => {
        const path = `handbook/${title.replaceAll(" ", "-")}.md`;
        standIn.repository().pushAsPerson({ [path]: textOf(text) }, `Write ${title}`);
        return path;
      },
      edit: (path, text) => standIn.repository().editAsPerson(path, () => textOf(text)),
      remove: (path) => standIn.repository().pushAsPerson({ [path]: null }, `Delete ${path}`),
      anchor: /^returns$/,
      choices: {
        "everything but what tools and packages bring along": () =>
          push([], ["a/x.md", "CHANGELOG.md"], ["node_modules/x/README.md", "packages/y/CHANGELOG.md", "a/dist/x.md"]),
        folders: () =>
          push(["folder:hr", "folder:/vendor/"], ["hr/x.md", "vendor/x.md"], ["ops/x.md", "hr/build/x.md"]),
        "all but some folders": () => push(["not:old", "folder:ops"], ["ops/y.md"], ["old/x.md"]),
        "all but a part of a folder": () => push(["folder:it", "not:it/old"], ["it/x.md"], ["it/old/x.md"]),
      },
      placesOfPeople: {
        "a folder"() {
          const page = "depot/goods/in.md";
          push([], [page], []);
          const isThere = (id: string) => standIn.repository().pathOf(id).startsWith("depot/goods/");
          const remove = () => standIn.repository().pushAsPerson({ [page]: null }, "Delete the last file");
          return { page, isThere, remove };
        },
      },
      hiddenChoices: { "guides/de": ["folder:guides/de"] },
    };
  });

  it("leads to each heading as the host does, also where two have the same words", async () => {
    const standIn = await startGitServer();
    const config = { baseUrl: `${standIn.url}/${GIT_REPOSITORY}`, spaceId: "docs", apiKey: GIT_TOKEN };
    const text = "# Shop\n\nOpen.\n\n## Hours & days\n\nAt 9.\n\n## Hours & days\n\nAt 10.\n";
    standIn.repository().pushAsPerson({ "docs/shop.md": text }, "Write about the shop");
    const page = await createGitDocsTarget({ fetch }).readPage?.(config, "docs/shop.md");
    await standIn.close();
    expect(page?.passages.map(({ anchor }) => anchor)).toEqual(["shop", "hours--days", "hours--days-1"]);
  });

  describeWikiRepair("A folder of a repository", async () => {
    const standIn = await startGitServer();
    const pages = standIn.repository();
    return {
      standIn,
      config: { baseUrl: `${standIn.url}/${GIT_REPOSITORY}`, spaceId: "docs", apiKey: GIT_TOKEN },
      target: createGitDocsTarget({ fetch }),
      changeCall: `POST /${GIT_REPOSITORY}/git-receive-pack`,
      ...createGitPages(pages),
      notes: () => pages.git(["log", "--format=%B", "main"]),
      random: 10,
    };
  });

  describe("a Git repository", () => {
    let server: GitServer;
    const target = createGitDocsTarget({ fetch });
    const startWith = async (...given: Parameters<typeof startGitServer>) => {
      await server?.close();
      server = await startGitServer(...given);
    };
    beforeEach(() => startWith());
    afterEach(() => server.close());

    const config = (repository = GIT_REPOSITORY, spaceId = "docs") => ({
      baseUrl: `${server.url}/${repository}`,
      spaceId,
      apiKey: GIT_TOKEN,
    });
    const publish = (content = buildContent(), to = config()) =>
      target.publish(to, { title: content.title, blocks: target.render(content), labels: content.labels });
    const read = async (page: RemotePage, from = config()) => {
      const found = await target.read(from, page.externalId);
      if (!found) throw new Error("the page is gone");
      return found;
    };
    const update = (page: RemotePage, change: { title?: string; blocks?: RemotePage["blocks"] }, to = config()) =>
      target.update(to, page.externalId, {
        title: change.title ?? page.title,
        blocks: change.blocks ?? page.blocks,
        labels: [],
        expectedVersion: page.version,
        note: "New evidence",
      });

    it("commits an article as a file with front matter, and names its sources in the commit", async () => {
      const page = await publish();
      const git = server.repository();
      const path = "docs/how-to-restart-the-billing-worker.md";
      expect(git.files()).toEqual(["README.md", path]);
      expect(git.log()[0]).toBe("Lorekeep: Publish “How to restart the billing worker”");
      expect(git.message()).toContain("Sources:\n- https://acme.slack.com/archives/C1/p1");
      expect(git.read(path)).toMatch(/^---\ntitle: How to restart the billing worker\ntags:\n {2}- billing\n/);
      expect(page.url).toBe(`${server.url}/acme/handbook/blob/main/${path}`);
    });

    it("keeps what others push between its look and its push", async () => {
      const page = await read(await publish());
      const git = server.repository();
      git.pushAsPerson({ "docs/other.md": "# Other\n" }, "A person's page");
      await update(page, { title: "Restart it" });
      expect(git.files()).toEqual(["README.md", "docs/other.md", "docs/restart-it.md"]);
      expect(git.log("docs/restart-it.md")).toEqual([
        "Lorekeep: Update “Restart it”",
        "Lorekeep: Publish “How to restart the billing worker”",
      ]);
    });

    it("loses none of six articles that two processes publish at once", async () => {
      const other = createGitDocsTarget({ fetch });
      const blocks = target.render(buildContent());
      const all = Array.from({ length: 6 }, async (_, index) => {
        const by = index % 2 ? other : target;
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await by.publish(config(), { title: `Article ${index}`, blocks, labels: [] });
          } catch (error) {
            if (attempt === 5 || (error as { mayHaveHappened?: boolean }).mayHaveHappened !== false) throw error;
          }
        }
      });
      await Promise.all(all);
      const files = server.repository().files();
      expect(files).toHaveLength(7);
      expect(server.repository().log()).toHaveLength(7);
    });

    it("keeps what people wrote in the front matter, and their tags", async () => {
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      const theirs = "---\nsidebar_position: 3 # after billing\n";
      git.editAsPerson(path, (text) => text.replace("---\n", theirs).replace("- billing", "- billing\n  - ours"));
      const seen = await read(page);
      await update(seen, { blocks: target.render(buildContent({ summary: [buildSentence("Changed.")] })) });
      const text = git.read(path) ?? "";
      expect(text).toContain("sidebar_position: 3 # after billing");
      expect(text).toContain("  - ours");
      expect(text).toContain("Changed.");
    });

    it("does not write over front matter that somebody broke", async () => {
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      git.editAsPerson(path, (text) => text.replace("---\n", "---\nbroken: [\n"));
      const broken = git.read(path);
      const seen = await read(page);
      await expect(update(seen, { title: "Another" })).rejects.toThrow(Refused);
      expect(git.read(path)).toBe(broken);
    });

    it("writes a page whose front matter refers to itself without end, and refuses one whose tags do", async () => {
      const endless = Array.from({ length: 30 }, (_, at) =>
        at === 0 ? "x0: &x0 [a,a,a,a,a,a,a,a,a]\n" : `x${at}: &x${at} [${`*x${at - 1},`.repeat(9)}]\n`,
      ).join("");
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      git.editAsPerson(path, (text) => text.replace("---\n", `---\n${endless}`));
      await update(await read(page), { title: "Another" });
      expect(git.read("docs/another.md")).toContain("title: Another");
      git.editAsPerson("docs/another.md", (text) => text.replace("tags:\n  - billing", "tags: *x29"));
      await expect(update(await read(page), { title: "A third" })).rejects.toThrow(Refused);
    });

    it("knows a page that a person moved, and takes no copy for it", async () => {
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      git.pushAsPerson({ "docs/copy.md": git.read(path) }, "Copy it");
      expect((await read(page)).url).toContain(path);
      git.pushAsPerson({ "docs/copy.md": null }, "No copy");
      git.moveAsPerson(path, "guides/worker.md");
      const moved = await read(page);
      expect(moved).toMatchObject({ title: page.title, state: "current" });
      await update(moved, { blocks: target.render(buildContent({ summary: [buildSentence("Changed.")] })) });
      expect(git.read("guides/worker.md")).toContain("Changed.");
    });

    it("reads a page whose file a person deleted as gone, and makes no other", async () => {
      const page = await publish();
      const git = server.repository();
      git.pushAsPerson({ [git.pathOf(page.externalId)]: null }, "Not needed");
      await expect(update(page, { title: "Another" })).rejects.toMatchObject({ code: "not-found" });
      expect(await target.read(config(), page.externalId)).toBeNull();
      expect(git.files()).toEqual(["README.md"]);
    });

    it("keeps lists, tables, HTML and code of people as they wrote them", async () => {
      const theirs = [
        "* one\n* two\n  more\n    * nested\n\n      para",
        "- [x] done\n- [ ] open",
        "1) a\n\n   b\n2) c",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "<details><summary>x</summary>\n\nText\n\n</details>",
        "    indented code",
        "[ref]: https://x.example\n\nText with [ref]  \nand a break",
      ].join("\n\n");
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      git.editAsPerson(path, (text) => `${text}\n${theirs}\n`);
      const seen = await read(page);
      const after = await update(seen, { title: "Restart it", blocks: seen.blocks });
      expect(after.blocks.map(({ key }) => key)).toEqual(seen.blocks.map(({ key }) => key));
      const text = git.read("docs/restart-it.md") ?? "";
      for (const words of [
        "nested",
        "[x] done",
        "| 1 | 2 |",
        "<details>",
        "    indented code",
        "[ref]: https://x.example",
      ])
        expect(text).toContain(words);
    });

    it("keeps Windows line ends", async () => {
      const page = await publish();
      const git = server.repository();
      const path = git.pathOf(page.externalId);
      git.editAsPerson(path, (text) => text.replaceAll("\n", "\r\n"));
      const seen = await read(page);
      expect(seen.blocks.map(({ key }) => key)).toEqual(page.blocks.map(({ key }) => key));
      await update(seen, { blocks: target.render(buildContent({ summary: [buildSentence("Changed.")] })) });
      expect(git.read(path)?.replaceAll("\r\n", "")).not.toContain("\n");
    });

    it("does not write over a file of the same name", async () => {
      server.repository().pushAsPerson({ "docs/How-To-Restart-The-Billing-Worker.md": "# Mine\n" }, "Mine");
      await expect(publish()).rejects.toThrow(TitleTaken);
    });

    it("publishes into a wiki, where the name of the file is the title", async () => {
      await startWith({ repositories: ["acme/handbook.wiki.git"] });
      const wiki = config("acme/handbook.wiki.git", "/");
      const page = await publish(buildContent(), wiki);
      expect(server.repository().files()).toContain("How-to-restart-the-billing-worker.md");
      expect(page.url).toBe(`${server.url}/acme/handbook/wiki/How-to-restart-the-billing-worker`);
      server.repository().moveAsPerson("How-to-restart-the-billing-worker.md", "Restarting-the-worker.md");
      const renamed = await read(page, wiki);
      expect(renamed.title).toBe("Restarting the worker");
      await expect(update(page, {}, wiki)).rejects.toThrow(PageChanged);
      await update(renamed, { blocks: target.render(buildContent({ summary: [buildSentence("Changed.")] })) }, wiki);
      expect(server.repository().read("Restarting-the-worker.md")).toContain("Changed.");
      await target.archive(wiki, page.externalId);
      expect(
        server
          .repository()
          .files()
          .filter((path) => path.endsWith(".md")),
      ).toEqual(["README.md"]);
      expect(await target.restore(wiki, page.externalId)).toMatchObject({ title: "Restarting the worker" });
    });

    it("says of a token that may only read that it may not push", async () => {
      const reader = { ...config(), apiKey: "lk-reader-token" };
      await expect(target.check(reader)).rejects.toThrow(/may not push/);
    });

    it("says that a branch is protected", async () => {
      server.repository().protect();
      await expect(publish()).rejects.toThrow(MissingPermission);
      await expect(publish()).rejects.toThrow("The branch main is protected");
      expect(server.repository().files()).toEqual(["README.md"]);
    });

    it("says that a repository is empty, too large, or none", async () => {
      server.repository().git(["update-ref", "-d", "refs/heads/main"]);
      await expect(target.check(config())).rejects.toThrow("The repository is empty");
      await startWith();
      const small = createGitDocsTarget({ fetch, maxBytes: 100 });
      await expect(small.check(config())).rejects.toThrow("too large");
      const page = { ...config(), baseUrl: `${server.url}/_stand-in/calls` };
      await expect(target.check(page)).rejects.toThrow(/no repository at this address|not answer as a Git repository/);
    });

    it("warns when anyone can read the repository", async () => {
      await startWith({ isPublic: true });
      expect((await target.check(config())).warnings).toEqual([
        "Anyone on the internet can read the repository acme/handbook.",
      ]);
    });
  });
});

it.each([
  ["https://github.com/acme/handbook", "https://github.com/acme/handbook.git"],
  ["https://github.com/acme/handbook/wiki", "https://github.com/acme/handbook.wiki.git"],
  ["https://gitlab.com/acme/team/handbook/-/wikis/home", "https://gitlab.com/acme/team/handbook.wiki.git"],
  ["https://codeberg.org/acme/handbook.wiki.git/", "https://codeberg.org/acme/handbook.wiki.git"],
])("takes %s as the repository %s", (baseUrl, url) => {
  expect(readAddress({ baseUrl, spaceId: "/" }).url).toBe(url);
});

it.each(["../x", "docs/.git", "a/./b"])("refuses the folder %s", (spaceId) => {
  expect(() => readAddress({ baseUrl: "https://github.com/acme/handbook", spaceId })).toThrow(Refused);
});

it("refuses an address with a token in it", () => {
  expect(() => readAddress({ baseUrl: "https://me:secret@github.com/acme/handbook", spaceId: "/" })).toThrow(Refused);
});

it("keeps indented code apart from the list above it", () => {
  const [item] = splitMarkdown("- one");
  const [code] = splitMarkdown("    code");
  const blocks = [item, code].flatMap((block) => (block ? [block] : []));
  expect(splitMarkdown(joinMarkdown(blocks)).map(({ key }) => key)).toEqual(blocks.map(({ key }) => key));
});
