import type { ChatChange } from "../../../connectors/chat-source.ts";
import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { endGrantOf, wasGrantedAfter } from "../../grants/queries.ts";
import { type ChatIntegrationRow, getChatIntegration, updateChatIntegration } from "../../integrations/index.ts";
import { type ChatEventRow, settleEvents } from "./queries.ts";

const TROUBLE = {
  "app-removed":
    "The Slack app was removed from its workspace. Install it again and enter the new bot token; nothing is read until then.",
  "token-revoked":
    "The bot token was revoked in Slack. Install the Slack app again and enter the new bot token; nothing is read until then.",
} as const;

const CONNECTED = {
  "app-removed":
    "The app was removed from Slack. Press Connect again to add it; nothing is read until then, and nothing that was read is lost.",
  "token-revoked":
    "Access was withdrawn in Slack. Press Connect again to allow it; nothing is read until then, and nothing that was read is lost.",
} as const;

const EVENTS_LIMITED =
  "Slack held live events back because there were more than 30,000 in an hour. The next check of each channel finds what is missing.";

/** A stored event and the change it tells of; null: nothing that concerns us. */
export interface ReadEvent {
  row: ChatEventRow;
  change: ChatChange | null;
}

/** Applies what happened to the app as a whole, and marks the events as applied. */
export async function applyToApp(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  integration: ChatIntegrationRow,
  events: ReadEvent[],
): Promise<void> {
  for (const { change } of events) if (change) await noteOfApp(deps, scope, integration, change);
  await settleEvents(
    scope,
    events.map(({ row }) => row.id),
    "applied",
  );
}

/** The integration says so, and the log. */
async function noteOfApp(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  integration: ChatIntegrationRow,
  noted: ChatChange,
): Promise<void> {
  const { kind } = noted;
  const isRemoval = kind === "app-removed" || kind === "token-revoked";
  if (!isRemoval && kind !== "events-limited") return;
  const known = await getChatIntegration(scope, integration.id);
  if (isRemoval && known.grantId && noted.at && (await wasGrantedAfter(scope, known.grantId, noted.at))) return;
  const sentences: Record<keyof typeof TROUBLE, string> = known.grantId ? CONNECTED : TROUBLE;
  const change = isRemoval ? { trouble: sentences[kind], liveSince: null } : { liveTrouble: EVENTS_LIMITED };
  if (isRemoval && known.grantId) await endGrantOf(scope, known.grantId, sentences[kind]);
  // Slack tells of a removal twice, by two events.
  const said = isRemoval ? Object.values<string | null>(sentences).includes(known.trouble) : known.liveTrouble !== null;
  await updateChatIntegration(scope, integration.id, change);
  await deps.events.notify(scope, { type: "integration", id: integration.id });
  if (said) return;
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `${integration.name}: ${isRemoval ? sentences[kind] : EVENTS_LIMITED}`,
    data: { integration: integration.name },
  });
}
