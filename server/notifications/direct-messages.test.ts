import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AnalysisStage, openStage, type StageChannel } from "../analysis/testing/analysis-stage.ts";
import { buildArticle } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { notifyPeople, sendDirectMessages } from "./index.ts";

let stage: AnalysisStage & { close(): Promise<void> };
let channel: StageChannel;
let person: SignedIn;
let slackId = "";

beforeAll(async () => {
  stage = (await openStage({ workers: 0 })) as typeof stage;
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.slack.clearFaults();
  channel = await stage.newChannel();
  ({ person } = channel);
  slackId = `UDM${channel.externalId}`;
  const { email } = (await person.inject({ url: "/api/auth/user" })).json();
  stage.team.data.users.push({ id: slackId, name: "owner", email });
  await notifyPeople(stage.deps);
});

const settings = async () => (await person.inject({ url: "/api/notification-settings" })).json();
async function choose(way: object) {
  const { chatName: _, chatTrouble: __, ...now } = await settings();
  const kinds = { ...now.kinds, decision: { ...now.kinds.decision, ...way } };
  await person.inject({ method: "PUT", url: "/api/notification-settings", payload: { ...now, kinds } });
}
const newDraft = (title: string, values: object = {}) =>
  buildArticle(stage.db, {
    workspaceId: channel.workspaceId,
    channelId: channel.id,
    state: "review",
    title,
    ...values,
  });
async function send() {
  await notifyPeople(stage.deps);
  await sendDirectMessages(stage.deps);
}
const posted = () =>
  (stage.team.findChannel(`D${slackId}`)?.messages ?? []).map(
    ({ text, blocks }) => `${text} ${JSON.stringify(blocks)}`,
  );

describe("Notifications in Slack", () => {
  it("come to who chose them, once, as links to what may be read", async () => {
    expect(await settings()).toMatchObject({ chatName: "Slack", chatTrouble: null });
    await newDraft("Before it was chosen");
    await notifyPeople(stage.deps);
    await choose({ chat: true });
    await newDraft("Restarting the <!channel> printer");
    await newDraft("Resetting the router");
    await send();
    await send();
    const [message] = posted();
    expect(posted()).toHaveLength(1);
    expect(message).toContain("2 things for you:");
    expect(message).toMatch(/"url":"[^"]*view=inbox","text":"Restarting the <!channel> printer"/);
    expect(message).not.toContain("Before it was chosen");
  });

  it("hold no title of what the person may not read, or decided meanwhile", async () => {
    await choose({ chat: true });
    const { id } = await newDraft("Decided meanwhile");
    await notifyPeople(stage.deps);
    await stage.db.$client.query("update articles set state = 'stands' where id = $1", [id]);
    await sendDirectMessages(stage.deps);
    expect(posted()).toEqual([]);
  });

  it("wait while Slack is away, and are not sent twice when its answer is lost", async () => {
    await choose({ chat: true });
    await newDraft("Restarting the printer");
    stage.slack.fail({ match: "users.lookupByEmail", kind: { status: 503 }, times: 10 });
    await send();
    expect(posted()).toEqual([]);
    stage.slack.clearFaults();
    stage.slack.fail({ match: "chat.postMessage", kind: { afterWork: "reset" } });
    await send();
    await send();
    expect(posted()).toHaveLength(1);
  });

  it("that Slack knows nobody by the address is said where they are chosen, and stays said until one arrives", async () => {
    await choose({ chat: true });
    const known = stage.team.data.users.find(({ id }) => id === slackId);
    const email = known?.email ?? "";
    Object.assign(known ?? {}, { email: "somebody@else.example" });
    await newDraft("Restarting the printer");
    await send();
    expect(await settings()).toMatchObject({ chatTrouble: `Slack knows nobody with your address ${email}.` });
    Object.assign(known ?? {}, { email });
    await newDraft("Resetting the router");
    await send();
    expect(posted()).toHaveLength(1);
    expect(await settings()).toMatchObject({ chatTrouble: null });
  });

  it("cannot be chosen where no chat sends them", async () => {
    await stage.db.$client.query("update chat_integrations set is_active = false where id = $1", [
      channel.integrationId,
    ]);
    expect(await settings()).toMatchObject({ chatName: null });
    await choose({ chat: true });
    await newDraft("Restarting the printer");
    await send();
    expect(posted()).toEqual([]);
  });
});
