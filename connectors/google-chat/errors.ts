import * as z from "zod";
import {
  type ConnectorError,
  CredentialsRejected,
  MissingPermission,
  NotFound,
  RateLimited,
  Refused,
  Unreachable,
} from "../errors.ts";
import { type HttpResponse, parseJsonIfValid } from "../http.ts";
import { describeMissingScope, describeRefusedGrant } from "../oauth.ts";
import type { CredentialKind } from "./authorized-calls.ts";

export type ApiMethod = "spaces" | "space" | "messages" | "message" | "members" | "membership" | "own" | "post";

/** The scope of a person's token that each method needs. https://developers.google.com/workspace/chat/authenticate-authorize */
const SCOPE: Record<ApiMethod, string> = {
  spaces: "chat.spaces.readonly",
  space: "chat.spaces.readonly",
  messages: "chat.messages.readonly",
  message: "chat.messages.readonly",
  members: "chat.memberships.readonly",
  membership: "chat.memberships.readonly",
  own: "chat.memberships.readonly",
  post: "chat.bot",
};

/** https://cloud.google.com/apis/design/errors */
const failure = z.object({
  error: z.looseObject({
    status: z.string().nullish(),
    details: z.array(z.looseObject({ reason: z.string().nullish() }).catch({})).nullish(),
  }),
});

export interface GoogleRefusal {
  /** Google's status, for example PERMISSION_DENIED. */
  status: string | null;
  /** Google's reasons, for example SERVICE_DISABLED. */
  reasons: (string | null | undefined)[];
}

/** Parses Google's refusal; null if the response comes from a proxy or from a fault at Google. */
export function parseRefusal(answer: HttpResponse): GoogleRefusal | null {
  const parsed = failure.safeParse(parseJsonIfValid(answer.text));
  if (answer.status >= 500 || !parsed.success) return null;
  const { status, details } = parsed.data.error;
  return { status: status ?? null, reasons: (details ?? []).map(({ reason }) => reason) };
}

/** Converts a refusal by Google to a connector's error. */
export function toConnectorError(answer: HttpResponse, method: ApiMethod, kind: CredentialKind): ConnectorError {
  const refusal = parseRefusal(answer);
  if (!refusal)
    return new Unreachable(`Google Chat gave no usable answer (HTTP ${answer.status}).`, {
      mayHaveHappened: answer.isWrite,
    });
  const { status, reasons } = refusal;
  const isMessages = method === "messages" || method === "message";
  switch (status) {
    case "UNAUTHENTICATED":
      return createRejectedCredentials(kind);
    case "PERMISSION_DENIED":
      if (reasons.includes("SERVICE_DISABLED")) return switchedOff();
      if (method === "post") return new MissingPermission(MAY_NOT_POST, SCOPE.post);
      if (reasons.includes("ACCESS_TOKEN_SCOPE_INSUFFICIENT")) return missingScope(method, kind);
      if (isMessages) return new NotFound(kind === "connection" ? NOT_A_MEMBER : NOT_SHOWN);
      return kind === "connection" ? notGiven(method) : notAllowed(method);
    case "NOT_FOUND":
      if (method === "post") return new NotFound(NOTHING_TO_ANSWER);
      return new NotFound(method === "spaces" ? NO_APP : NO_SUCH_SPACE);
    case "RESOURCE_EXHAUSTED":
      return new RateLimited("Google Chat asks us to wait.", 30_000);
    case "INVALID_ARGUMENT":
    case "FAILED_PRECONDITION":
      return new Refused("Google Chat refused this request for an unknown reason.");
    default:
      return new Unreachable(`Google Chat gave no usable answer (HTTP ${answer.status}).`, {
        mayHaveHappened: answer.isWrite,
      });
  }
}

const NOT_SHOWN =
  "Google Chat does not show these credentials the messages of this space. The account, or the Chat app of the service account, must be a member of it; for a service account a Workspace administrator must approve chat.app.messages.readonly as well.";

const NOT_A_MEMBER =
  "Google Chat does not show the connected account the messages of this space. It must be a member of it: add it there, or connect another account.";

const MAY_NOT_POST =
  "Google Chat does not let the Chat app of the service account post in this space. Add the app to the space, and let it be used in spaces in the configuration of the Google Chat API.";
const NOTHING_TO_ANSWER = "What was to be answered in Google Chat is not there any more.";

const NO_SUCH_SPACE = "Google Chat does not know this space. Check its ID, and that it was not deleted.";
const NO_APP =
  "Google finds no Chat app in the project of these credentials. Turn on the Google Chat API there and fill in its configuration.";

export function createRejectedCredentials(kind: CredentialKind): CredentialsRejected {
  if (kind === "connection") return describeRefusedGrant("Google");
  return new CredentialsRejected(
    kind === "service account"
      ? "Google no longer accepts the service account. Create a new JSON key for it and enter that."
      : "Google does not accept the access token: such a token lasts one hour. Enter a new one, or the JSON key of a service account, which is renewed automatically.",
  );
}

const notGiven = (method: ApiMethod) => describeMissingScope("Google", `the scope ${SCOPE[method]}`, SCOPE[method]);

function missingScope(method: ApiMethod, kind: CredentialKind): MissingPermission {
  const scope = SCOPE[method];
  if (kind === "connection") return notGiven(method);
  if (method !== "messages" && method !== "message")
    return new MissingPermission(`The access token lacks the scope ${scope}. Make one that has it.`, scope);
  return new MissingPermission(
    `These credentials may not read messages. An access token needs the scope ${scope}; a service account needs chat.app.messages.readonly, which a Workspace administrator approves. The scope chat.bot is not enough.`,
    scope,
  );
}

function notAllowed(method: ApiMethod): MissingPermission {
  return new MissingPermission(
    `Google Chat refuses these credentials. Check that they have the scope ${SCOPE[method]}, and that your Workspace lets apps use Google Chat.`,
    SCOPE[method],
  );
}

function switchedOff(): MissingPermission {
  return new MissingPermission(
    "The Google Chat API is switched off in the Google Cloud project of these credentials. Enable it there and test once more.",
    "chat.googleapis.com",
  );
}
