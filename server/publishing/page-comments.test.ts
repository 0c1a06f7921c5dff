import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { activityLogs, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { hashText } from "./known-content.ts";
import { buildPageContent } from "./page-content.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(() => stage.close());

const PLATFORMS = ["confluence", "notion"] as const;

const untilVersion = (desk: PublishingWorkspace, articleId: string, platform: PlatformName, version: number) =>
  expect
    .poll(async () => {
      await desk.skipWaits(articleId);
      const { state, publishedVersion } = await desk.publication(articleId, platform);
      return { state, publishedVersion };
    })
    .toEqual({ state: "published", publishedVersion: version });

async function published(desk: PublishingWorkspace, platform: PlatformName, title: string, ...sentences: string[]) {
  const id = await desk.write(title, ...sentences);
  await untilVersion(desk, id, platform, 1);
  return { id, pageId: (await desk.publication(id, platform)).externalId ?? "" };
}

/** Adds a comment to a part of the page's text, like a person. */
function comment(platform: PlatformName, pageId: string, words: string): void {
  if (platform === "confluence") {
    expect(stage.confluence.commentAsPerson(pageId, words)).toBe(true);
    return;
  }
  const page = stage.notion.pages().find(({ id }) => id === pageId);
  const block = page?.children.find(({ content }) => JSON.stringify(content).includes(words));
  if (!block) throw new Error(`No block says '${words}'.`);
  stage.notion.discussAsPerson(pageId, block.id, words);
}

const commentsOn = (platform: PlatformName, pageId: string) =>
  (platform === "confluence" ? stage.confluence.comments() : stage.notion.discussions())
    .filter((one) => one.pageId === pageId)
    .map(({ words, isAnchored }) => ({ words, isAnchored }));

const textOf = (platform: PlatformName, pageId: string) =>
  platform === "confluence"
    ? stage.confluence.pages().find(({ id }) => id === pageId)?.storage
    : JSON.stringify(stage.notion.pages().find(({ id }) => id === pageId)?.children);

const inbox = async (desk: PublishingWorkspace) =>
  (await desk.person.inject({ method: "GET", url: "/api/inbox" })).json<InboxPage>().items;
const logLines = async (desk: PublishingWorkspace) => {
  const rows = await stage.db
    .select({ message: activityLogs.message })
    .from(activityLogs)
    .where(eq(activityLogs.workspaceId, desk.workspaceId));
  return rows.map(({ message }) => message);
};
const post = async (desk: PublishingWorkspace, url: string, payload?: object) => {
  const answer = await desk.person.inject({ method: "POST", url, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};

describe("People's comments on a page", () => {
  it("in confluence stay on their words, or are told, when they are made in the instant of an update", async () => {
    const desk = await stage.newDesk("confluence");
    const says = ["Stop the pump first.", "Open the valve."];
    const { id, pageId } = await published(desk, "confluence", "Commented in that instant", ...says);
    stage.confluence.before(`PUT /wiki/api/v2/pages/${pageId}`, () => {
      comment("confluence", pageId, "Open the valve.");
      comment("confluence", pageId, "Stop the pump first.");
    });
    await desk.rewrite(id, "Open the valve.", "Close it again.");
    await untilVersion(desk, id, "confluence", 2);
    expect(commentsOn("confluence", pageId)).toEqual([
      { words: "Open the valve.", isAnchored: true },
      { words: "Stop the pump first.", isAnchored: false },
    ]);
    expect(await inbox(desk)).toMatchObject([{ kind: "page-comments" }]);
    expect(textOf("confluence", pageId)).toContain("Close it again.");
  });

  for (const platform of PLATFORMS) {
    it(`in ${platform} stay on their words when the article changes around them`, async () => {
      const desk = await stage.newDesk(platform);
      const title = `Commented on ${platform}`;
      const { id, pageId } = await published(desk, platform, title, "Stop the pump first.", "Open the valve.");
      comment(platform, pageId, "Stop the pump first.");
      comment(platform, pageId, "Open the valve.");
      await desk.rewrite(
        id,
        "Call the shift.",
        "Stop the pump first.",
        "Wait a minute.",
        "Open the valve.",
        "Close it.",
      );
      await untilVersion(desk, id, platform, 2);
      await desk.rewrite(id, "Open the valve.", "Stop the pump first.", "Close it.");
      await untilVersion(desk, id, platform, 3);
      expect(textOf(platform, pageId)).not.toContain("Wait a minute.");
      if (platform === "confluence") {
        expect(commentsOn(platform, pageId)).toEqual([
          { words: "Stop the pump first.", isAnchored: true },
          { words: "Open the valve.", isAnchored: true },
        ]);
        expect(await inbox(desk)).toEqual([]);
      } else {
        // Notion cannot move a block. If two blocks swap positions, one is created again and a person is notified that
        // its comment lost its text.
        expect(commentsOn(platform, pageId).filter(({ isAnchored }) => isAnchored)).toHaveLength(1);
        expect(await inbox(desk)).toMatchObject([{ kind: "page-comments" }]);
      }
    });

    it(`in ${platform} whose words the article changed are told once, in the inbox and in the log`, async () => {
      const desk = await stage.newDesk(platform);
      const title = `Changed under a comment on ${platform}`;
      const { id, pageId } = await published(desk, platform, title, "Wait two minutes.", "Open the valve.");
      comment(platform, pageId, "Wait two minutes.");
      comment(platform, pageId, "Open the valve.");
      const [call] = platform === "confluence" ? ["PUT /"] : ["PATCH /"];
      // The test drops the call's answer. People are still notified, and only once.
      stage[platform].fail({ match: call, kind: { afterWork: "reset" } });
      await desk.rewrite(id, "Check the gauge now.", "Open the valve.");
      await untilVersion(desk, id, platform, 2);
      expect(commentsOn(platform, pageId).map(({ isAnchored }) => isAnchored)).toEqual([false, true]);
      const [item, ...others] = await inbox(desk);
      expect(others).toEqual([]);
      expect(item).toMatchObject({ kind: "page-comments", choices: ["seen"], platform });
      expect(item?.reason).toBe(`The article changed the words that a comment is about on its page in ${platform}.`);
      expect((await logLines(desk)).filter((line) => line.includes("a comment is about"))).toHaveLength(1);
      const { undo } = (await post(desk, `/api/inbox/${item?.id}/decide`, { choice: "seen" })).json();
      expect(await inbox(desk)).toEqual([]);
      await post(desk, `/api/inbox/${undo.id}/undo`);
      expect(await inbox(desk)).toMatchObject([{ kind: "page-comments" }]);
    });

    it(`in ${platform}: an item of a list that a person changed and one that the article changed are both kept`, async () => {
      const desk = await stage.newDesk(platform);
      const title = `A list on ${platform}`;
      const { id, pageId } = await published(desk, platform, title, "Stop the pump.", "Open the valve.", "Wait.");
      if (platform === "confluence")
        stage.confluence.editAsPerson(pageId, (page) => {
          page.storage = page.storage.replace("Open the valve.", "Open the valve slowly.");
        });
      else
        stage.notion.editAsPerson(pageId, ({ blocks, newBlock }) => {
          const at = blocks.findIndex(({ content }) => JSON.stringify(content).includes("Open the valve."));
          const rich_text = [{ text: { content: "Open the valve slowly." } }];
          blocks.splice(at, 1, newBlock({ type: "bulleted_list_item", bulleted_list_item: { rich_text } }));
        });
      await desk.rewrite(id, "Stop both pumps.", "Open the valve.", "Wait.", "Close it.");
      await untilVersion(desk, id, platform, 2);
      for (const words of ["Stop both pumps.", "Open the valve slowly.", "Close it."])
        expect(textOf(platform, pageId)).toContain(words);
      expect(textOf(platform, pageId)).not.toContain("Open the valve.");
      expect(await inbox(desk)).toEqual([]);
    });
  }

  it("in confluence stay on words in a sentence that changes around them", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "confluence", "Commented within", "Stop the pump first.", "Wait.");
    comment("confluence", pageId, "the pump");
    await desk.rewrite(id, "Always stop the pump before you open it.", "Wait.");
    await untilVersion(desk, id, "confluence", 2);
    expect(textOf("confluence", pageId)).not.toContain("Stop the");
    expect(commentsOn("confluence", pageId)).toEqual([{ words: "the pump", isAnchored: true }]);
    expect(await inbox(desk)).toEqual([]);
  });

  it("on a page published when a list was one piece: a person's change beside the list is no conflict with it", async () => {
    const desk = await stage.newDesk("confluence");
    const { id, pageId } = await published(desk, "confluence", "From before", "Stop the pump.", "Wait.");
    const row = await desk.publication(id, "confluence");
    const content = await inWorkspace(stage.db, desk.workspaceId, (scope) =>
      buildPageContent(stage.connectors, scope, row),
    );
    const blocks = stage.connectors.targets.confluence.render(content);
    const asBefore = [...new Set(blocks.map(({ key, wholeHash }) => wholeHash ?? hashText(key)))];
    expect(asBefore.length).toBeLessThan(blocks.length);
    await stage.db.update(publications).set({ publishedBlocks: asBefore }).where(eq(publications.id, row.id));
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage += "<p>Mine.</p>";
    });
    await desk.rewrite(id, "Stop both pumps.", "Wait.");
    await untilVersion(desk, id, "confluence", 2);
    const text = textOf("confluence", pageId);
    expect([text?.includes("Stop both pumps."), text?.includes("Stop the pump."), text?.includes("Mine.")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
