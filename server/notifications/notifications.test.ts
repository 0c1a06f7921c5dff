import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTIFICATION_KINDS, type NotificationKind } from "../../shared/domain/notifications.ts";
import { buildArticle, buildChannel, buildPublication, buildUser, buildWorkspace } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { forgetOldNotifications, notifyPeople, sendMails } from "./index.ts";

let test: TestApp;
let workspaceId: string;
let owner: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ id: workspaceId } = await buildWorkspace(test.db));
  owner = await test.signIn(await buildUser(test.db, { workspaceId }));
  viewer = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
  // Handles earlier events, so that they cause no notification in the test.
  await notifyPeople(test.deps);
  test.mails.length = 0;
});

const query = (text: string, values: unknown[] = []) => test.db.$client.query(text, values);
const told = async (person: SignedIn) =>
  (await person.inject({ url: "/api/notifications" })).json() as {
    unread: number;
    notifications: { id: string; kind: NotificationKind; isRead: boolean; article: { id: string; title: string } }[];
  };
const kindsOf = async (person: SignedIn) => (await told(person)).notifications.map(({ kind }) => kind).sort();
const watch = (person: SignedIn, kind: string, target: string, isOn = true) =>
  person.inject({ method: "PUT", url: "/api/watches", payload: { kind, target, isOn } });
const choose = async (person: SignedIn, part: object) => {
  const { chatName: _, chatTrouble: __, ...now } = (await person.inject({ url: "/api/notification-settings" })).json();
  return person.inject({ method: "PUT", url: "/api/notification-settings", payload: { ...now, ...part } });
};
const newVersion = async (articleId: string, version: number, madeBy: string | null = null) => {
  await query("update articles set version = $2, updated_at = now() where id = $1", [articleId, version]);
  await query(
    `insert into article_versions (workspace_id, article_id, version, title, summary, body, engine, reason, made_by)
     select workspace_id, id, $2, title, summary, body, engine, 'Changed.', $3 from articles where id = $1`,
    [articleId, version, madeBy],
  );
};
const mailsTo = async (person: SignedIn) => {
  const { email } = (await person.inject({ url: "/api/auth/user" })).json();
  return test.mails.filter(({ to }) => to === email);
};

