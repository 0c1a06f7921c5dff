import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildArticle } from "../testing/factories.ts";
import { type Desk, openPublishingStage, type PlatformName, type PublishingStage } from "./testing/publishing-stage.ts";

const PLATFORMS = ["confluence", "notion"] as const;
let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterAll(() => stage.close());

const draftOn = async (desk: Desk, title: string) =>
  (await buildArticle(stage.db, { workspaceId: desk.workspaceId, title, state: "draft", status: "draft" })).id;

async function post(desk: Desk, url: string, payload: object = {}) {
  const answer = await desk.person.inject({ method: "POST", url, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ undo: { id: string } }>();
}
const decide = (desk: Desk, id: string, choice: string) => post(desk, `/api/inbox/draft.${id}/decide`, { choice });

const untilPublished = (desk: Desk, id: string, platform: PlatformName) =>
  expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");

/** The titles of the pages that stand on the platform. */
const titlesOn = (platform: PlatformName) =>
  platform === "confluence"
    ? stage.confluence
        .pages()
        .filter(({ status }) => status === "current")
        .map(({ title }) => title)
    : stage.notion
        .pages()
        .filter(({ inTrash }) => !inTrash)
        .map(({ title }) => title);

describe("An approval that is undone", () => {
  for (const platform of PLATFORMS)
    it(`takes its new page off ${platform}, so that the draft can be discarded or approved again`, async () => {
      const desk = await stage.newDesk(platform);
      const title = `Undone on ${platform}`;
      const id = await draftOn(desk, title);
      const { undo } = await decide(desk, id, "approve");
      await untilPublished(desk, id, platform);
      expect(await desk.article(id)).toMatchObject({ confirmedBy: desk.person.viewer.userId });
      await post(desk, `/api/inbox/${undo.id}/undo`);
      await expect.poll(() => desk.publications(id)).toEqual([]);
      const held = "An article that is held back";
      expect(titlesOn(platform).filter((one) => one === title || one === held)).toEqual([]);
      expect(await desk.article(id)).toMatchObject({ state: "draft", status: "draft", confirmedBy: null });

      await decide(desk, id, "approve");
      await untilPublished(desk, id, platform);
      expect(titlesOn(platform).filter((one) => one === title)).toHaveLength(1);
    });

  it("leaves the page to a person who wrote on it, without the article's words", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Undone, with a remark");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    const { externalId } = await desk.publication(id, "confluence");
    stage.confluence.editAsPerson(externalId ?? "", (page) => {
      page.storage += "<p>A remark of mine.</p>";
    });
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect.poll(async () => (await desk.publication(id, "confluence")).publishedVersion).toBeGreaterThan(1);
    const page = stage.confluence.pages().find((one) => one.id === externalId);
    expect(page).toMatchObject({ status: "current", storage: expect.stringContaining("A remark of mine.") });
  });

  it("lets a discard that follows at once go through as soon as the page is gone", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await draftOn(desk, "Approved, undone, discarded");
    const { undo } = await decide(desk, id, "approve");
    await untilPublished(desk, id, "confluence");
    await post(desk, `/api/inbox/${undo.id}/undo`);
    await expect
      .poll(async () => {
        const url = `/api/inbox/draft.${id}/decide`;
        return (await desk.person.inject({ method: "POST", url, payload: { choice: "remove" } })).statusCode;
      })
      .toBe(200);
    expect(await desk.article(id)).toMatchObject({ state: "trashed" });
  });
});
