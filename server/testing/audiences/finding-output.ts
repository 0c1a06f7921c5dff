import { eq } from "drizzle-orm";
import { toFindingItemId, toPageItemId } from "../../../shared/domain/inbox.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import { conversations, inboxAssignments, wikiFindings, wikiPages } from "../../db/schema.ts";
import { buildConversation, buildFinding } from "../../wiki/testing/wiki-rows.ts";
import { buildReportMail, readDuplicatesForReport } from "../../wiki-health/index.ts";
import { mayReadPage } from "./pages.ts";
import { expectReaders } from "./text-output.ts";
import { type ArticleOfWorld, mayReadChannel, type PersonOfWorld, type World } from "./world.ts";

const LISTS = [
  "/api/wiki-findings",
  "/api/wiki-findings?mine=true",
  "/api/wiki-findings?snoozed=true",
  "/api/inbox/assigned",
];

/**
 * Reads findings about pages. Each page gets a conversation that contradicts it. The findings are open, assigned to the
 * person, snoozed, or decided by the person. A finding must be shown if the person may read its page and its channel.
 * The health of the wiki and its weekly mail are read as well.
 */
export async function readPageFindings(
  person: PersonOfWorld,
  _: ArticleOfWorld,
  { test, workspaceId, ...world }: World,
): Promise<string> {
  const { db } = test;
  const rows = new Map(
    (await db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId))).map((row) => [
      row.externalId,
      row,
    ]),
  );
  const there = world.channels.filter(({ isRemoved }) => !isRemoved);
  const made = [];
  for (const [index, page] of world.pages.entries()) {
    const channel = there[index % there.length];
    const row = rows.get(page.externalId);
    if (!channel || !row) continue;
    const text = `No, ${channel.word}.`;
    const finding = await buildFinding(db, workspaceId, { channelId: channel.id, pageId: row.id, kind: "adds" });
    const { id: conversationId, messageId } = await buildConversation(db, { workspaceId, channelId: channel.id, text });
    const fresh = [{ form: "sentence" as const, text, language: null, sources: [messageId] }];
    const changed = { conversationId, fresh, sources: [messageId] };
    await db.update(wikiFindings).set(changed).where(eq(wikiFindings.id, finding.id));
    made.push({ finding, page, channel, conversationId });
  }
  const shown: string[] = [];
  const see = async (url: string) => {
    const { body } = await person.inject({ url });
    shown.push(body);
    return body;
  };
  await db
    .update(wikiPages)
    .set({ countedSince: new Date(0) })
    .where(eq(wikiPages.workspaceId, workspaceId));
  await see("/api/wiki-health");
  const compared = await readDuplicatesForReport(test.deps, person.viewer);
  const report = await inWorkspaceAs(db, person.viewer, (scope) => buildReportMail(test.deps, scope, compared));
  shown.push(report?.text ?? "");
  const whole = await see("/api/wiki-findings");
  for (const { page, channel } of made)
    if (
      person.isProven &&
      mayReadPage({ test, workspaceId, ...world }, person, page) &&
      mayReadChannel(person, channel)
    )
      expectReaders("The list of findings", page.word, { isShown: whole.includes(page.word), mayRead: true });
  const item = (id: string) => ({ workspaceId, item: toFindingItemId(id), assignee: person.id });
  await db.insert(inboxAssignments).values(made.map(({ finding }) => item(finding.id)));
  const given = made.map(({ finding }) => ({ workspaceId, item: toPageItemId(finding.pageId), assignee: person.id }));
  await db.insert(inboxAssignments).values(given).onConflictDoNothing();
  for (const url of LISTS) await see(url);
  await db
    .update(inboxAssignments)
    .set({ snoozedUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(inboxAssignments.workspaceId, workspaceId));
  for (const url of LISTS) await see(url);
  const decided = { state: "decided" as const, choice: "ignore" as const, decidedBy: person.id, decidedAt: new Date() };
  await db.update(wikiFindings).set(decided).where(eq(wikiFindings.workspaceId, workspaceId));
  await see("/api/inbox/undoable");
  await db.delete(inboxAssignments).where(eq(inboxAssignments.workspaceId, workspaceId));
  for (const { conversationId, finding } of made)
    for (const id of [conversationId, finding.conversationId])
      await db.delete(conversations).where(eq(conversations.id, id));
  return shown.join("\n");
}
