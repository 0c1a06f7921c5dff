import type { RemoteChannel } from "../../connectors/chat-source.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { getManifest, type KnowledgePlatform } from "../../connectors/manifests.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { newId } from "../db/new-id.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { getChatIntegration } from "./chat-integration-queries.ts";
import { findChatSource } from "./chat-sources.ts";
import { explainTrouble, openChatConfig, openKnowledgeConfig } from "./credentials.ts";
import { getKnowledgeIntegration } from "./knowledge-integration-queries.ts";
import { getKnowledgeManifest } from "./validate.ts";

/** The time limit of a proof, because a person waits for it. */
const LONGEST_PROOF_MS = 30_000;
/** Limits of the search for a channel with a message: pages of the platform's list, and channels that are read. */
const MOST_LISTS = 10;
const MOST_CHANNELS = 5;

export interface IntegrationProof {
  works: boolean;
  /** The sentence to show, for success and failure. */
  message: string;
}

/**
 * Writes a page and archives it at once, to prove both permissions. The page has no article's marker, so the publisher
 * never takes it for an article's page.
 */
export async function proveByTestPage(deps: Deps, workspaceId: string, id: string): Promise<IntegrationProof> {
  const row = await inWorkspace(deps.db, workspaceId, (scope) => getKnowledgeIntegration(scope, id));
  const manifest: ConnectorManifest = getKnowledgeManifest(row.type);
  if (!manifest.provesByPage) throw invalid(`${manifest.name} has no test page. Press Test.`);
  const target = deps.connectors.targets[row.type as KnowledgePlatform];
  const title = `Lorekeep test page ${newId().slice(-12)}`;
  return proofOf(manifest, async (signal) => {
    const config = openKnowledgeConfig(deps.secrets, row);
    const blocks = target.render(pageOf(title));
    const { externalId, url } = await target.publish(config, { title, blocks, labels: [] }, signal);
    try {
      await target.archive(config, externalId, signal);
    } catch (error) {
      const reason = reasonOf(manifest, error, signal);
      return { works: false, message: `The page was written, but not removed: ${reason} Remove it yourself: ${url}` };
    }
    return { works: true, message: `A page was written on ${manifest.name} and removed again.` };
  });
}

const pageOf = (title: string) => ({
  title,
  summary: [
    {
      form: "sentence" as const,
      language: null,
      text: "Lorekeep wrote this page to prove that it can, and removes it at once.",
      sources: [],
    },
  ],
  body: [],
  redactions: [],
  labels: [],
  sources: [],
  marker: title,
});

/**
 * Reads the newest message of a channel and returns its time, not its text. The author is named only for a public
 * channel, because the person who connects the chat may not be a member of a private one.
 */
export async function proveByReadingMessage(deps: Deps, workspaceId: string, id: string): Promise<IntegrationProof> {
  const row = await inWorkspace(deps.db, workspaceId, (scope) => getChatIntegration(scope, id));
  const manifest: ConnectorManifest = getManifest(row.platform);
  const source = findChatSource(deps.connectors, row.platform);
  if (!source) throw invalid(`${manifest.name} cannot be read by this version.`);
  const place = manifest.chat?.place ?? "channel";
  return proofOf(manifest, async (signal) => {
    const config = openChatConfig(deps.secrets, row);
    const readable = await readableChannels(source.listChannels(config, signal));
    for (const channel of readable) {
      const page = await source.readMessages(config, channel.externalId, null, { newest: 1, signal });
      const newest = page.messages.at(-1);
      if (newest) return { works: true, message: messageOf(channel, newest) };
    }
    if (readable.length > 0)
      return { works: true, message: `The ${place} ${readable[0]?.name} can be read. It has no message yet.` };
    return { works: false, message: `Lorekeep can read no ${place} yet. ${source.joins ?? ""}` };
  });
}

/** Lists the readable channels, public ones first. */
async function readableChannels(lists: AsyncIterable<RemoteChannel[]>): Promise<RemoteChannel[]> {
  const readable: RemoteChannel[] = [];
  let read = 0;
  for await (const list of lists) {
    read += 1;
    readable.push(...list.filter(({ isArchived, isMember }) => isMember && !isArchived));
    const isEnough = readable.filter(({ isPrivate }) => !isPrivate).length >= MOST_CHANNELS;
    if (isEnough || read === MOST_LISTS) break;
  }
  return readable.toSorted((a, b) => Number(a.isPrivate) - Number(b.isPrivate)).slice(0, MOST_CHANNELS);
}

function messageOf({ name, isPrivate }: RemoteChannel, { author, sentAt }: ChatMessage): string {
  const at = sentAt.toISOString().slice(0, 16).replace("T", ", ");
  return `Last message read: ${isPrivate ? "" : `${author.name} in `}${name}, ${at} UTC.`;
}

async function proofOf(
  manifest: ConnectorManifest,
  prove: (signal: AbortSignal) => Promise<IntegrationProof>,
): Promise<IntegrationProof> {
  const signal = AbortSignal.timeout(LONGEST_PROOF_MS);
  try {
    return await prove(signal);
  } catch (error) {
    return { works: false, message: reasonOf(manifest, error, signal) };
  }
}

function reasonOf({ name }: ConnectorManifest, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${name} did not answer within ${LONGEST_PROOF_MS / 1000} seconds.`;
  const trouble = explainTrouble(error);
  if (trouble === null) throw error;
  return trouble;
}
