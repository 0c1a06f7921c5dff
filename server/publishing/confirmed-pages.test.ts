import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERY_ANSWER_COMES, openPublishingStage, type PublishingStage } from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(EVERY_ANSWER_COMES);
});
afterAll(() => stage.close());

describe.each(["confluence", "notion"] as const)("The page of an article on %s", (platform) => {
  it("says that nobody confirmed it, then who did and when, no longer once that is undone, and keeps people's words", async () => {
    const desk = await stage.newDesk(platform);
    const id = await desk.write(`Confirmed on ${platform}`, "The door code is on the board.");
    const page = async () => {
      const { externalId } = await desk.publication(id, platform);
      const found = stage[platform].pages().find((one) => one.id === externalId);
      return JSON.stringify(found ?? "");
    };
    await expect.poll(page).toContain("Nobody has confirmed it yet.");
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
    const answer = await desk.person.inject({ method: "POST", url: `/api/articles/${id}/confirm` });
    expect(answer.statusCode).toBe(200);
    const today = new Date().toISOString().slice(0, 10);
    await expect.poll(page).toContain(`Confirmed by Ada Lovelace on ${today}.`);
    expect(await page()).toContain(remark);
    expect(await page()).not.toContain("Nobody has confirmed");
    await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("published");
    const { undo } = answer.json();
    const undone = await desk.person.inject({ method: "POST", url: `/api/inbox/${undo.id}/undo` });
    expect(undone.statusCode).toBe(200);
    await expect.poll(page).toContain("Nobody has confirmed it yet.");
    expect(await page()).toContain(remark);
    expect(await page()).not.toContain("Confirmed by");
    expect((await desk.article(id)).version, "a confirmation is no new version").toBe(1);
  });
});
