import { createHash } from "node:crypto";
import { extractTerms } from "../../../engine/answer/index.ts";
import { newId } from "../../db/new-id.ts";
import {
  conversations,
  wikiDuplicates,
  wikiFindings,
  wikiPages,
  wikiReadings,
  wikiRepairs,
  wikiStatements,
} from "../../db/schema.ts";
import type { Database } from "../../db/workspace-scope.ts";
import { buildChannel, buildIntegration, buildMessage } from "../../testing/factories.ts";

/** A wiki that everybody may read unless `values` says otherwise. */
export async function buildWiki(
  db: Database,
  workspaceId: string,
  { type, ...values }: Partial<typeof wikiReadings.$inferInsert> & { type?: string } = {},
): Promise<string> {
  const { id } = await buildIntegration(db, { workspaceId, ...(type && { type }) });
  const reading = { readers: "everybody" as const, listedAt: new Date(), ...values };
  await db.insert(wikiReadings).values({ ...reading, workspaceId, integrationId: id });
  return id;
}

interface PageValues extends Partial<typeof wikiPages.$inferInsert> {
  workspaceId: string;
  integrationId: string;
  title: string;
  texts: string[];
}

/** A page that was read, with a passage for each text. */
export async function buildPage(db: Database, { texts, ...values }: PageValues): Promise<string> {
  const id = values.id ?? newId();
  await db.insert(wikiPages).values({
    id,
    externalId: id,
    url: `https://wiki.example/${id}`,
    listedVersion: "1",
    readVersion: "1",
    editedAt: new Date("2026-03-09T08:12:00Z"),
    editedBy: "Moira Tennant",
    readers: "place",
    listedAt: new Date(),
    isDue: false,
    terms: [...new Set([values.title, ...texts].flatMap(extractTerms))],
    ...values,
  });
  const { workspaceId } = values;
  if (texts.length > 0)
    await db.insert(wikiStatements).values(
      texts.map((text, position) => ({
        workspaceId,
        pageId: id,
        position,
        headings: [],
        form: "sentence" as const,
        text,
      })),
    );
  return id;
}

/** A correction of a page that was made. */
export async function insertWikiRepair(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<{ id: string }> {
  const integrationId = await buildWiki(db, workspaceId);
  const pageId = await buildPage(db, { workspaceId, integrationId, title: "Hours", texts: ["Closed."] });
  const edit = { before: "<p>Open.</p>", after: "<p>Closed.</p>" };
  const planned = { version: "1", edit, shown: { before: "Open.", after: "Closed." } };
  const repair = { workspaceId, pageId, id: newId(), change: { kind: "undo" as const, edit }, planned };
  await db.insert(wikiRepairs).values({ ...repair, state: "applied" });
  return { id: repair.id };
}

/** A conversation of one message. */
export async function buildConversation(db: Database, at: { workspaceId: string; channelId: string; text: string }) {
  const { workspaceId, channelId, text } = at;
  const id = newId();
  const key = `key of ${id}`;
  const { sentAt } = await buildMessage(db, { workspaceId, channelId, text, externalId: key, conversationKey: key });
  const times = { firstAt: sentAt, lastAt: sentAt, messageCount: 1, fingerprint: "judged" };
  await db.insert(conversations).values({ id, workspaceId, channelId, key, ...times });
  return { id, messageId: key };
}

const OLD_HOURS = "Suppliers deliver until 13:30.";

interface FindingValues extends Partial<Pick<typeof wikiFindings.$inferInsert, "kind" | "pageId" | "pageVersion">> {
  channelId?: string;
  /** The page's passage that it is about. */
  passage?: string;
}

/** A page that says 13:30, or the given one, and a conversation that says 14:00 and found it. */
export async function buildFinding(db: Database, workspaceId: string, values: FindingValues = {}) {
  const { channelId = (await buildChannel(db, { workspaceId })).id, passage = OLD_HOURS, ...given } = values;
  const text = OLD_HOURS;
  const build = async () => {
    const integrationId = await buildWiki(db, workspaceId);
    return buildPage(db, { workspaceId, integrationId, title: "Goods in", texts: [text] });
  };
  const pageId = given.pageId ?? (await build());
  const said = "Suppliers deliver until 14:00 now.";
  const conversation = await buildConversation(db, { workspaceId, channelId, text: said });
  const fresh = [{ form: "sentence" as const, text: said, language: null, sources: [conversation.messageId] }];
  const [finding] = await db
    .insert(wikiFindings)
    .values({
      workspaceId,
      id: newId(),
      kind: "contradicts",
      pageVersion: "1",
      ...given,
      pageId,
      position: 0,
      passageHash: createHash("md5").update(passage).digest("hex"),
      conversationId: conversation.id,
      fresh,
      sources: [conversation.messageId],
      saidAt: new Date("2026-10-03T09:00:00Z"),
      subject: "until",
      confidence: 0.9,
    })
    .returning();
  if (!finding) throw new Error("The finding was not stored");
  return finding;
}

/** Two pages of which somebody found that they say much the same. */
export async function buildDuplicate(db: Database, workspaceId: string): Promise<{ id: string }> {
  const integrationId = await buildWiki(db, workspaceId);
  const texts = ["Vans park behind the hall.", "Cars park in front.", "Bikes have a shed."];
  const page = (title: string) => buildPage(db, { workspaceId, integrationId, title, texts });
  const pair = { pageId: await page("Parking"), otherId: await page("Where to park"), shared: 3, sentences: 3 };
  const id = newId();
  await db.insert(wikiDuplicates).values({ workspaceId, id, ...pair });
  return { id };
}
