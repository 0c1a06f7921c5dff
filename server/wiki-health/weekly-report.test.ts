import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/new-id.ts";
import { notificationSettings, wikiDuplicates, wikiPages } from "../db/schema.ts";
import { sendQueuedMail } from "../mail/queued-mail.ts";
import { buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildFinding, buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { sendWeeklyReports } from "./index.ts";

let test: TestApp;
let workspaceId: string;
let owner: SignedIn;
let email: string;

beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());
beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId, email } = user);
  owner = await test.signIn(user);
});

/** A Tuesday; weeks of mails start on Mondays at 08:00 unless a person chooses otherwise. */
const TUESDAY = new Date("2026-12-01T10:00:00Z");
const later = (days: number) => new Date(TUESDAY.getTime() + days * 86_400_000);
const report = (now = TUESDAY, deps = test.deps) => sendWeeklyReports(deps, now);

/** The mails of the workspace that wait in the queue, as they are sent. */
async function mails() {
  const { rows } = await test.db.execute<{ data: never }>(
    sql`select data from pgboss.job where name = 'mail' and data ->> 'workspaceId' = ${workspaceId} order by created_on`,
  );
  test.mails.length = 0;
  const signal = new AbortController().signal;
  for (const { data } of rows) await sendQueuedMail(test.deps)(data, signal as never);
  return [...test.mails];
}
const told = async (by = owner) =>
  (await by.inject({ url: "/api/notifications" })).json<{ notifications: { kind: string; article: null }[] }>()
    .notifications;
async function choose(change: object) {
  const { chatName: _, chatTrouble: __, ...now } = (await owner.inject({ url: "/api/notification-settings" })).json();
  await owner.inject({ method: "PUT", url: "/api/notification-settings", payload: { ...now, ...change } });
}

describe("The weekly report about the wiki", () => {
  it("comes once a week to an owner by mail and in the product, also with two workers at once", async () => {
    await buildFinding(test.db, workspaceId);
    await Promise.all([report(), report()]);
    await report(later(3));
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual([email]);
    expect(sent[0]?.text).toContain("Goods in");
    expect(sent[0]?.text).toContain("/configuration?view=wiki-health");
    expect(sent[0]?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(await told()).toMatchObject([{ kind: "wiki", article: null }]);
    await report(later(7));
    expect([(await mails()).length, (await told()).length]).toEqual([2, 2]);
  });

  it("comes once when a worker dies between the claim and the mail", async () => {
    await buildFinding(test.db, workspaceId);
    const enqueue = () => Promise.reject(new Error("killed"));
    await report(TUESDAY, { ...test.deps, queue: { ...test.deps.queue, enqueue } });
    expect([await mails(), await told()]).toEqual([[], []]);
    await report();
    await report();
    expect([(await mails()).length, (await told()).length]).toEqual([1, 1]);
  });

  it("does not come when there is nothing to tell, nor where no wiki is read", async () => {
    await report();
    await buildWiki(test.db, workspaceId);
    await report();
    expect([await mails(), await told()]).toEqual([[], []]);
  });

  it("goes to owners and admins alone, each told what they may read and nothing else", async () => {
    const chooser = await buildUser(test.db, { workspaceId, membership: "admin" });
    await buildUser(test.db, { workspaceId, membership: "editor" });
    await buildUser(test.db, { workspaceId, membership: "admin", emailVerifiedAt: null });
    const closed = await buildChannel(test.db, { workspaceId, isPrivate: true, chosenBy: chooser.id });
    const { pageId } = await buildFinding(test.db, workspaceId, { channelId: closed.id });
    await report();
    expect((await mails()).map(({ to }) => to)).toEqual([chooser.email]);
    expect(await told()).toEqual([]);
    await test.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.id, pageId));
    await report(later(7));
    expect(await mails()).toHaveLength(1);
  });

  it("is not listed any more for somebody who is no admin any more", async () => {
    const admin = await buildUser(test.db, { workspaceId, membership: "admin" });
    await buildFinding(test.db, workspaceId);
    await report();
    const person = await test.signIn(admin);
    expect(await told(person)).toHaveLength(1);
    await test.db.execute(sql`update users set membership = 'editor' where id = ${admin.id}`);
    expect(await told(person)).toEqual([]);
  });

  it("is switched off by a person, as a mail, in the product, or both, and by unsubscribing", async () => {
    await buildFinding(test.db, workspaceId);
    const { kinds } = (await owner.inject({ url: "/api/notification-settings" })).json();
    await choose({ kinds: { ...kinds, wiki: { app: true, mail: false, chat: false } } });
    await report();
    expect([await mails(), (await told()).length]).toEqual([[], 1]);
    await choose({ kinds: { ...kinds, wiki: { app: false, mail: false, chat: false } } });
    await report(later(7));
    expect([await mails(), (await told()).length]).toEqual([[], 1]);
    await choose({ kinds, mail: "never" });
    await report(later(14));
    expect([await mails(), (await told()).length]).toEqual([[], 2]);
  });

  it("starts the week at the day and hour of the person's weekly mail", async () => {
    await buildFinding(test.db, workspaceId);
    await choose({ weekday: 3, hour: 7 });
    await report();
    const claimed = eq(notificationSettings.workspaceId, workspaceId);
    await test.db
      .update(notificationSettings)
      .set({ wikiReportAt: later(-6) })
      .where(claimed);
    await report(new Date("2026-12-02T06:59:00Z"));
    expect(await mails()).toHaveLength(1);
    await report(new Date("2026-12-02T07:01:00Z"));
    expect(await mails()).toHaveLength(2);
  });

  it("comes no second time in days when the person chooses another weekday", async () => {
    await buildFinding(test.db, workspaceId);
    await report(new Date("2026-11-30T08:05:00Z"));
    await choose({ weekday: 3 });
    await report(new Date("2026-12-02T08:05:00Z"));
    expect(await mails()).toHaveLength(1);
    await report(new Date("2026-12-09T08:05:00Z"));
    expect(await mails()).toHaveLength(2);
  });

  it("does not tell of duplicates that are none in the texts' present words", async () => {
    const integrationId = await buildWiki(test.db, workspaceId);
    const page = (title: string) => buildPage(test.db, { workspaceId, integrationId, title, texts: [`${title}.`] });
    const [pageId, otherId] = [await page("Parking"), await page("Holidays")];
    await test.db.insert(wikiDuplicates).values({ workspaceId, id: newId(), pageId, otherId, shared: 9, sentences: 9 });
    await report();
    expect(await mails()).toEqual([]);
  });
});
