import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { can } from "../../../shared/domain/access.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, HTTP_STATUS } from "../../errors.ts";
import { refuseCrossSiteRead } from "../../http/csrf-check.ts";
import { html } from "../../http/html.ts";
import { getNetwork } from "../../http/network.ts";
import { sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { type IdentityProvider, openIdentityProvider, SignOnFailure } from "../../identity/identity-provider.ts";
import { Secret } from "../../secrets/secret.ts";
import { createSignInAttemptCookie } from "../accounts/attempt-cookie.ts";
import { toLocalPath } from "../accounts/local-path.ts";
import { startSession } from "../accounts/sessions.ts";
import { isDomainProven } from "../people/mail-domain-queries.ts";
import { getMailDomain } from "../people/mail-domains.ts";
import {
  findProvider,
  findProviderById,
  findSignOnWorkspace,
  type ProviderRow,
  storeTestResult,
  storeTestStart,
} from "./provider-queries.ts";
import { buildRedirectUri, findSingleSignOnRefusal, openClientSecret } from "./provider-settings.ts";
import { STALE_MESSAGE, STATUS_OF_FAILURE, wasSignOnStateUsed } from "./sign-on.ts";
import { buildTestPage, explainSignOnFailure, findSignInObstacle, type TestResult } from "./test-result.ts";
import { findMember } from "./workspace-account.ts";

const PER_IP = { limit: 60, windowSeconds: 60 };
const PUBLIC = { config: { access: "public" } } as const;
type SignOnRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

/**
 * Serves the sign-in at a workspace's own provider, and the test of the provider: the browser goes to the provider and returns
 * to the workspace's callback.
 */
export function serveWorkspaceSignOn(app: FastifyInstance, deps: Deps): void {
  const begins = "/api/login/workspace/:id";
  app.get(begins, PUBLIC, (request: SignOnRequest, reply) =>
    orProblem(request, reply, () => begin(deps, request, reply)),
  );
  app.get(`${begins}/callback`, PUBLIC, (request: SignOnRequest, reply) =>
    orProblem(request, reply, () => comeBack(deps, request, reply)),
  );
  app.get(
    "/api/single-sign-on/test",
    { config: { access: "session", needs: ["change", "provisioning"] } },
    (request, reply) => orProblem(request, reply, () => beginTest(deps, request, reply)),
  );
}

async function begin(deps: Deps, request: SignOnRequest, reply: FastifyReply): Promise<FastifyReply> {
  await enforceRateLimit(deps.db, `sign-on ip ${getNetwork(request.ip)}`, PER_IP);
  const workspace = await findOpenWorkspace(deps, request.params.id);
  const row = await inWorkspace(deps.db, workspace.id, (scope) => findProvider(scope, "active"));
  if (!row) throw nothingHere();
  return leadTo(deps, row, { reply, testedBy: null, next: toLocalPath(request.query["next"]) });
}

/** Tests the draft: the active configuration does not change. */
async function beginTest(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  refuseCrossSiteRead(request);
  const { workspaceId, userId } = request.viewer ?? {};
  if (!workspaceId || !userId) throw nothingHere();
  await enforceRateLimit(deps.db, `sign-on ip ${getNetwork(request.ip)}`, PER_IP);
  const row = await inWorkspace(deps.db, workspaceId, async (scope) => {
    await storeTestStart(scope);
    return findProvider(scope, "draft");
  });
  if (!row) throw conflict("There is nothing to test. Save a configuration first.");
  try {
    return await leadTo(deps, row, { reply, testedBy: userId, next: "/" });
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    return endTest(deps, row, reply, { fault: explainSignOnFailure(error), person: null, groups: [], isProven: true });
  }
}

async function leadTo(
  deps: Deps,
  row: ProviderRow,
  { reply, ...kept }: { reply: FastifyReply } & Pick<WorkspaceAttempt, "testedBy" | "next">,
): Promise<FastifyReply> {
  const { url, checks } = await providerOf(deps, row).begin({ asAnother: false });
  const { workspaceId, id: providerId } = row;
  workspaceAttempt.keep(deps, reply, { ...checks, ...kept, workspaceId, providerId, startedAt: Date.now() });
  return reply.redirect(url.href, 303);
}

async function comeBack(deps: Deps, request: SignOnRequest, reply: FastifyReply): Promise<FastifyReply> {
  await enforceRateLimit(deps.db, `sign-on ip ${getNetwork(request.ip)}`, PER_IP);
  const attempt = workspaceAttempt.read(deps, request);
  const isOurs = attempt?.state === request.query["state"] && attempt?.workspaceId === request.params.id;
  if (!attempt || !isOurs) throw stale();
  workspaceAttempt.forget(deps, reply);
  if (await wasSignOnStateUsed(deps.db, attempt.state)) throw stale();
  const { workspaceId, providerId } = attempt;
  const row = await inWorkspace(deps.db, workspaceId, (scope) => findProviderById(scope, providerId));
  // Somebody changed the provider or turned it off during the sign-in.
  if (!row) throw stale();
  if (attempt.testedBy !== null) return comeBackFromTest(deps, request, reply, { row, attempt });
  if (row.state !== "active") throw stale();
  await findOpenWorkspace(deps, workspaceId);
  const { person } = await providerOf(deps, row).finish(new URL(request.url, deps.env.PUBLIC_URL), attempt);
  const account = await findMember(deps, row, person);
  request.aboutAccount = account.userId;
  await startSession(deps, account, request, reply, { signedOnBy: workspaceId });
  return reply.redirect(attempt.next, 303);
}

async function comeBackFromTest(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { row, attempt }: { row: ProviderRow; attempt: WorkspaceAttempt },
): Promise<FastifyReply> {
  const { viewer } = request;
  const isTester = viewer?.userId === attempt.testedBy && viewer.workspaceId === row.workspaceId;
  if (!isTester || !can(viewer, "change", "provisioning")) throw stale();
  try {
    const address = new URL(request.url, deps.env.PUBLIC_URL);
    const { person, groups } = await providerOf(deps, row).finish(address, attempt);
    const domain = getMailDomain(person.email ?? "").toLowerCase();
    const isKnown = await inWorkspace(deps.db, row.workspaceId, (scope) => isDomainProven(scope, domain));
    return await endTest(deps, row, reply, { fault: findSignInObstacle(person), person, groups, isProven: isKnown });
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error;
    request.log.warn({ kind: error.kind, reason: error.log }, "A test of single sign-on failed");
    return endTest(deps, row, reply, { fault: explainSignOnFailure(error), person: null, groups: [], isProven: true });
  }
}

async function endTest(deps: Deps, row: ProviderRow, reply: FastifyReply, result: TestResult): Promise<FastifyReply> {
  await inWorkspace(deps.db, row.workspaceId, (scope) => storeTestResult(scope, row.id, result.fault));
  return sendPage(reply, result.fault ? 400 : 200, buildTestPage(result));
}

function providerOf(deps: Deps, row: ProviderRow): IdentityProvider {
  const client = {
    name: "your identity provider",
    issuer: row.issuer,
    clientId: row.clientId,
    secret: new Secret(openClientSecret(deps, row)),
    redirectUri: buildRedirectUri(deps, row.workspaceId),
    signedOutUri: `${deps.env.PUBLIC_URL}/`,
    scopes: row.scopes,
    trustsEmail: false,
  };
  return openIdentityProvider(client, deps.fetch);
}

async function findOpenWorkspace(deps: Deps, id: string): Promise<{ id: string; name: string }> {
  const found =
    !findSingleSignOnRefusal(deps) && z.uuid().safeParse(id).success && (await findSignOnWorkspace(deps.db, id));
  if (!found) throw nothingHere();
  return found;
}

const nothingHere = () =>
  new AppError("not-found", "There is no single sign-on at this address. Ask your administrator.");
const stale = () => new AppError("invalid", STALE_MESSAGE);

/** Turns every failure into a page with a way to continue. */
async function orProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof SignOnFailure) {
      request.log.warn({ kind: error.kind, reason: error.log }, "A sign-in at a workspace’s identity provider failed");
      return sendProblem(reply, STATUS_OF_FAILURE[error.kind], SENTENCES[error.kind]);
    }
    if (!(error instanceof AppError)) throw error;
    if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
    return sendProblem(reply, HTTP_STATUS[error.code], error.message);
  }
}

const SENTENCES = {
  unreachable: "Your identity provider could not be reached. Nothing was changed; try again in a moment.",
  cancelled: "You did not sign in at your identity provider.",
  refused:
    "Your identity provider did not confirm who you are. Try again; if it happens once more, tell your administrator.",
};

const sendProblem = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  sendPage(reply, status, {
    title: "You are not signed in",
    body: html`<h1>You are not signed in</h1>
<p class="problem" role="alert">${sentence}</p>
<p class="actions"><a class="button" href="/api/login/company">Try single sign-on again</a> <a href="/api/login?with=password">Sign in with a password</a></p>`,
  });

/** A sign-in at a workspace's own provider, or a test of the provider. */
const attempt = z.strictObject({
  workspaceId: z.string(),
  /** The id of the exact configuration with which the sign-in or test started. */
  providerId: z.string(),
  /** The person who tests the provider; null for a sign-in. */
  testedBy: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page of the product that the person had requested. */
  next: z.string(),
  /** When the sign-in began, in milliseconds since 1970. */
  startedAt: z.number(),
});
type WorkspaceAttempt = z.infer<typeof attempt>;

const workspaceAttempt = createSignInAttemptCookie("workspace-sign-on", "workspace sign-on", attempt);
