import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import * as schema from "../../db/schema.ts";

export interface ExportedTable {
  table: PgTable;
  /** Columns that stay here, by their names in the schema: secrets, and what only the search needs. */
  without?: readonly string[];
}

/** What is stored of a workspace, a file each, by the file's name. Articles are there as Markdown as well. */
export const EXPORTED: Readonly<Record<string, ExportedTable>> = {
  people: { table: schema.users, without: ["passwordHash", "deletedEmail"] },
  settings: { table: schema.workspaceSettings },
  "review-settings": { table: schema.reviewSettings },
  "knowledge-platforms": { table: schema.knowledgeIntegrations, without: ["apiKeySealed", "apiKeyLast4"] },
  "chat-platforms": { table: schema.chatIntegrations, without: ["secrets"] },
  channels: { table: schema.channels },
  messages: { table: schema.messages },
  conversations: { table: schema.conversations },
  articles: { table: schema.articles, without: ["search", "bodyText"] },
  "article-versions": { table: schema.articleVersions },
  "article-sources": { table: schema.articleSources },
  publications: { table: schema.publications },
  "page-copies": { table: schema.pageCopies },
  questions: { table: schema.threadQuestions },
  inbox: { table: schema.inboxItems },
  decisions: { table: schema.inboxDecisions },
  runs: { table: schema.runs },
  activity: { table: schema.activityLogs },
  "analyzed-messages": { table: schema.analyzedMessages },
  "model-calls": { table: schema.llmCalls },
  payment: { table: schema.payers, without: ["setupIntentId", "checkoutId"] },
  identities: { table: schema.identities },
  "provisioned-people": { table: schema.provisionedPeople },
  "mail-domains": { table: schema.mailDomains },
};

/** What is not in the export, and why. The test asks for a line for each new table here or above. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  workspaces: "in workspace.json",
  sessions: "one's own are in account.json",
  single_use_tokens: "secrets, for a day at most",
  rate_limits: "fingerprints, for a day at most",
  key_checks: "of the installation, of nobody",
  call_clocks: "of the installation, of nobody",
  chat_events: "on their way into the messages",
  article_rechecks: "work that waits",
  article_words: "an index of the articles",
  article_terms: "an index of the articles",
  log_counts: "sums of the activity",
  counted_messages: "fingerprints of the messages",
  payment_events: "ids of the payment provider, of nobody",
  provider_sessions: "secrets of sessions",
  scim_tokens: "secrets of the company's directory",
  erased_authors: "fingerprints of people who want to be left out",
};

export function exportedColumns({ table, without = [] }: ExportedTable): Record<string, PgColumn> {
  const all = Object.entries(getTableColumns(table) as Record<string, PgColumn>);
  return Object.fromEntries(all.filter(([name]) => name !== "workspaceId" && !without.includes(name)));
}

/** The key within a workspace: rows are read in its order. */
export function keyWithin(table: PgTable): PgColumn[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const names = new Set(primaryKeys[0]?.columns.map(({ name }) => name));
  return columns.filter(({ name, primary }) => name !== "workspace_id" && (primary || names.has(name)));
}
