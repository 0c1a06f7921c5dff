import * as z from "zod";
import type { ConnectorTransport } from "../connector-options.ts";
import {
  type ConnectorError,
  CredentialsRejected,
  createRateLimited,
  MissingPermission,
  NoAnswer,
  NotFound,
  Refused,
  Unreachable,
} from "../errors.ts";
import { type HttpResponse, parseJsonIfValid, parseRetryAfter, readJson, sendRequest } from "../http.ts";
import { type BeforeSending, PageChanged, TitleTaken } from "../knowledge-target.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { getSessionKey, mergeCookies, type SendRequest, signIn, type WikiSession } from "./session.ts";

export interface WikiTransport extends ConnectorTransport {
  /** Sessions that are signed in, by `getSessionKey`. */
  sessions: Map<string, WikiSession>;
}

type QueryParameters = Record<string, string>;

/**
 * One request to the wiki. `query` becomes part of the URL, so that the wiki's log shows the kind of request. `form` is
 * posted.
 */
interface WikiRequest {
  query: QueryParameters;
  form?: QueryParameters;
  before?: BeforeSending | undefined;
}

const PLATFORM = "The wiki";
const ATTEMPTS = 3;
const MAX_SESSIONS = 100;
/**
 * The largest lag of the wiki's database replicas that is acceptable, in seconds:
 * https://www.mediawiki.org/wiki/Manual:Maxlag_parameter
 */
const MAX_LAG = "5";
const SHAPE = { format: "json", formatversion: "2" };
/** Matches error codes of an expired session or token. */
const SIGNED_OUT = /^(?:assert\w+failed|badtoken|notoken|notloggedin)$/;

const failed = z.object({ error: z.looseObject({ code: z.string() }) });

/** Calls the wiki's Action API with one account: https://www.mediawiki.org/wiki/API:Main_page */
export function connectToWiki(transport: WikiTransport, config: MediaWikiConfig, signal?: AbortSignal) {
  const key = getSessionKey(config);
  const exchange = exchangeWith(transport, config, signal);

  async function session(): Promise<WikiSession> {
    const known = transport.sessions.get(key);
    if (known) return known;
    const made = await signIn(askWith(exchange), config);
    transport.sessions.set(key, made);
    for (const [oldest] of transport.sessions) {
      if (transport.sessions.size <= MAX_SESSIONS) break;
      transport.sessions.delete(oldest);
    }
    return made;
  }

  /**
   * Makes a call. If the wiki reports an expired session, signs in once more, because the rejected request did nothing.
   */
  async function call<Answer>(request: WikiRequest, schema: z.ZodType<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const { cookies, token } = await session();
      const form = request.form && { ...request.form, token, maxlag: MAX_LAG };
      const query = { ...request.query, assert: "user" };
      const answer = await exchange({ ...request, query, ...(form && { form }) }, cookies);
      if (attempt === 1 && SIGNED_OUT.test(errorCode(answer) ?? "")) transport.sessions.delete(key);
      else return readJson(expectOk(answer), schema, PLATFORM);
    }
  }

  return {
    user: async () => (await session()).user,
    /** Calls an action that only reads. `query` begins with the requested data. */
    read: <Answer>(query: QueryParameters, schema: z.ZodType<Answer>) =>
      call({ query: { action: "query", ...query } }, schema),
    write: <Answer>(action: string, form: QueryParameters, schema: z.ZodType<Answer>, before?: BeforeSending) =>
      call({ query: { action }, form, before }, schema),
  };
}

type SendWikiRequest = (request: WikiRequest, cookies: string) => Promise<HttpResponse>;

function exchangeWith(transport: WikiTransport, config: MediaWikiConfig, signal?: AbortSignal): SendWikiRequest {
  const key = getSessionKey(config);
  return async ({ query, form, before }, cookies) => {
    const url = `${config.baseUrl}?${new URLSearchParams({ ...query, ...SHAPE }).toString().replaceAll("+", "%20")}`;
    const headers = { ...(cookies && { cookie: cookies }), "user-agent": "Lorekeep" };
    const method = form ? "POST" : "GET";
    for (let attempt = 1; ; attempt += 1) {
      await transport.pace.turn(key, signal);
      await before?.();
      const sent = { method, url, headers, ...(form && { form }), signal } as const;
      const answer = await sendRequest({ ...transport, platform: PLATFORM }, sent);
      const isBusy = answer.status === 429 || /^(?:ratelimited|maxlag)$/.test(errorCode(answer) ?? "");
      if (!isBusy) return answer;
      const waitMs = parseRetryAfter(answer.headers);
      await transport.pace.pause(key, waitMs);
      if (attempt === ATTEMPTS) throw createRateLimited(PLATFORM, waitMs);
    }
  };
}

