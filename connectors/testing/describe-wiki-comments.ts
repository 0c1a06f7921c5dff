import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { MissingPermission, Refused, Unreachable } from "../errors.ts";
import { type KnowledgeTarget, PageChanged } from "../knowledge-target.ts";
import type { WikiCommenting } from "../wiki-comment.ts";
import type { WikiReading } from "../wiki-pages.ts";
import type { PagesOfPeople } from "./pages-of-people.ts";

export interface CommentTestSetup<Config> extends Pick<PagesOfPeople, "write" | "blocks" | "edit"> {
  target: KnowledgeTarget<Config> & Partial<WikiReading<Config> & WikiCommenting<Config>>;
  config: Config;
  standIn: StandIn;
  /** A part of the path of the call that adds a comment. */
  commentCall: string;
  /** Returns the texts of the page's comments, oldest first. */
  comments(id: string): string[];
  /** Replies to the page's first comment, as a person. */
  answer(id: string): void;
  /** Accounts that may not comment, each with the platform's own name for the missing permission. */
  lacking: { config: Config; word: string }[];
}

const KEY = "k4711";
const PARAGRAPHS = ["It says: “Closed & <b>shut</b>.”", "It should say: “Open.”", `Left by Ada Lovelace (${KEY}).`];

/** The tests that every target must pass that adds comments to people's pages. */
export function describeWikiComments<Config>(name: string, start: () => Promise<CommentTestSetup<Config>>): void {
  describe(`${name} as a wiki with comments`, () => {
    let bench: CommentTestSetup<Config>;
    let wiki: WikiCommenting<Config>;
    let id: string;
    beforeEach(async () => {
      bench = await start();
      const { comment, findComment, deleteComment } = bench.target;
      if (!comment || !findComment || !deleteComment) throw new Error("The target leaves no comments.");
      wiki = { comment, findComment, deleteComment };
      id = await bench.write("Hours", [{ kind: "paragraph", words: "Closed on Sunday." }]);
    });
    afterEach(() => bench.standIn.close());

    const request = async () => {
      const page = await bench.target.readPage?.(bench.config, id);
      return { externalId: id, expectedVersion: page?.version ?? "", paragraphs: PARAGRAPHS, key: KEY };
    };
    const leave = async (config = bench.config) => wiki.comment(config, await request());
    const calls = () =>
      bench.standIn.calls.filter(({ method, path }) => `${method} ${path}`.includes(bench.commentCall));

    it("adds one comment with these words as plain text, and does not change the page", async () => {
      const before = bench.blocks(id);
      const left = await leave();
      expect(URL.canParse(left.url)).toBe(true);
      expect(bench.comments(id)).toHaveLength(1);
      for (const paragraph of PARAGRAPHS) expect(bench.comments(id)[0]).toContain(paragraph);
      expect(bench.blocks(id)).toEqual(before);
    });

    it("adds no comment to a page that somebody edited meanwhile", async () => {
      const asked = await request();
      bench.edit(id, "Closed on Sunday.", "Open on Sunday.");
      await expect(wiki.comment(bench.config, asked)).rejects.toThrow(PageChanged);
      expect(calls()).toEqual([]);
    });

    it("finds a comment if the response was lost, and none if the request never arrived", async () => {
      expect(await wiki.findComment(bench.config, { externalId: id, key: KEY })).toBeNull();
      bench.standIn.fail({ match: bench.commentCall, kind: { afterWork: "reset" } });
      await expect(leave()).rejects.toThrow(Unreachable);
      const found = await wiki.findComment(bench.config, { externalId: id, key: KEY });
      expect(found).toMatchObject({ id: expect.any(String), url: expect.any(String) });
      await wiki.deleteComment(bench.config, { externalId: id, id: found?.id ?? "" });
      expect(bench.comments(id)).toEqual([]);
    });

    it("deletes a comment, even twice, but no comment with a reply", async () => {
      const left = { externalId: id, id: (await leave()).id };
      await wiki.deleteComment(bench.config, left);
      await wiki.deleteComment(bench.config, left);
      expect(bench.comments(id)).toEqual([]);
      const answered = { externalId: id, id: (await leave()).id };
      bench.answer(id);
      await expect(wiki.deleteComment(bench.config, answered)).rejects.toThrow(Refused);
      expect(bench.comments(id)).toHaveLength(2);
    });

    it("names the missing permission of an account that may not comment, by the platform's own name", async () => {
      expect(bench.lacking.length).toBeGreaterThan(1);
      for (const { config, word } of bench.lacking) {
        await expect(leave(config)).rejects.toThrow(MissingPermission);
        await expect(leave(config)).rejects.toThrow(word);
      }
      expect(bench.comments(id)).toEqual([]);
    });
  });
}
