import type { FastifyRequest } from "fastify";
import type { OAuthAuthority } from "../oauth.ts";
import { type StandIn, startStandIn } from "../stand-in.ts";
import { GoogleChatFailure } from "./failure.ts";
import { applyFieldMask, parseFieldMask } from "./field-mask.ts";
import {
  getMembership,
  getMessage,
  getSpace,
  listMembers,
  listMessages,
  listSpaces,
  type MethodCall,
} from "./methods.ts";
import {
  AUTH_PATH,
  addGoogleOAuth,
  createGoogleAuthority,
  exchangeUserToken,
  type GoogleOAuthOptions,
} from "./oauth.ts";
import { addPages } from "./page.ts";
import { createMessage, patchMessage } from "./posting.ts";
import { buildDirectMessagePayload, type Press, pressPayload } from "./presses.ts";
import { PubsubStandIn, type PubsubTopic } from "./pubsub.ts";
import { type GoogleChatPost, GoogleChatSpace, type GoogleChatSpaceData } from "./space.ts";
import { type GoogleChatToken, type GoogleServiceAccount, TokenIssuer } from "./tokens.ts";
import { type SpaceEventCall, WorkspaceEventsStandIn } from "./workspace-events.ts";

export type { GoogleChatSpaceData } from "./space.ts";
export { USER_SCOPES } from "./tokens.ts";

export interface GoogleChatStandInOptions {
  port?: number;
  spaces: GoogleChatSpaceData[];
  tokens: Record<string, GoogleChatToken>;
  serviceAccounts?: GoogleServiceAccount[];
  /** The apps that people can authorize by OAuth. */
  oauth?: GoogleOAuthOptions;
  /** Pub/Sub topics, each with one subscription. */
  pipes?: Pick<PubsubTopic, "topic" | "subscription">[];
  /** Returns the current time in milliseconds since 1970. */
  now?: () => number;
}

export interface GoogleChatStandIn extends StandIn {
  /** The address that issues tokens to service accounts in exchange for a signed request. */
  readonly tokenUrl: string;
  /** The address of the OAuth consent page. */
  readonly authUrl: string;
  /** The authorizations that people gave; null without `oauth`. */
  readonly oauth: OAuthAuthority | null;
  /** Returns the space with this id, for actions of people (`post`, `edit`, `delete`, `expire`). */
  space(id: string): GoogleChatSpace;
  addSpace(data: GoogleChatSpaceData): GoogleChatSpace;
  revoke(token: string): void;
  /** Presses a button of a message as a person. The app is notified through this topic. */
  press(spaceId: string, topic: string, press: Press & { isAddOn?: boolean }): void;
  /**
   * Writes a direct message to the app as a person and returns the message's id. The app is notified through this
   * topic.
   */
  write(spaceId: string, topic: string, said: GoogleChatPost & { isAddOn?: boolean }): string;
  readonly pubsub: PubsubStandIn;
  readonly events: WorkspaceEventsStandIn;
}

const METHODS: [string, (call: MethodCall) => object][] = [
  ["/v1/spaces", listSpaces],
  ["/v1/spaces/:spaceId", getSpace],
  ["/v1/spaces/:spaceId/messages", listMessages],
  ["/v1/spaces/:spaceId/messages/:messageId", getMessage],
  ["/v1/spaces/:spaceId/members", listMembers],
  ["/v1/spaces/:spaceId/members/:member", getMembership],
];

type Answer = (request: FastifyRequest, caller: GoogleChatToken) => unknown;

/**
 * Starts the APIs of Google at one address: Google Chat's API for reading and posting, the token endpoint of service
 * accounts, Google Workspace Events and Cloud Pub/Sub. A page for people is at `/`. Tokens identify the callers.
 */
