import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EMAIL_INVALID, isEmail, PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, HTTP_STATUS } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { type HtmlPage, sendPage } from "../../http/pages/page.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { canSendMail } from "../../mail/queued-mail.ts";
import { isAddressProvenEverywhere, mayEmailSignIn } from "../accounts/account-queries.ts";
import { rememberDevice } from "../accounts/known-device.ts";
import { findPasswordProblem } from "../accounts/new-password-form.ts";
import { hashPassword } from "../accounts/passwords.ts";
import type { AccountIds } from "../accounts/person-queries.ts";
import { startSession } from "../accounts/sessions.ts";
import { enterWorkspace, getOwnEmail } from "../memberships/workspaces.ts";
import { askForSecondFactor } from "../second-factor/sign-in-step.ts";
import { acceptAsNewPerson, acceptInvitationAs, joinByLink } from "./accept.ts";
import { computeApprovalCode, findInvitation, hasJoinedBy, type OpenInvitation } from "./invitation-queries.ts";
import { buildJoinLink } from "./invite.ts";
import { findLink } from "./join-link-queries.ts";
import * as pages from "./join-pages.ts";
import { requestInvitationByLink, requestInvitationsByDomain } from "./request-invitation.ts";

const PER_NETWORK = { limit: 60, windowSeconds: 60 * 60 };

type Fields = Record<string, unknown> | undefined;
type JoinRequest = FastifyRequest<{ Querystring: Record<string, unknown>; Body: Fields }>;

/** Serves `/join`: the page of an invitation or a link, or the choice of workspaces by mail domain. Works without scripts. */
export function serveJoinPage(app: FastifyInstance, deps: Deps): void {
  const config = { access: "public" } as const;

  app.get<{ Querystring: Record<string, unknown> }>("/join", { config }, async (request, reply) => {
    const { token, link } = request.query;
    if (token !== undefined) return showInvitation(deps, request, reply, text(token));
    if (link !== undefined) return showLink(deps, request, reply, text(link));
    return sendPage(reply, 200, pages.buildFindWorkspacePage({ sendsMail: canSendMail(deps) }));
  });

  app.post<{ Body: Fields }>("/join", { config }, async (request, reply) => {
    const { token, link } = request.body ?? {};
    await enforceRateLimit(deps.db, `join page ${getNetwork(request.ip)}`, PER_NETWORK);
    if (request.isConfined) return sendPage(reply, HTTP_STATUS.forbidden, pages.buildProviderSessionPage());
    if (token !== undefined) return acceptInvitation(app, deps, request as JoinRequest, reply, text(token));
    if (link !== undefined) return useLink(app, deps, request as JoinRequest, reply, text(link));
    const email = text(request.body?.["email"]).trim();
    const problem = isEmail(email)
      ? await tried(reply, () => requestInvitationsByDomain(deps, { email, ip: request.ip }))
      : null;
    if (problem)
      return sendPage(
        reply,
        problem.status,
        pages.buildFindWorkspacePage({ email, problem: problem.message, sendsMail: true }),
      );
    if (!isEmail(email))
      return sendPage(
        reply,
        HTTP_STATUS.invalid,
        pages.buildFindWorkspacePage({ email, wrong: EMAIL_INVALID, sendsMail: true }),
      );
    return sendPage(reply, 200, pages.buildInvitationRequestedPage(email, { isByDomain: true }));
  });
}

type Problem = { status: number; message: string };

async function tried(reply: FastifyReply, work: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return problemOf(reply, error);
  }
}

function problemOf(reply: FastifyReply, error: unknown): Problem {
  if (!(error instanceof AppError)) throw error;
  if (error.details.retryAfterSeconds) reply.header("retry-after", error.details.retryAfterSeconds);
  return { status: HTTP_STATUS[error.code], message: error.message };
}

/** Returns the visitor's next step on the page of an open invitation. */
async function stepOf(deps: Deps, { viewer }: FastifyRequest, { email }: OpenInvitation): Promise<pages.JoinStep> {
  const { env, db, identityProvider } = deps;
  if (viewer) {
    const own = await getOwnEmail(deps, viewer);
    return own === email ? { kind: "confirm" } : { kind: "somebody-else", own };
  }
  if (email && (await mayEmailSignIn(db, email))) return { kind: "sign-in" };
  // In an installation without mail nobody has proven the mailbox, so a configured identity provider has to prove it.
  const isProven = canSendMail(deps) || !identityProvider;
  const provider = identityProvider?.name ?? null;
  return { kind: "new", provider, takesPassword: env.OIDC_PASSWORD_SIGN_IN && isProven };
}

async function showInvitation(deps: Deps, request: FastifyRequest, reply: FastifyReply, token: string) {
  const invitation = await findInvitation(deps.db, token);
  const { viewer } = request;
  if (!invitation && viewer) {
    const email = await getOwnEmail(deps, viewer);
    const isIn = await inWorkspace(deps.db, viewer.workspaceId, (scope) => hasJoinedBy(scope, { token, email }));
    if (isIn) return reply.redirect("/", 303);
  }
  if (!invitation)
    return sendPage(reply, HTTP_STATUS.invalid, pages.renderLinkExpired({ sendsMail: canSendMail(deps) }));
  return sendPage(reply, 200, pages.buildInvitedPage(invitation, token, await stepOf(deps, request, invitation)));
}

