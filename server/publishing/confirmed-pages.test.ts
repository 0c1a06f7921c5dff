import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import { articleSources } from "../db/schema.ts";
import { createUnchangedEdit } from "../library/edit/testing/edit-of.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterAll(() => stage.close());

const today = () => new Date().toISOString().slice(0, 10);

async function confirm({ person }: PublishingWorkspace, id: string) {
  const answer = await person.inject({ method: "POST", url: `/api/articles/${id}/confirm` });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ undo: { id: string } }>();
}

describe.each(["confluence", "notion"] as const)("The page of an article on %s", (platform) => {
  const pageOf = async (desk: PublishingWorkspace, id: string) => {
    const { externalId } = await desk.publication(id, platform);
    return stage[platform].pages().find((one) => one.id === externalId);
  };

  it("says that nobody confirmed it, then who did and when, no longer once that is undone, and keeps people's words", async () => {
    const desk = await stage.newDesk(platform);
    const id = await desk.write(`Confirmed on ${platform}`, "The door code is on the board.");
    const page = async () => JSON.stringify((await pageOf(desk, id)) ?? "");
    await expect.poll(page).toContain("Not yet verified.");
    const { externalId = "" } = await desk.publication(id, platform);
    const remark = "A remark of a reader.";
    if (platform === "confluence")
      stage.confluence.editAsPerson(externalId ?? "", (draft) => {
        draft.storage = draft.storage.replace("<h2>", `<p>${remark}</p><h2>`);
      });
    else
      stage.notion.editAsPerson(externalId ?? "", ({ blocks, newBlock }) => {
        blocks.splice(1, 0, newBlock({ type: "paragraph", paragraph: { rich_text: [{ text: { content: remark } }] } }));
      });
    const { undo } = await confirm(desk, id);
    await expect.poll(page).toContain(`Verified by Ada Lovelace on ${today()}.`);
    expect(await page()).toContain(remark);
    expect(await page()).not.toContain("Not yet verified");
    await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");
    const undone = await desk.person.inject({ method: "POST", url: `/api/inbox/${undo.id}/undo` });
    expect(undone.statusCode).toBe(200);
    await expect.poll(page).toContain("Not yet verified.");
    expect(await page()).toContain(remark);
    expect(await page()).not.toContain("Verified by");
    expect((await desk.article(id)).version, "a confirmation is no new version").toBe(1);
  });

  it("says once the text has changed that it did so since it was confirmed, and who edited it", async () => {
    const desk = await stage.newDesk(platform);
    const said = "The door code is on the board.";
    const id = await desk.write(`Changed on ${platform}`, said);
    await stage.db
      .update(articleSources)
      .set({ text: `Restart the worker. ${said}` })
      .where(eq(articleSources.articleId, id));
    const page = async () => JSON.stringify((await pageOf(desk, id)) ?? "");
    const read = async () =>
      (await desk.person.inject({ method: "GET", url: `/api/articles/${id}` })).json<ArticlePage>();
    const isSettled = () =>
      expect.poll(async () => (await desk.publication(id, platform)).state, { timeout: 20_000 }).toBe("published");
    await isSettled();
    await confirm(desk, id);
    await expect.poll(page).toContain(`Verified by Ada Lovelace on ${today()}.`);
    expect(await page()).toContain("chat, word for word.");

    const edit = createUnchangedEdit(await read());
    for (const { statements } of edit.sections)
      for (const statement of statements) statement.text = "The door code hangs beside the board.";
    const url = `/api/articles/${id}/content`;
    const saved = await desk.person.inject({ method: "PUT", url, payload: edit });
    expect(saved.statusCode).toBe(200);
    await expect.poll(page).toContain(`Changed since Ada Lovelace verified it on ${today()}.`);
    expect(await page()).toContain("chat, shortened, edited by Ada Lovelace.");
    expect(await page()).not.toContain("word for word");
    expect(await page()).not.toContain("Verified by");

    await isSettled();
    const restore = `/api/articles/${id}/versions/1/restore`;
    await desk.person.inject({ method: "POST", url: restore, payload: { from: 2 } });
    await expect.poll(page).toContain("word for word");
    expect(await page(), "a restored text is a change too").toContain("Changed since Ada Lovelace verified it");

    await isSettled();
    await confirm(desk, id);
    await expect.poll(page).toContain(`Verified by Ada Lovelace on ${today()}.`);
    expect(await page()).not.toContain("Changed since");
    await isSettled();
    if (platform === "confluence")
      expect((await pageOf(desk, id)) ?? {}, "created, confirmed, edited, restored, confirmed").toMatchObject({
        version: { number: 5 },
      });
  });
});