const askWith =
  (exchange: SendWikiRequest): SendRequest =>
  async ({ query, form, cookies }, schema) => {
    try {
      const answer = expectOk(await exchange({ query, ...(form && { form }) }, cookies));
      const set = mergeCookies(cookies, answer.headers.getSetCookie());
      return { answer: readJson(answer, schema, PLATFORM), cookies: set };
    } catch (error) {
      // Signing in is a POST too, but it changes nothing.
      if (!(error instanceof Unreachable) || !error.mayHaveHappened) throw error;
      const options = { cause: error, mayHaveHappened: false };
      throw error instanceof NoAnswer ? new NoAnswer(error.message, options) : new Unreachable(error.message, options);
    }
  };

export type WikiApi = ReturnType<typeof connectToWiki>;

const errorCode = ({ text }: HttpResponse): string | null =>
  failed.safeParse(parseJsonIfValid(text)).data?.error.code ?? null;

function expectOk(answer: HttpResponse): HttpResponse {
  const { status, isWrite } = answer;
  const code = errorCode(answer);
  if (code !== null && (status < 400 || status >= 500)) throw errorOfCode(code, isWrite);
  if (status >= 200 && status < 300) return answer;
  if (status === 401) throw new CredentialsRejected("The wiki does not accept this user and bot password.");
  if (status === 403) throw new MissingPermission("The wiki's server does not let us in.", "access to api.php");
  if (status === 404 || status === 410) throw new NotFound("There is no api.php at this address.");
  if (status === 413) throw new Refused("The page is too large for the wiki.");
  if (status >= 300 && status < 400) throw new Refused("The wiki has moved. Enter the new address of its api.php.");
  if (status >= 400 && status < 500 && status !== 408) throw new Refused(`The wiki refused the request (${status}).`);
  throw new Unreachable(`The wiki answered with an error (${status}).`, { mayHaveHappened: isWrite });
}

/**
 * Converts the wiki's error codes, such as missing rights, to errors:
 * https://www.mediawiki.org/wiki/API:Errors_and_warnings
 */
function errorOfCode(code: string, isWrite: boolean): Error {
  const known = OF_CODE[code];
  if (known) return known();
  if (SIGNED_OUT.test(code)) return new CredentialsRejected("The wiki signs this bot password out at once.");
  if (code.startsWith("internal_api_error")) return failedInside(isWrite);
  return new Refused(
    "The wiki refused the request. A filter, a list of forbidden addresses or a lock may be the reason.",
  );
}

const failedInside = (mayHaveHappened: boolean) => new Unreachable("The wiki failed inside.", { mayHaveHappened });
const mayNot = (what: string, right: string) => (): ConnectorError =>
  new MissingPermission(`The account may not ${what} in this wiki.`, right);
const gone = () => new NotFound("The wiki does not have this page.");

const OF_CODE: Record<string, () => Error> = {
  articleexists: () => new TitleTaken("Another page of the wiki has this title."),
  editconflict: () => new PageChanged("Somebody edited the page in the wiki."),
  pagedeleted: () => new PageChanged("Somebody deleted the page in the wiki."),
  missingtitle: gone,
  nosuchpageid: gone,
  nosuchrevid: gone,
  cantundelete: gone,
  contenttoobig: () => new Refused("The page is too large for the wiki."),
  readonly: () => new Unreachable("The wiki can only be read at the moment.", { mayHaveHappened: false }),
  readapidenied: mayNot("read", "read"),
  writeapidenied: mayNot("write by the API", "writeapi"),
  permissiondenied: mayNot("do that", "edit"),
  protectedpage: mayNot("change this protected page", "edit"),
  protectedtitle: mayNot("create a page of this title", "createpage"),
  cantcreate: mayNot("create pages", "createpage"),
  cantdelete: mayNot("delete pages", "delete"),
  cantmove: mayNot("rename pages", "move"),
  blocked: mayNot("change anything, because it is blocked", "edit"),
  autoblocked: mayNot("change anything, because its address is blocked", "edit"),
};