async function acceptInvitation(
  app: FastifyInstance,
  deps: Deps,
  request: JoinRequest,
  reply: FastifyReply,
  token: string,
) {
  const invitation = await findInvitation(deps.db, token);
  if (!invitation)
    return sendPage(reply, HTTP_STATUS.invalid, pages.renderLinkExpired({ sendsMail: canSendMail(deps) }));
  const step = await stepOf(deps, request, invitation);
  const again = (status: number, wrong: pages.FormErrors) =>
    sendPage(
      reply,
      status,
      pages.buildInvitedPage(invitation, token, step, { ...wrong, typed: typedIn(request.body) }),
    );
  try {
    if (request.viewer)
      return await goIn(app, deps, request, reply, await acceptInvitationAs(deps, token, request.viewer));
    if (step.kind !== "new" || !step.takesPassword)
      return reply.redirect(`/join?token=${encodeURIComponent(token)}`, 303);
    const { firstName, lastName, password, confirm } = typedIn(request.body);
    const wrong: pages.FormErrors = {
      ...(!firstName && { firstName: "Required." }),
      ...(!lastName && { lastName: "Required." }),
      ...(await findPasswordProblem(password, confirm)),
    };
    if (Object.keys(wrong).length > 0) return again(HTTP_STATUS.invalid, wrong);
    const passwordHash = await hashPassword(password);
    const { email, ...ids } = await acceptAsNewPerson(deps, token, { firstName, lastName, passwordHash });
    request.aboutAccount = ids.userId;
    rememberDevice(deps, reply, email);
    if (await askForSecondFactor(deps, ids, reply, "/")) return reply;
    await startSession(deps, ids, request, reply);
    return reply.redirect("/", 303);
  } catch (error) {
    const { status, message } = problemOf(reply, error);
    return again(status, { problem: message });
  }
}

async function showLink(deps: Deps, { viewer }: FastifyRequest, reply: FastifyReply, token: string) {
  const link = await findLink(deps.db, token);
  if (!link) return sendPage(reply, HTTP_STATUS.invalid, pages.renderLinkExpired({ sendsMail: canSendMail(deps) }));
  return sendPage(reply, 200, linkPage(deps, link, token, viewer !== null));
}

const linkPage = (
  deps: Deps,
  link: OpenInvitation,
  token: string,
  isSignedIn: boolean,
  wrong: pages.FormErrors = {},
): HtmlPage =>
  pages.buildJoinLinkPage(link, token, {
    isSignedIn,
    provider: deps.identityProvider?.name ?? null,
    takesAddress: canSendMail(deps) || !deps.identityProvider,
    ...wrong,
  });

async function useLink(app: FastifyInstance, deps: Deps, request: JoinRequest, reply: FastifyReply, token: string) {
  const link = await findLink(deps.db, token);
  if (!link) return sendPage(reply, HTTP_STATUS.invalid, pages.renderLinkExpired({ sendsMail: canSendMail(deps) }));
  const again = (status: number, wrong: pages.FormErrors) =>
    sendPage(reply, status, linkPage(deps, link, token, request.viewer !== null, wrong));
  const email = request.viewer ? await getOwnEmail(deps, request.viewer) : text(request.body?.["email"]).trim();
  try {
    if (request.viewer && (await isAddressProvenEverywhere(deps.db, request.viewer)))
      return await goIn(app, deps, request, reply, await joinByLink(deps, token, request.viewer));
    if (!isEmail(email)) return again(HTTP_STATUS.invalid, { email: EMAIL_INVALID, typedEmail: email });
    const own = await requestInvitationByLink(deps, token, { email, ip: request.ip });
    if (own)
      return sendPage(
        reply,
        200,
        pages.buildAwaitingApprovalPage(link.workspace, {
          address: buildJoinLink(deps, own),
          code: computeApprovalCode(own),
        }),
      );
  } catch (error) {
    const { status, message } = problemOf(reply, error);
    return again(status, { problem: message, typedEmail: email });
  }
  return sendPage(reply, 200, pages.buildInvitationRequestedPage(email, { isByDomain: false }));
}

/** Continues the session in the joined workspace. */
async function goIn(
  app: FastifyInstance,
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  joined: AccountIds,
) {
  if (request.viewer) await enterWorkspace(deps.db, request.sessionHash, request.viewer, joined.workspaceId);
  if (request.sessionHash) app.closeStreams(request.sessionHash);
  return reply.redirect("/", 303);
}

function typedIn(body: Fields): pages.TypedFields {
  const field = (name: string, max: number) => text(body?.[name]).slice(0, max);
  return {
    firstName: field("firstName", 100).trim(),
    lastName: field("lastName", 100).trim(),
    password: field("password", PASSWORD_LENGTH.max * 2),
    confirm: field("confirm", PASSWORD_LENGTH.max * 2),
  };
}

const text = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().slice(0, 400) : "";
