import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  type ReaderScope,
  selectUnreadableChannels,
  whereArticleReadable,
  whereChannelReadable,
  whereLogReadable,
} from "../../db/audience.ts";
import * as schema from "../../db/schema.ts";

export interface ExportedTable {
  table: PgTable;
  /** Columns left out of the export, by their names in the schema: secrets, and columns for the search. */
  without?: readonly string[];
  /** For tables with chat text: a condition that selects the rows this person may read. */
  isFor?: (scope: ReaderScope) => SQL;
}

/** The exported tables of a workspace, by the name of their file in the export. Articles are also exported as Markdown. */
export const EXPORTED_TABLES: Readonly<Record<string, ExportedTable>> = {
  people: { table: schema.users, without: ["passwordHash", "deletedEmail"] },
  settings: { table: schema.workspaceSettings },
  "writing-style": { table: schema.writingStyles },
  glossary: { table: schema.glossaryTerms },
  "review-settings": { table: schema.reviewSettings },
  "knowledge-platforms": { table: schema.knowledgeIntegrations, without: ["apiKeySealed", "apiKeyLast4"] },
  "chat-platforms": { table: schema.chatIntegrations, without: ["secrets"] },
  channels: { table: schema.channels },
  messages: {
    table: schema.messages,
    without: ["textHash"],
    isFor: (scope) => whereChannelReadable(scope, schema.messages.channelId),
  },
  conversations: {
    table: schema.conversations,
    isFor: (scope) => whereChannelReadable(scope, schema.conversations.channelId),
  },
  articles: { table: schema.articles, without: ["search", "bodyText"], isFor: mayReadArticle(schema.articles.id) },
  "article-versions": { table: schema.articleVersions, isFor: mayReadArticle(schema.articleVersions.articleId) },
  "article-sources": { table: schema.articleSources, isFor: mayReadArticle(schema.articleSources.articleId) },
  publications: { table: schema.publications, isFor: mayReadArticle(schema.publications.articleId) },
  "page-copies": {
    table: schema.pageCopies,
    isFor: (scope) => sql`exists (select from publications p where p.workspace_id = ${schema.pageCopies.workspaceId}
      and p.id = ${schema.pageCopies.publicationId} and ${whereArticleReadable(scope, sql`p.article_id`)})`,
  },
  "detached-comments": {
    table: schema.detachedComments,
    isFor: (
      scope,
    ) => sql`exists (select from publications p where p.workspace_id = ${schema.detachedComments.workspaceId}
      and p.id = ${schema.detachedComments.publicationId} and ${whereArticleReadable(scope, sql`p.article_id`)})`,
  },
  questions: {
    table: schema.threadQuestions,
    isFor: (scope) => whereChannelReadable(scope, schema.threadQuestions.channelId),
  },
  "chat-answers": {
    table: schema.chatAnswers,
    isFor: (scope) =>
      sql`${schema.chatAnswers.channelId} is not null and ${whereChannelReadable(scope, schema.chatAnswers.channelId)}`,
  },
  "open-questions": {
    table: schema.openQuestions,
    isFor: (
      scope,
    ) => sql`case when ${schema.openQuestions.channelId} is null then ${schema.openQuestions.userId} = ${scope.reader}
      else ${whereChannelReadable(scope, schema.openQuestions.channelId)} end`,
  },
  "answers-given": {
    table: schema.givenAnswers,
    // Fingerprints of words are useless to people, and stored for days at most.
    without: ["matter"],
    isFor: ownRow(schema.givenAnswers.userId),
  },
  "articles-of-answers": {
    table: schema.answerArticles,
    isFor: (
      scope,
    ) => sql`${whereArticleReadable(scope, schema.answerArticles.articleId)} and exists (select from given_answers given
      where given.workspace_id = ${schema.answerArticles.workspaceId} and given.id = ${schema.answerArticles.answerId}
        and given.user_id = ${scope.reader})`,
  },
  inbox: {
    table: schema.inboxItems,
    isFor: (
      scope,
    ) => sql`${whereArticleReadable(scope, schema.inboxItems.articleId)} and not exists (select from conversations c
      where c.workspace_id = ${schema.inboxItems.workspaceId} and c.id = ${schema.inboxItems.conversationId}
        and not ${whereChannelReadable(scope, sql`c.channel_id`)})`,
  },
  reports: { table: schema.articleReports, isFor: mayReadArticle(schema.articleReports.articleId) },
  assignments: { table: schema.inboxAssignments },
  decisions: { table: schema.inboxDecisions, isFor: mayReadArticle(schema.inboxDecisions.articleId) },
  runs: { table: schema.runs },
  activity: { table: schema.activityLogs, isFor: whereLogReadable },
  "analyzed-messages": { table: schema.analyzedMessages },
  "model-calls": {
    table: schema.llmCalls,
    // A person with limited rights gets only model calls whose messages all exist and are readable to this person.
    isFor: (scope) => sql`(cardinality(${selectUnreadableChannels(scope)}) = 0 or not exists (
      select from unnest(${schema.llmCalls.sources}) as source where not exists (select from messages m
        where m.workspace_id = ${schema.llmCalls.workspaceId} and m.external_id = source
          and ${whereChannelReadable(scope, sql`m.channel_id`)})))`,
  },
  "model-settings": { table: schema.modelSettings, without: ["keySealed", "keyLast4"] },
  "model-trials": {
    table: schema.modelTrials,
    isFor: (scope) => whereChannelReadable(scope, schema.modelTrials.channelId),
  },
  "matters-of-trials": {
    table: schema.trialMatters,
    without: ["saidHash"],
    isFor: (scope) => sql`exists (select from model_trials t where t.workspace_id = ${schema.trialMatters.workspaceId}
      and t.id = ${schema.trialMatters.trialId} and ${whereChannelReadable(scope, sql`t.channel_id`)})`,
  },
  payment: { table: schema.payers, without: ["setupIntentId", "checkoutId"] },
  identities: { table: schema.identities },
  "workspace-identities": { table: schema.workspaceIdentities },
  "sign-on-providers": { table: schema.signOnProviders, without: ["secretSealed"] },
  "provisioned-people": { table: schema.provisionedPeople },
  "mail-domains": { table: schema.mailDomains, without: ["mailTokenHash"] },
  "channel-audiences": { table: schema.channelAudiences },
  "channel-readers": { table: schema.channelReaders },
  "chat-identities": { table: schema.chatIdentities },
  "api-keys": { table: schema.apiKeys, without: ["keyHash", "prefix", "last4"] },
  "connected-apps": { table: schema.oauthGrants, without: ["clientId", "resource"] },
  "platform-grants": {
    table: schema.platformGrants,
    without: ["tokensSealed", "renewingUntil"],
    isFor: (scope) => sql`coalesce(${schema.platformGrants.personId} = ${scope.reader}, true)`,
  },
  webhooks: { table: schema.webhooks, without: ["secretsSealed", "oldSecretUntil"] },
  invitations: { table: schema.invitations, without: ["tokenHash"] },
  categories: { table: schema.categories, isFor: mayKnowCategory },
  "saved-views": { table: schema.savedViews, isFor: ownRow(schema.savedViews.userId) },
  watches: { table: schema.watches, isFor: ownRow(schema.watches.userId) },
  "notification-settings": { table: schema.notificationSettings, isFor: ownRow(schema.notificationSettings.userId) },
  "invitation-links": { table: schema.invitationLinks, without: ["tokenHash", "last4"] },
};

