import type { FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";
import { GoogleChatFailure } from "./failure.ts";
import { applyFieldMask, parseFieldMask } from "./field-mask.ts";
import { listMembers, listMessages, listSpaces, type MethodCall } from "./methods.ts";
import { GoogleChatSpace, type GoogleChatSpaceData } from "./space.ts";
import { type GoogleChatToken, type GoogleServiceAccount, TokenDesk } from "./tokens.ts";

export type { GoogleChatSpaceData } from "./space.ts";
export { USER_SCOPES } from "./tokens.ts";

export interface GoogleChatStandInOptions {
  port?: number;
  spaces: GoogleChatSpaceData[];
  tokens: Record<string, GoogleChatToken>;
  serviceAccounts?: GoogleServiceAccount[];
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface GoogleChatStandIn extends StandIn {
  /** Where service accounts get tokens for their signature. */
  readonly tokenUrl: string;
  /** By its id: what people do there (`post`, `edit`, `delete`, `expire`). */
  space(id: string): GoogleChatSpace;
  addSpace(data: GoogleChatSpaceData): GoogleChatSpace;
  revoke(token: string): void;
}

const METHODS: [string, (call: MethodCall) => object][] = [
  ["/v1/spaces", listSpaces],
  ["/v1/spaces/:spaceId/messages", listMessages],
  ["/v1/spaces/:spaceId/members", listMembers],
];

/** Google Chat's reading half, with the token endpoint of service accounts. Tokens tell callers apart. */
export async function startGoogleChatStandIn({
  port = 0,
  spaces: data,
  tokens,
  serviceAccounts = [],
  now = Date.now,
}: GoogleChatStandInOptions): Promise<GoogleChatStandIn> {
  const spaces = data.map((space) => new GoogleChatSpace(space, now));
  const desk = new TokenDesk(tokens, serviceAccounts, now);
  const standIn = await startStandIn(
    "google-chat",
    (app) => {
      app.post<{ Body: Record<string, unknown> }>("/token", async (request, reply) => {
        const { status, body } = desk.exchange(request.body ?? {}, `http://${request.headers.host}/token`);
        return reply.code(status).send(body);
      });
      for (const [url, method] of METHODS)
        app.get<{ Params: { spaceId?: string }; Querystring: Record<string, string> }>(url, async (request, reply) => {
          try {
            const caller = callerOf(request, desk);
            const { query } = request;
            const found = method({ spaces, caller, spaceId: request.params.spaceId ?? "", query });
            return masked(found, query["fields"]);
          } catch (error) {
            if (error instanceof GoogleChatFailure) return reply.code(error.code).send(error.body);
            throw error;
          }
        });
    },
    { port },
  );
  const find = (id: string) => {
    const space = spaces.find((candidate) => candidate.data.id === id);
    if (!space) throw new Error(`There is no space ${id}.`);
    return space;
  };
  return {
    ...standIn,
    tokenUrl: `${standIn.url}/token`,
    space: find,
    addSpace: (added) => {
      spaces.push(new GoogleChatSpace(added, now));
      return find(added.id);
    },
    revoke: (token) => desk.revoke(token),
  };
}

/** A key names a project, not somebody who may read. */
function callerOf(request: FastifyRequest, desk: TokenDesk): GoogleChatToken {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (!token)
    throw new GoogleChatFailure(
      "UNAUTHENTICATED",
      "API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that assert a principal.",
      { reason: "CREDENTIALS_MISSING" },
    );
  const caller = desk.find(token);
  if (caller) return caller;
  throw new GoogleChatFailure("UNAUTHENTICATED", "Request had invalid authentication credentials.", {
    reason: "ACCESS_TOKEN_EXPIRED",
  });
}

function masked(found: object, fields: string | undefined): unknown {
  if (fields === undefined || fields === "*") return found;
  const mask = parseFieldMask(fields);
  if (!mask) throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid field selection.");
  return applyFieldMask(found, mask);
}
