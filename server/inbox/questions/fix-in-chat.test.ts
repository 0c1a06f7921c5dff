import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ModalView } from "../../../tools/stand-ins/slack/check-modal.ts";
import { type StageChannel, TEAM_ID } from "../../analysis/testing/analysis-stage.ts";
import { articleVersions, channels, chatIdentities, users } from "../../db/schema.ts";
import { useLiveStage } from "../../ingest/live/testing/live-stage.ts";
import { processQuestions } from "./ask-questions.ts";
import { createAskingChannels } from "./testing/asking-channels.ts";

const stage = useLiveStage();
const { articleOf, asked, newAskingChannel, postsIn, review, theQuestion } = createAskingChannels(stage);

/** Returns a channel with a question in the thread in which UBO, a person of the workspace, answered. */
async function newAskedChannel({ waits = false, isKnown = true } = {}): Promise<StageChannel> {
  const channel = await newAskingChannel(waits ? review : undefined);
  const { person, workspaceId } = channel;
  const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
  const { userId } = person.viewer;
  const [user] = await stage.db.select().from(users).where(eq(users.id, userId));
  if (isKnown)
    await stage.db
      .insert(chatIdentities)
      .values({
        workspaceId,
        userId,
        platform: "slack",
        teamId: row?.teamId ?? "",
        email: user?.email ?? "",
        externalId: "UBO",
      })
      .onConflictDoUpdate({
        target: [chatIdentities.workspaceId, chatIdentities.userId, chatIdentities.platform, chatIdentities.teamId],
        set: { externalId: "UBO" },
      });
  await asked(channel);
  return channel;
}

const textsOf = async (channel: StageChannel) => {
  const { summary, body } = await articleOf(channel);
  return [...summary, ...body.flatMap(({ statements }) => statements)].map(({ text }) => text);
};
const versionsOf = async ({ workspaceId }: StageChannel) =>
  stage.db.$count(articleVersions, eq(articleVersions.workspaceId, workspaceId));
const postIn = (channel: StageChannel) => postsIn(channel)[0];
const told = (channel: StageChannel) =>
  expect.poll(async () => {
    await processQuestions(stage.deps);
    return postIn(channel)?.text;
  });
const pressed = (channel: StageChannel, user = "UBO") => ({
  channelId: channel.externalId,
  ts: postIn(channel)?.ts ?? "",
  user,
  action: "fix",
});
/** Presses Fix and returns the form that opens. */
async function openForm(channel: StageChannel) {
  const before = new Set(stage.slack.openModals().map(({ id }) => id));
  expect(await stage.slack.press(TEAM_ID, pressed(channel))).toBe(200);
  const [modal] = stage.slack.openModals().filter(({ id }) => !before.has(id));
  if (!modal) throw new Error("No form was opened.");
  return modal;
}
const inputsOf = ({ blocks }: ModalView) => blocks.flatMap((block) => (block.type === "input" ? [block] : []));
const blockWith = (view: ModalView, text: string) =>
  inputsOf(view).find(({ element }) => element.type === "plain_text_input" && element.initial_value === text)
    ?.block_id ?? "none";
const endingIn = (view: ModalView, end: string) =>
  inputsOf(view).find(({ block_id }) => block_id.endsWith(end))?.block_id ?? "none";
const isOpen = (id: string) => stage.slack.openModals().some((modal) => modal.id === id);
const submit = (id: string, typed: Record<string, string | boolean>, times?: number) =>
  stage.slack.submit(TEAM_ID, id, typed, times);

const HOLD = "Hold the button for ten seconds.";

