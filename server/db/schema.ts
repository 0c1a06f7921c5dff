/**
 * All tables of the product. The key of a workspace's table begins with the workspace's id, and foreign keys include this id,
 * so rows of different workspaces cannot be linked. Row-level security is the second line of defence (migrations/0001). The
 * application creates all ids (uuid v7).
 */
export * from "./schema/accounts.ts";
export * from "./schema/api-keys.ts";
export * from "./schema/article-tags.ts";
export * from "./schema/article-versions.ts";
export * from "./schema/articles.ts";
export * from "./schema/ask.ts";
export * from "./schema/audiences.ts";
export * from "./schema/audit.ts";
export * from "./schema/billing.ts";
export * from "./schema/categories.ts";
export * from "./schema/chat.ts";
export * from "./schema/chat-answers.ts";
export * from "./schema/conversations.ts";
export * from "./schema/given-answers.ts";
export * from "./schema/inbox.ts";
export * from "./schema/installation.ts";
export * from "./schema/integrations.ts";
export * from "./schema/invitations.ts";
export * from "./schema/language-model.ts";
export * from "./schema/limits.ts";
export * from "./schema/model-trials.ts";
export * from "./schema/notifications.ts";
export * from "./schema/oauth.ts";
export * from "./schema/open-questions.ts";
export * from "./schema/platform-grants.ts";
export * from "./schema/presence.ts";
export * from "./schema/private-questions.ts";
export * from "./schema/publications.ts";
export * from "./schema/questions.ts";
export * from "./schema/reports.ts";
export * from "./schema/saved-views.ts";
export * from "./schema/security.ts";
export * from "./schema/single-sign-on.ts";
export * from "./schema/webhooks.ts";
export * from "./schema/wiki.ts";
export * from "./schema/wiki-comparisons.ts";
export * from "./schema/work.ts";
export * from "./schema/writing.ts";
