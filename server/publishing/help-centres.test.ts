import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type HelpCenterName,
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage();
});
afterAll(() => stage.close());

const CREATES: Record<HelpCenterName, string> = {
  zendesk: "POST /api/v2/help_center",
  intercom: "POST /articles",
  servicenow: "POST /api/now/table/kb_knowledge",
};
const CHANGES: Record<HelpCenterName, string> = {
  zendesk: "PUT /api/v2/help_center/articles/",
  intercom: "PUT /articles/",
  servicenow: "PATCH /api/now/table/kb_knowledge/",
};

const untilVersion = (desk: PublishingWorkspace, articleId: string, platform: HelpCenterName, version: number) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(articleId);
      return (await desk.publication(articleId, platform)).publishedVersion;
    })
    .toBe(version);

/** Returns the platform's only help article with the marker. */
async function articleOf(desk: PublishingWorkspace, articleId: string, platform: HelpCenterName) {
  const { marker, externalId } = await desk.publication(articleId, platform);
  const all = stage[platform].articles().map(({ id, title, body }) => ({ id: String(id), title, body }));
  const found = all.filter(({ body }) => body.includes(marker));
  expect(found.map(({ id }) => id)).toEqual([externalId]);
  return found[0] as (typeof found)[number];
}

describe.each(["zendesk", "intercom", "servicenow"] as const)("An article in the help center of %s", (platform) => {
  it("is made once when the answer to its making is lost, and changed once when that answer is", async () => {
    const desk = await stage.newDesk(platform);
    stage[platform].fail({ match: CREATES[platform], kind: { afterWork: "reset" } });
    const id = await desk.write("Lost and found", "Still there.");
    await untilVersion(desk, id, platform, 1);
    expect((await articleOf(desk, id, platform)).body).toContain("Still there.");
    stage[platform].fail({ match: CHANGES[platform], kind: { afterWork: "status-500" } });
    await desk.rewrite(id, "Still there.", "Said later.");
    await untilVersion(desk, id, platform, 2);
    expect((await articleOf(desk, id, platform)).body.match(/Said later\./g)).toHaveLength(1);
  });

  it.each([
    ["", false],
    [" and the answer to that is lost", true],
  ])("keeps what a person wrote, in words and title, when the article changes%s", async (_, isLost) => {
    const desk = await stage.newDesk(platform);
    const id = await desk.write("How to brew", "Grind first.", "Then pour.");
    await untilVersion(desk, id, platform, 1);
    const { id: page } = await articleOf(desk, id, platform);
    stage[platform].editAsPerson(page, (article) => {
      article.title = "How we brew";
      article.body += "<p>Ask <b>Ann</b> for the beans.</p><table><tr><td>8 g</td></tr></table>";
    });
    if (isLost) stage[platform].fail({ match: CHANGES[platform], kind: { afterWork: "status-500" } });
    await desk.rewrite(id, "Grind first.", "Then pour.", "Wait four minutes.");
    await untilVersion(desk, id, platform, 2);
    const { title, body } = await articleOf(desk, id, platform);
    expect(title).toBe("How we brew");
    for (const words of ["Grind first.", "Wait four minutes.", "<b>Ann</b> for the beans.", "8 g"])
      expect(body).toContain(words);
    expect(await desk.errors()).toEqual([]);
  });

  it("waits for a person where both changed the same words, and leaves theirs", async () => {
    const desk = await stage.newDesk(platform);
    const id = await desk.write("Two minds", "The port is 80.");
    await untilVersion(desk, id, platform, 1);
    const { id: page } = await articleOf(desk, id, platform);
    stage[platform].editAsPerson(page, (article) => {
      article.body = article.body.replace("The port is 80.", "The port is 8080.");
    });
    await desk.rewrite(id, "The port is 443.");
    await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("conflict");
    const { body } = await articleOf(desk, id, platform);
    expect([body.includes("8080"), body.includes("443")]).toEqual([true, false]);
  });
});
