import type { ChatSource } from "./chat-source.ts";
import { createConfluenceTarget } from "./confluence/target.ts";
import type { KnowledgeTarget } from "./knowledge-target.ts";
import { createNotionTarget } from "./notion/target.ts";
import { createSlackSource } from "./slack/source.ts";

/** The platforms that work, by the id of their manifest. A configuration is the decrypted fields of its manifest. */
export interface ConnectorRegistry {
  sources: { slack: ChatSource<Record<string, string>> };
  targets: {
    confluence: KnowledgeTarget<Record<string, string>>;
    notion: KnowledgeTarget<Record<string, string>>;
  };
}

export interface ConnectorEnvironment {
  /** The guarded fetch: the only way out. */
  fetch: typeof globalThis.fetch;
  /** Of stand-ins; the platforms' own addresses when absent. */
  slackApiUrl?: string;
  notionApiUrl?: string;
}
