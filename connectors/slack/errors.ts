import {
  type ConnectorError,
  CredentialsRejected,
  MissingPermission,
  NotFound,
  Refused,
  Unreachable,
} from "../errors.ts";
import { describeMissingScope, describeRefusedGrant } from "../oauth.ts";
import { APP_SCOPE, describeScope } from "./scopes.ts";

/** The bot is not in the (public) channel. */
export class NotInChannel extends NotFound {}

/** The first message of the thread is deleted. */
export class ThreadNotFound extends NotFound {}

const REJECTED: Record<string, string> = {
  invalid_auth: "Slack does not accept the bot token. Copy the Bot User OAuth Token of your Slack app again.",
  not_authed: "Slack does not accept the bot token. Copy the Bot User OAuth Token of your Slack app again.",
  account_inactive: "The Slack app was removed from its workspace. Install it again and copy the new bot token.",
  token_revoked: "The bot token was revoked. Install the Slack app again and copy the new bot token.",
  token_expired: "The bot token has expired. Install the Slack app again and copy the new bot token.",
  not_allowed_token_type: "This is not a bot token. Enter the Bot User OAuth Token, which starts with xoxb-.",
  team_access_not_granted:
    "The Slack app is not allowed in this workspace. Ask an administrator of Slack to approve it.",
  org_login_required: "The workspace is being moved by Slack. Test again when Slack says that it is finished.",
};

const GONE: Record<string, string> = {
  channel_not_found:
    "Slack does not know this channel, or it is private and the bot was not invited. Type /invite and the name of the bot there.",
  user_not_found: "Slack does not know this person.",
  users_not_found: "Slack does not know this person.",
};

const ITS_OWN_TROUBLE = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
]);

/** Converts Slack's `{ ok: false, error }` to a connector's error. The message contains only known error codes. */
export function toConnectorError(data: { error?: unknown; needed?: unknown }): ConnectorError {
  const code = typeof data.error === "string" ? data.error : "";
  if (code === "missing_scope" || code === "no_permission") return createMissingScope(scopeIn(data.needed));
  if (code === "not_in_channel") return new NotInChannel("The bot is not in this channel.");
  if (code === "exchanged_trigger_id") return new FormAlreadyOpen("This press has opened a form already.");
  if (code === "thread_not_found") return new ThreadNotFound("The first message of this thread is gone.");
  if (Object.hasOwn(REJECTED, code)) return new CredentialsRejected(REJECTED[code]);
  if (Object.hasOwn(GONE, code)) return new NotFound(GONE[code]);
  if (ITS_OWN_TROUBLE.has(code)) return new Unreachable("Slack has a problem on its side.", { mayHaveHappened: true });
  if (/^[a-z][a-z_]{2,60}$/.test(code)) return new Refused("Slack refused this request for an unknown reason.");
  return createUnreadableError();
}

/** The form of a button press is already open, because Slack delivered the press twice. */
export class FormAlreadyOpen extends Refused {}

/** The response is not JSON or has an unknown format, so it probably does not come from Slack. */
export function createUnreadableError(cause?: unknown): Unreachable {
  return new Unreachable("The answer is not one that Slack documents.", { cause, mayHaveHappened: true });
}

const named = (scopes: readonly string[]) =>
  `${scopes.length === 1 ? "the scope" : "the scopes"} ${scopes.map(describeScope).join(", ")}`;

export function createMissingScope(...scopes: [string, ...string[]]): MissingPermission {
  const it = scopes.length === 1 ? "it" : "them";
  return new MissingPermission(
    `The Slack app lacks ${named(scopes)}. Add ${it} under OAuth & Permissions, install the app again and test once more.`,
    scopes[0],
  );
}

export const createScopeNotAllowed = (...scopes: [string, ...string[]]) =>
  describeMissingScope("Slack", named(scopes), scopes[0]);

const REFUSED_TOKEN = new Set(["invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"]);

/**
 * Converts a refusal of an OAuth connection to a connector's error. The advice mentions no token, because people cannot
 * copy one there.
 */
export function toConnectionError(data: { error?: unknown; needed?: unknown }): ConnectorError {
  const code = typeof data.error === "string" ? data.error : "";
  if (code === "missing_scope" || code === "no_permission") return createScopeNotAllowed(scopeIn(data.needed));
  return REFUSED_TOKEN.has(code) ? describeRefusedGrant("Slack") : toConnectorError(data);
}

/** Converts a refusal of a call with the app-level token to a connector's error. */
export function toAppTokenError(data: { error?: unknown; needed?: unknown }): ConnectorError {
  const code = typeof data.error === "string" ? data.error : "";
  if (code === "missing_scope" || code === "no_permission")
    return new MissingPermission(
      `The app token lacks the scope ${APP_SCOPE}. Scopes cannot be added to it: make a new one under Basic Information, App-Level Tokens.`,
      APP_SCOPE,
    );
  if (code === "not_allowed_token_type")
    return new CredentialsRejected("This is not an app-level token, which starts with xapp-.");
  if (code === "socket_mode_not_enabled")
    return new Refused("Socket Mode is switched off in the Slack app. Switch it on there, under Socket Mode.");
  if (REFUSED_TOKEN.has(code))
    return new CredentialsRejected(
      "Slack does not accept the app token. Copy it again from Basic Information, App-Level Tokens.",
    );
  return toConnectorError(data);
}

/** Returns the missing scope. Slack sends one scope or alternatives separated by commas. Any other text is not used. */
function scopeIn(needed: unknown): string {
  const first = typeof needed === "string" ? (needed.split(",")[0] ?? "").trim() : "";
  return /^[a-z]+(:[a-z.]+){1,2}$/.test(first) ? first : "channels:history";
}

/**
 * Explains why a thread cannot be read. Returns a sentence if the thread is skipped and counted, '' if nothing is
 * missing, and null if reading must stop.
 */
export function explainUnreadableThread(error: unknown): string | null {
  if (error instanceof ThreadNotFound) return "";
  if (error instanceof MissingPermission || error instanceof CredentialsRejected)
    return "Slack does not let this app read the replies.";
  return null;
}