describe("Fix in Slack", () => {
  it("opens a form with the title and every sentence, and changes nothing before it is saved", async () => {
    const channel = await newAskedChannel();
    const { view, id } = await openForm(channel);
    expect(view.submit?.text).toBe("Save");
    const shown = inputsOf(view).flatMap(({ element }) => ("initial_value" in element ? [element.initial_value] : []));
    expect(shown).toEqual([(await articleOf(channel)).title, ...(await textsOf(channel))]);
    expect((await theQuestion(channel)).state).toBe("asked");
    await submit(id, {});
    const [[, error] = []] = Object.entries(stage.slack.openModals().find((modal) => modal.id === id)?.errors ?? {});
    expect(error).toBe("Nothing has changed yet. Change a text, or press Close.");
    expect(await versionsOf(channel)).toBe(1);
  });

  it("saves the same edit as in the product, once however often Slack tells it: sources stay, the person is named", async () => {
    const channel = await newAskedChannel();
    const before = await articleOf(channel);
    const { view, id } = await openForm(channel);
    const typed = {
      [endingIn(view, ".title")]: "Restarting the printer",
      [blockWith(view, HOLD)]: "Hold the button for twenty seconds.",
      [endingIn(view, ".added")]: "Then wait for the green light.",
    };
    await submit(id, typed, 3);
    expect(isOpen(id)).toBe(false);
    const { title, body, version, confirmedBy, hand } = await articleOf(channel);
    expect([title, version]).toEqual(["Restarting the printer", before.version + 1]);
    const by = channel.person.viewer.userId;
    expect(body[0]?.statements).toMatchObject([
      {
        text: "Hold the button for twenty seconds.",
        sources: before.body[0]?.statements[0]?.sources,
        hand: { what: "edited", by },
      },
      { text: "Then wait for the green light.", sources: [], hand: { what: "written", by } },
    ]);
    expect([hand.title?.by, confirmedBy]).toEqual([by, by]);
    await told(channel).toMatch(/^<@UBO> corrected <.+\|the article>\.$/);
    const { items } = (await channel.person.inject({ url: "/api/inbox" })).json<{ items: object[] }>();
    expect(items).toEqual([]);
    const { entries } = (await channel.person.inject({ url: "/api/audit?by=chat" })).json<{ entries: object[] }>();
    expect(entries).toMatchObject([
      { actor: { kind: "chat", id: by }, action: "chat fixed", asked: { chatUser: "UBO" } },
    ]);
  });

  it("publishes what waited to be read: the button says so", async () => {
    const channel = await newAskedChannel({ waits: true });
    expect((await articleOf(channel)).state).toBe("review");
    const { view, id } = await openForm(channel);
    expect(view.submit?.text).toBe("Save and publish");
    await submit(id, { [blockWith(view, HOLD)]: "Hold it for a minute." });
    expect((await articleOf(channel)).state).toBe("stands");
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row?.approvals).toBe(1);
  });

  it("shows both texts when the article changed meanwhile, overrules nothing unseen and saves the second time", async () => {
    const channel = await newAskedChannel();
    const { view, id } = await openForm(channel);
    const {
      id: articleId,
      version,
      title,
      tags,
      contentType,
      category,
      difficulty,
      priority,
    } = await articleOf(channel);
    const sentence = (text: string) => ({ key: null, form: "sentence", text, language: null });
    const saved = await channel.person.inject({
      method: "PUT",
      url: `/api/articles/${articleId}/content`,
      payload: {
        version,
        title: `${title} (office)`,
        summary: [sentence("Somebody else wrote this.")],
        sections: [{ role: "answer", heading: null, layout: "prose", statements: [sentence("Pull the plug.")] }],
        tags,
        contentType,
        category,
        difficulty,
        priority,
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    await submit(id, { [blockWith(view, HOLD)]: "Hold it for a minute.", [endingIn(view, ".title")]: "Printer" });
    const again = stage.slack.openModals().find((modal) => modal.id === id)?.view;
    if (!again) throw new Error("The form is closed.");
    const said = JSON.stringify(again);
    expect(said).toContain("The article changed while you were writing.");
    expect(said).toContain(`Now in the article: ${title} (office)`);
    expect(said).toContain("Pull the plug.");
    expect(blockWith(again, "Hold it for a minute.")).toMatch(/\.added$/);
    expect(await textsOf(channel)).toEqual(["Somebody else wrote this.", "Pull the plug."]);
    await submit(id, {});
    expect((await articleOf(channel)).title).toBe("Printer");
    expect(await textsOf(channel)).toEqual(["Somebody else wrote this.", "Pull the plug.", "Hold it for a minute."]);
  });

  it("puts it into the inbox for somebody else where the person ticks that", async () => {
    const channel = await newAskedChannel();
    const { view, id } = await openForm(channel);
    await submit(id, { [endingIn(view, ".leaves")]: true, [blockWith(view, HOLD)]: "Not now." });
    expect(isOpen(id)).toBe(false);
    await told(channel).toContain("It waits in the inbox");
    expect(await textsOf(channel)).toContain(HOLD);
  });
});

describe("No form opens, and the article waits in the inbox,", () => {
  const waits = async (channel: StageChannel) => {
    const before = stage.slack.openModals().length;
    expect(await stage.slack.press(TEAM_ID, pressed(channel))).toBe(200);
    expect(stage.slack.openModals()).toHaveLength(before);
    await told(channel).toContain("It waits in the inbox");
  };

  it("where who was asked is nobody known here", async () => {
    await waits(await newAskedChannel({ isKnown: false }));
  });

  it("where they may read only", async () => {
    const channel = await newAskedChannel();
    await stage.db.update(users).set({ membership: "viewer" }).where(eq(users.id, channel.person.viewer.userId));
    await waits(channel);
  });

  it("where Slack does not open it", async () => {
    const channel = await newAskedChannel();
    stage.slack.fail({ match: "views.open", kind: { status: 503 } });
    await waits(channel);
  });

  it("and a right that was lost while the form was open saves nothing", async () => {
    const channel = await newAskedChannel();
    const { view, id } = await openForm(channel);
    await stage.db.update(users).set({ membership: "viewer" }).where(eq(users.id, channel.person.viewer.userId));
    await submit(id, { [blockWith(view, HOLD)]: "Hold it for a minute." });
    expect(isOpen(id)).toBe(true);
    expect(await textsOf(channel)).toContain(HOLD);
  });
});

it("A press that Slack tells again opens no second form, and is not taken as left to the inbox", async () => {
  const channel = await newAskedChannel();
  const before = stage.slack.openModals().length;
  const payload = stage.slack.payloadOf(TEAM_ID, pressed(channel));
  expect(await stage.slack.deliveries.press(payload)).toBe(200);
  expect(await stage.slack.deliveries.press(payload)).toBe(200);
  expect(stage.slack.openModals()).toHaveLength(before + 1);
  expect((await theQuestion(channel)).state).toBe("asked");
});