function mayReadArticle(articleId: PgColumn) {
  return (scope: ReaderScope) => whereArticleReadable(scope, articleId);
}

/** True unless the category has articles and the person may read none of them. */
function mayKnowCategory(scope: ReaderScope) {
  const { workspaceId, madeByPerson, name } = schema.categories;
  return sql`(${madeByPerson} or exists (select from articles a where a.workspace_id = ${workspaceId}
    and a.category = any(category_names_under(a.workspace_id, ${name})) and ${whereArticleReadable(scope, sql`a.id`)}))`;
}

function ownRow(userId: PgColumn) {
  return (scope: ReaderScope) => sql`${userId} = ${scope.reader}`;
}

/** Tables that are not exported, with the reason. A test requires every table to be exported or listed here. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  workspaces: "in workspace.json",
  sessions: "one's own are in account.json",
  single_use_tokens: "secrets, for a day at most",
  platform_attempts: "secrets, for ten minutes",
  rate_limits: "fingerprints, for a day at most",
  key_checks: "of the installation, of nobody",
  call_clocks: "of the installation, of nobody",
  setting_defaults: "of the installation, of nobody",
  scheduled_jobs: "of the installation, of nobody",
  workers: "of the installation, of nobody",
  chat_events: "on their way into the messages",
  private_questions: "sealed until answered, gone after a day",
  article_rechecks: "work that waits",
  article_words: "an index of the articles",
  wiki_readings: "how far reading is",
  wiki_pages: "a copy of pages that are on the platform",
  wiki_statements: "a copy of pages that are on the platform",
  answer_pages: "which of those pages an answer showed; the answers are exported",
  wiki_comparisons: "which conversations were compared with which of those pages",
  wiki_duplicates: "comparisons of those pages with each other and with articles",
  wiki_repairs: "changes of those pages, which are on the platform with the person's name",
  wiki_findings: "comparisons with those pages; the messages and what people decided are exported",
  category_pages: "follows from the categories and the publications",
  article_audiences: "follows from the articles' sources",
  channel_members: "ids of people in the chat, read from there",
  article_terms: "an index of the articles",
  article_tags: "an index of the articles",
  ask_articles: "an index of the articles",
  ask_pages: "an index of pages that are on the platform",
  question_posts: "ids of messages that are in the chat",
  ask_terms: "an index of the articles",
  log_counts: "sums of the activity",
  counted_messages: "fingerprints of the messages",
  payment_events: "ids of the payment provider, of nobody",
  provider_sessions: "secrets of sessions",
  scim_tokens: "secrets of the company's directory",
  second_factors: "secrets",
  recovery_codes: "secrets",
  audit_entries: "an export of its own, for owners and admins",
  notifications: "ids of articles and versions, for 90 days at most",
  presences: "where windows are, for minutes",
  notification_cursors: "a moment, of nobody",
  oauth_clients: "programs that registered themselves, of nobody",
  oauth_requests: "questions that nobody has answered, for 15 minutes at most",
  oauth_tokens: "hashes of secrets",
  webhook_deliveries: "ids of articles and answers of other servers, for 30 days at most",
  webhook_articles: "ids of articles that webhooks were told of",
  security_events: "the operator's, for 29 days at most",
  erased_authors: "fingerprints of people who want to be left out",
};
