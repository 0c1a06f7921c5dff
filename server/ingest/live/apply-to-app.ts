import type { ChatChange } from "../../../connectors/chat-source.ts";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { getManifest } from "../../../connectors/manifests.ts";
import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { endReportedGrant, wasGrantedAfter } from "../../grants/queries.ts";
import { type ChatIntegrationRow, getChatIntegration, updateChatIntegration } from "../../integrations/index.ts";
import { type ChatEventRow, markEventsProcessed } from "./queries.ts";

/** Texts for an integration with its own credentials. `credential` is the form's name for the revoked credential. */
const troubleOf = (name: string, credential: string) => ({
  "app-removed": `The ${name} app was removed from its workspace. Install it again and enter the new ${credential}; nothing is read until then.`,
  "token-revoked": `The ${credential} was revoked in ${name}. Install the ${name} app again and enter the new ${credential}; nothing is read until then.`,
});

/** Texts for an integration connected by OAuth. */
const troubleOfGrant = (name: string) => ({
  "app-removed": `The app was removed from ${name}. Press Connect again to add it; nothing is read until then, and nothing that was read is lost.`,
  "token-revoked": `Access was withdrawn in ${name}. Press Connect again to allow it; nothing is read until then, and nothing that was read is lost.`,
});

const eventsLimited = (name: string) =>
  `${name} held live events back because there were more than it tells of in an hour. The next check of each channel finds what is missing.`;

/** A stored event and its change; null if the event is irrelevant. */
export interface ParsedEvent {
  row: ChatEventRow;
  change: ChatChange | null;
}

/** Applies events about the app as a whole and marks them as applied. */
export async function applyAppEvents(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  integration: ChatIntegrationRow,
  events: ParsedEvent[],
): Promise<void> {
  for (const { change } of events) if (change) await noteOfApp(deps, scope, integration, change);
  await markEventsProcessed(
    scope,
    events.map(({ row }) => row.id),
    "applied",
  );
}

/** Stores the trouble at the integration and records it in the activity log. */
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
  const manifest = getManifest(known.platform);
  const sentences = known.grantId ? troubleOfGrant(manifest.name) : troubleOf(manifest.name, credentialOf(manifest));
  const trouble = isRemoval ? sentences[kind] : eventsLimited(manifest.name);
  const change = isRemoval ? { trouble, liveSince: null } : { liveTrouble: trouble };
  if (isRemoval && known.grantId) await endReportedGrant(scope, known.grantId, trouble);
  // A platform may report the removal of an app with two events.
  const said = isRemoval ? Object.values<string | null>(sentences).includes(known.trouble) : known.liveTrouble !== null;
  await updateChatIntegration(scope, integration.id, change);
  await deps.events.notify(scope, { type: "integration", id: integration.id });
  if (said) return;
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `${integration.name}: ${trouble}`,
    data: { integration: integration.name },
  });
}

/** Returns the form's name of the credential for reading, such as 'bot token'. */
const credentialOf = ({ fields }: ConnectorManifest) =>
  (fields.find(({ secret, required }) => secret && required)?.label ?? "credentials").toLowerCase();