export async function startGoogleChatStandIn({
  port = 0,
  spaces: data,
  tokens,
  serviceAccounts = [],
  oauth,
  pipes = [],
  now = Date.now,
}: GoogleChatStandInOptions): Promise<GoogleChatStandIn> {
  const pubsub = new PubsubStandIn(pipes, now);
  const events = new WorkspaceEventsStandIn(pubsub, now);
  const open = (space: GoogleChatSpaceData) => new GoogleChatSpace(space, now, (...change) => events.hear(...change));
  const spaces = data.map(open);
  const people = oauth ? createGoogleAuthority(oauth, now) : null;
  const desk = new TokenIssuer(tokens, serviceAccounts, { now, people });
  const standIn = await startStandIn(
    "google-chat",
    (app) => {
      const on = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, answer: Answer) =>
        app.route({
          method,
          url,
          async handler(request, reply) {
            try {
              const { fields } = request.query as Record<string, string>;
              return masked((await answer(request, callerOf(request, desk))) as object, fields);
            } catch (error) {
              if (error instanceof GoogleChatFailure) return reply.code(error.code).send(error.body);
              throw error;
            }
          },
        });
      if (people) addGoogleOAuth(app, people);
      app.post<{ Body: Record<string, string | undefined> }>("/token", async (request, reply) => {
        const form = request.body ?? {};
        const { status, body } =
          exchangeUserToken(people, form) ?? desk.exchange(form, `http://${request.headers.host}/token`);
        return reply.code(status).send(body);
      });
      for (const [url, method] of METHODS)
        on("GET", url, ({ params, query }, caller) => {
          const { spaceId = "", messageId = "", member = "" } = params as Record<string, string>;
          return method({ spaces, caller, spaceId, messageId, member, query: query as Record<string, string> });
        });
      for (const [method, url, post] of [
        ["POST", "/v1/spaces/:spaceId/messages", createMessage],
        ["PATCH", "/v1/spaces/:spaceId/messages/:messageId", patchMessage],
      ] as const)
        on(method, url, ({ params, query, body }, caller) => {
          const { spaceId = "", messageId = "" } = params as Record<string, string>;
          const given = { spaces, caller, spaceId, messageId, member: "", query: query as Record<string, string> };
          return post(given, (body ?? {}) as Record<string, unknown>);
        });
      const eventCall = ({ query, body }: FastifyRequest, caller: GoogleChatToken): SpaceEventCall => ({
        caller,
        spaces,
        query: query as Record<string, string>,
        body: (body ?? {}) as Record<string, unknown>,
      });
      const nameOf = ({ params }: FastifyRequest) => `subscriptions/${(params as { name: string }).name}`;
      on("GET", "/v1/subscriptions", (request, caller) => events.list(eventCall(request, caller)));
      on("POST", "/v1/subscriptions", (request, caller) => events.create(eventCall(request, caller)));
      on("PATCH", "/v1/subscriptions/:name", (request, caller) =>
        events.patch(eventCall(request, caller), nameOf(request)),
      );
      on("DELETE", "/v1/subscriptions/:name", (request, caller) =>
        events.remove(eventCall(request, caller), nameOf(request)),
      );
      on("POST", "/v1/subscriptions/:name", (request, caller) =>
        events.reactivate(eventCall(request, caller), nameOf(request).replace(/:reactivate$/, "")),
      );
      const ofPubsub: Answer = (request, caller) => {
        const { project, name } = request.params as { project: string; name: string };
        const [subscription = "", verb = null] = name.split(":");
        const body = (request.body ?? {}) as Record<string, unknown>;
        return pubsub.answer(caller, `projects/${project}/subscriptions/${subscription}`, verb, body);
      };
      on("GET", "/v1/projects/:project/subscriptions/:name", ofPubsub);
      on("POST", "/v1/projects/:project/subscriptions/:name", ofPubsub);
      addPages(app, spaces);
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
    authUrl: `${standIn.url}${AUTH_PATH}`,
    oauth: people,
    space: find,
    addSpace: (added) => {
      spaces.push(open(added));
      return find(added.id);
    },
    revoke: (token) => desk.revoke(token),
    press(spaceId, topic, { isAddOn = false, ...press }) {
      const pipe = pubsub.pipe(topic);
      if (pipe?.isOpen) pubsub.publish(pipe, {}, pressPayload(find(spaceId), press, { isAddOn, now: now() }));
    },
    write(spaceId, topic, { isAddOn = false, ...said }) {
      const id = find(spaceId).post(said);
      const pipe = pubsub.pipe(topic);
      if (pipe?.isOpen) pubsub.publish(pipe, {}, buildDirectMessagePayload(find(spaceId), id, { isAddOn, now: now() }));
      return id;
    },
    pubsub,
    events,
    async close() {
      pubsub.close();
      await standIn.close();
    },
  };
}

/** Returns the caller. An API key identifies a project, which may not read. */
function callerOf(request: FastifyRequest, desk: TokenIssuer): GoogleChatToken {
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