describe("who is told what", () => {
  it("is told of what waits for a decision if they may decide, while it waits", async () => {
    const { id } = await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await notifyPeople(test.deps);
    expect(await kindsOf(owner)).toEqual(["decision"]);
    expect((await told(owner)).notifications).toMatchObject([{ decision: "first-article" }]);
    expect(await kindsOf(viewer)).toEqual([]);
    await query("update articles set state = 'stands' where id = $1", [id]);
    expect(await told(owner)).toEqual({ unread: 0, notifications: [] });
  });

  it.each(["article", "channel", "category"] as const)(
    "is told of changes to a watched %s, and not of their own",
    async (kind) => {
      const channel = await buildChannel(test.db, { workspaceId });
      const article = await buildArticle(test.db, { workspaceId, channelId: channel.id, category: "Deployment" });
      const target = { article: article.id, channel: channel.id, category: "Deployment" }[kind];
      expect((await watch(viewer, kind, target)).statusCode).toBe(200);
      await newVersion(article.id, 2);
      await newVersion(article.id, 3, viewer.viewer.userId);
      await notifyPeople(test.deps);
      expect(await kindsOf(viewer)).toContain("changed");
      expect((await kindsOf(viewer)).filter((one) => one === "changed")).toHaveLength(1);
      expect((await kindsOf(owner)).filter((one) => one === "changed")).toEqual([]);
      expect((await viewer.inject({ url: "/api/watches" })).json()).toMatchObject([{ kind, target }]);
      await watch(viewer, kind, target, false);
      expect((await viewer.inject({ url: "/api/watches" })).json()).toEqual([]);
    },
  );

  it("is told that an article was withdrawn, and owners and admins that a page could not be published", async () => {
    const article = await buildArticle(test.db, { workspaceId });
    await watch(viewer, "article", article.id);
    await buildPublication(test.db, { workspaceId, articleId: article.id, state: "parked" });
    await query("update articles set state = 'withdrawn', updated_at = now() where id = $1", [article.id]);
    await notifyPeople(test.deps);
    expect(await kindsOf(viewer)).toEqual(["retracted"]);
    expect(await kindsOf(owner)).toContain("failed");
  });

  it("is told nothing of what they switched off", async () => {
    const off = { app: false, mail: false, chat: false };
    await choose(owner, { kinds: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, off])) });
    await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    const { rows } = await query("select from notifications where user_id = $1", [owner.viewer.userId]);
    expect(rows).toEqual([]);
  });

  it("cannot watch what is not theirs to read", async () => {
    const foreign = await buildArticle(test.db);
    for (const [kind, target] of [
      ["article", foreign.id],
      ["channel", foreign.id],
      ["category", "No such"],
    ] as const)
      expect((await watch(viewer, kind, target)).statusCode).toBe(404);
  });

  it("marks one or all as read, their own alone", async () => {
    for (const state of ["review", "draft"] as const) await buildArticle(test.db, { workspaceId, state });
    await notifyPeople(test.deps);
    const before = await told(owner);
    expect(before.unread).toBe(2);
    const ids = [before.notifications[0]?.id];
    await viewer.inject({ method: "POST", url: "/api/notifications/read", payload: { ids } });
    expect((await told(owner)).unread).toBe(2);
    await owner.inject({ method: "POST", url: "/api/notifications/read", payload: { ids } });
    expect((await told(owner)).unread).toBe(1);
    await owner.inject({ method: "POST", url: "/api/notifications/read", payload: {} });
    expect((await told(owner)).unread).toBe(0);
  });

  it("counts no decision that is snoozed, until its day has come", async () => {
    const { id } = await buildArticle(test.db, { workspaceId, state: "draft" });
    await notifyPeople(test.deps);
    expect((await told(owner)).unread).toBe(1);
    const snooze = (until: string | null) =>
      owner.inject({ method: "PUT", url: "/api/inbox/snoozes", payload: { ids: [`draft.${id}`], until } });
    await snooze(new Date(Date.now() + 86_400_000).toISOString());
    expect(await told(owner)).toEqual({ unread: 0, notifications: [] });
    await snooze(null);
    expect((await told(owner)).unread).toBe(1);
  });

  it("forgets what is older than 90 days", async () => {
    await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await query("update notifications set created_at = now() - interval '91 days' where workspace_id = $1", [
      workspaceId,
    ]);
    await forgetOldNotifications(test.db);
    expect((await told(owner)).notifications).toEqual([]);
  });
});

