import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { TEAM_ID } from "../analysis/testing/analysis-stage.ts";
import { articles, users } from "../db/schema.ts";
import { useLiveStage } from "../ingest/live/testing/live-stage.ts";
import { buildArticle } from "../testing/factories.ts";
import { notifyPeople, sendDirectMessages } from "./index.ts";

const stage = useLiveStage();
/** Returns a workspace with one published article. The article's owner wants notifications in Slack. */
async function newDue(title: string) {
  const channel = await stage.newLiveChannel();
  const { person, workspaceId } = channel;
  const slackId = `USR${channel.externalId}`;
  const { email } = (await person.inject({ url: "/api/auth/user" })).json() as { email: string };
  stage.team.data.users.push({ id: slackId, name: "owner", email });
  const { chatName: _, chatTrouble: __, ...now } = (await person.inject({ url: "/api/notification-settings" })).json();
  const kinds = { ...now.kinds, decision: { ...now.kinds.decision, chat: true } };
  await person.inject({ method: "PUT", url: "/api/notification-settings", payload: { ...now, kinds } });
  await notifyPeople(stage.deps);
  const article = await buildArticle(stage.db, { workspaceId, channelId: channel.id, state: "stands", title });
  await stage.db.update(articles).set({ reviewAt: new Date() }).where(eq(articles.id, article.id));
  await notifyPeople(stage.deps);
  await sendDirectMessages(stage.deps);
  const [message] = stage.team.directWith(slackId).messages.filter(({ bot_id }) => bot_id !== undefined);
  const press = (user = slackId) =>
    stage.slack.press(TEAM_ID, {
      channelId: stage.team.directWith(slackId).id,
      ts: message?.ts ?? "",
      user,
      action: "still-right",
    });
  const read = async () => {
    const [row] = await stage.db.select().from(articles).where(eq(articles.id, article.id));
    return row;
  };
  return { ...channel, id: article.id, slackId, message, press, read };
}
const isToldOf = (words: string) => expect.poll(() => JSON.stringify(stage.slack.privateAnswers)).toContain(words);

describe("'Still right?' in a direct message of Slack", () => {
  it("confirms the article with one press of whoever was asked, in their name and in the audit log", async () => {
    const due = await newDue("Restarting <!channel> printers");
    expect(JSON.stringify(due.message?.["blocks"])).toContain("Still right? Restarting <!channel> printers");
    expect(await due.press()).toBe(200);
    await expect.poll(async () => (await due.read())?.confirmedBy).toBe(due.person.viewer.userId);
    expect((await due.read())?.reviewAt?.getTime()).toBeGreaterThan(Date.now());
    await isToldOf("The article is confirmed.");
    const { entries } = (await due.person.inject({ url: "/api/audit?by=chat" })).json();
    expect(entries).toMatchObject([{ action: "chat still-right", thingIds: [due.id] }]);
  });

  it("counts nothing when somebody else presses it, or who was asked may not decide any more", async () => {
    const due = await newDue("Resetting the router");
    expect(await due.press("USTRANGER")).toBe(200);
    await isToldOf("Nothing was changed: this button is for somebody else");
    await stage.db.update(users).set({ membership: "viewer" }).where(eq(users.id, due.person.viewer.userId));
    expect(await due.press()).toBe(200);
    await expect
      .poll(() => stage.slack.privateAnswers.filter((one) => JSON.stringify(one).includes("for somebody else")).length)
      .toBeGreaterThan(1);
    expect((await due.read())?.confirmedBy).toBeNull();
  });
});