describe("by mail", () => {
  it("comes at once to whoever wants that, once, with the way to the article", async () => {
    await choose(owner, { mail: "at-once" });
    const { title } = await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await sendMails(test.deps);
    await sendMails(test.deps);
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    for (const body of [mail?.text, mail?.html]) expect(body).toContain(title);
    expect(mail?.text).toContain("/articles?view=inbox");
  });

  it("comes as a digest at the hour of the person's own time zone", async () => {
    // 1 July 2026, 08:00 in Auckland is 20:00 UTC of the previous day.
    await owner.inject({
      method: "PUT",
      url: "/api/auth/dates",
      payload: { timeZone: "Pacific/Auckland", dateLocale: "de-DE" },
    });
    await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await query("update notifications set created_at = '2026-06-30T12:00:00Z' where workspace_id = $1", [workspaceId]);
    await sendMails(test.deps, new Date("2026-06-30T19:59:00Z"));
    expect(await mailsTo(owner)).toEqual([]);
    await sendMails(test.deps, new Date("2026-06-30T20:01:00Z"));
    const [mail] = await mailsTo(owner);
    expect(mail?.text).toContain("01.07.2026, 00:00");
  });

  it("comes weekly on the chosen day, and never when never is chosen", async () => {
    await choose(owner, { mail: "weekly", weekday: 3, hour: 7 });
    await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await query("update notifications set created_at = '2026-06-29T12:00:00Z' where workspace_id = $1", [workspaceId]);
    await query("update notification_settings set last_mail_at = null");
    await sendMails(test.deps, new Date("2026-07-01T06:59:00Z"));
    expect(await mailsTo(owner)).toEqual([]);
    await choose(owner, { mail: "never" });
    await sendMails(test.deps, new Date("2026-07-01T07:01:00Z"));
    expect(await mailsTo(owner)).toEqual([]);
    await choose(owner, { mail: "weekly" });
    await sendMails(test.deps, new Date("2026-07-01T07:01:00Z"));
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  it("does not come when there is nothing: it was read, decided, removed or deleted meanwhile", async () => {
    await choose(owner, { mail: "at-once" });
    const made = async () => {
      const article = await buildArticle(test.db, { workspaceId, state: "review" });
      await notifyPeople(test.deps);
      return article.id;
    };
    await query("delete from articles where id = $1", [await made()]);
    await query("update articles set state = 'stands' where id = $1", [await made()]);
    await query("update articles set state = 'trashed' where id = $1", [await made()]);
    await made();
    await owner.inject({ method: "POST", url: "/api/notifications/read", payload: {} });
    await sendMails(test.deps);
    expect(await mailsTo(owner)).toEqual([]);
  });

  it("says what an article is called when it goes out, not when it happened; a failed mail is rewritten", async () => {
    await choose(owner, { mail: "at-once" });
    const { id } = await buildArticle(test.db, { workspaceId, state: "review", title: "Erased words" });
    await notifyPeople(test.deps);
    const down = { ...test.deps, mailer: { ...test.deps.mailer, send: () => Promise.reject(new Error("down")) } };
    await sendMails(down);
    await query("update articles set title = 'What is left' where id = $1", [id]);
    await sendMails(test.deps);
    const [mail] = await mailsTo(owner);
    expect(mail?.text).toContain("What is left");
    expect(mail?.text).not.toContain("Erased words");
  });
});

describe("unsubscribing", () => {
  const linkIn = async () => {
    await choose(owner, { mail: "at-once" });
    await buildArticle(test.db, { workspaceId, state: "review" });
    await notifyPeople(test.deps);
    await sendMails(test.deps);
    const [mail] = await mailsTo(owner);
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const [, link = ""] = /^<(.+)>$/.exec(mail?.headers?.["List-Unsubscribe"] ?? "") ?? [];
    expect(mail?.text).toContain(link);
    return new URL(link);
  };
  const paceOf = async () => (await owner.inject({ url: "/api/notification-settings" })).json().mail;

  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])("is one call of a mail program without a session (RFC 8058), as %s", async (type, payload) => {
    const { pathname, search } = await linkIn();
    const answer = await test.app.inject({
      method: "POST",
      url: pathname + search,
      headers: { "content-type": type },
      payload,
    });
    expect(answer.statusCode).toBe(200);
    expect(await paceOf()).toBe("never");
  });

  it("is asked about first when a person, or a scanner of mails, opens the link", async () => {
    const { pathname, search } = await linkIn();
    const page = await test.app.inject({ url: pathname + search });
    expect([page.statusCode, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.body).toContain("<button>Unsubscribe</button>");
    expect(await paceOf()).toBe("at-once");
  });

  it("is refused with a signature of somebody else", async () => {
    const { pathname, searchParams } = await linkIn();
    const [workspace, , signature] = (searchParams.get("token") ?? "").split(".");
    const forged = `${workspace}.${viewer.viewer.userId}.${signature}`;
    for (const token of [forged, "", "x", `${forged}.x`])
      expect((await test.app.inject({ method: "POST", url: `${pathname}?token=${token}` })).statusCode).toBe(400);
  });
});

it("the time zone and the language of dates are one's own, and refused when there is no such zone", async () => {
  const save = (payload: object) => owner.inject({ method: "PUT", url: "/api/auth/dates", payload });
  expect((await save({ timeZone: "Asia/Tokyo", dateLocale: "ja-JP" })).json()).toMatchObject({
    timeZone: "Asia/Tokyo",
    dateLocale: "ja-JP",
  });
  expect((await save({ timeZone: "Mars/Olympus", dateLocale: null })).statusCode).toBe(400);
  expect((await save({ timeZone: null, dateLocale: "xx" })).statusCode).toBe(400);
  expect((await owner.inject({ url: "/api/auth/user" })).json().timeZone).toBe("Asia/Tokyo");
  expect((await viewer.inject({ url: "/api/auth/user" })).json().timeZone).toBeNull();
});
