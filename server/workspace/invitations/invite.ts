import type { InvitationOutcome, NewcomerSettings } from "../../../shared/contract/invitations.ts";
import { can, explainWhoMay, MEMBERSHIP_NAMES, type Membership } from "../../../shared/domain/access.ts";
import { isEmail, normaliseEmail, normaliseMailbox } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, conflict, forbidden, notFound } from "../../errors.ts";
import { countWithinLimit } from "../../http/rate-limit.ts";
import type { Viewer } from "../../http/routes.ts";
import { canSendMail, enqueueMail } from "../../mail/queued-mail.ts";
import { getUser } from "../accounts/queries.ts";
import {
  approveRequest,
  countPending,
  endInvitation,
  findAddressRelation,
  getPendingOrExpired,
  getWorkspaceName,
  type NewInvitation,
  storeInvitation,
} from "./invitation-queries.ts";
import {
  deleteInvitationLink,
  insertLink,
  listLinks,
  readNewcomerSettings,
  storeNewcomerSettings,
} from "./join-link-queries.ts";
import { addIndefiniteArticle, buildInvitationMail } from "./mails.ts";

const DAY = 24 * 60 * 60;
/** The limit for mails from a workspace. */
const PER_WORKSPACE = { limit: 200, windowSeconds: DAY };
/** The limit for mails to one mailbox from one workspace; the next constant limits mails from all workspaces. */
const PER_WORKSPACE_AND_MAILBOX = { limit: 3, windowSeconds: DAY };
const PER_MAILBOX = { limit: 10, windowSeconds: DAY };
export const MAX_PENDING_INVITATIONS = 500;
const MOST_LINKS = 20;
const ENOUGH_MAILS =
  "This address has reached its daily limit of invitations. Nothing was sent; the last one still works.";

export const buildJoinLink = ({ env }: Pick<Deps, "env">, token: string) => `${env.PUBLIC_URL}/join?token=${token}`;

/**
 * Counts one mail and returns whether the mail is allowed. Call it before a transaction, because it uses its own connection.
 */
export async function countInvitationMail(deps: Deps, workspaceId: string, email: string): Promise<boolean> {
  const mailbox = deps.secrets.hmac(normaliseMailbox(email), "rate limit");
  return (
    (await countWithinLimit(deps.db, `invite ${workspaceId} ${mailbox}`, PER_WORKSPACE_AND_MAILBOX)) &&
    (await countWithinLimit(deps.db, `invite ${mailbox}`, PER_MAILBOX)) &&
    (await countWithinLimit(deps.db, `invite ${workspaceId}`, PER_WORKSPACE))
  );
}

interface InviteInput {
  emails: string[];
  membership: Membership;
  words?: string | undefined;
}

/** Invites each address separately, so that a faulty address does not affect the other addresses. */
export async function invitePeople(
  deps: Deps,
  by: Viewer,
  { emails, membership, words = "" }: InviteInput,
): Promise<InvitationOutcome[]> {
  mayGive(by, membership);
  const results: InvitationOutcome[] = [];
  for (const email of new Set(emails.map(normaliseEmail).filter((one) => one !== ""))) {
    const outcome = isEmail(email) ? await outcomeFor(deps, by, email) : "not-an-address";
    const isSent = outcome === "invited" && (await countInvitationMail(deps, by.workspaceId, email));
    if (!isSent) {
      results.push({ email, outcome: outcome === "invited" ? "too-many" : outcome, link: null });
      continue;
    }
    const link = await inWorkspace(deps.db, by.workspaceId, (scope) =>
      sendInvitation(deps, scope, { email, membership, words, invitedBy: by.userId, workspaceId: by.workspaceId }),
    );
    results.push({ email, outcome: "invited", link });
  }
  return results;
}

const outcomeFor = ({ db }: Deps, { workspaceId }: Viewer, email: string) =>
  inWorkspace(db, workspaceId, async (scope) => {
    const found = await findAddressRelation(scope, email);
    if (found === "waits") return "invited-already" as const;
    if (found === "member" || found === "directory") return found;
    if ((await countPending(scope)) >= MAX_PENDING_INVITATIONS)
      throw conflict(`${MAX_PENDING_INVITATIONS} invitations wait already. Revoke some of them first.`);
    return "invited" as const;
  });

/** Mails the link. In an installation without mail, returns the link instead, so that the inviter can pass it on. */
async function sendInvitation(
  deps: Deps,
  scope: WorkspaceScope,
  values: Omit<NewInvitation, "isMailed"> & { invitedBy: string },
): Promise<string | null> {
  const put = await storeInvitation(scope.tx, { ...values, isMailed: canSendMail(deps) });
  if (!put) throw new Error("A person's invitation replaces any other.");
  const { token, isNew } = put;
  const { firstName, lastName, email: address } = await getUser(scope, values.invitedBy);
  const link = buildJoinLink(deps, token);
  const name = `${firstName} ${lastName}`.trim();
  const mail = buildInvitationMail({
    to: values.email,
    workspace: await getWorkspaceName(scope),
    membership: values.membership,
    invitedBy: name ? `${name} (${address})` : address,
    words: values.words ?? "",
    link,
  });
  await enqueueMail(deps, scope, mail);
  const role = addIndefiniteArticle(MEMBERSHIP_NAMES[values.membership].toLowerCase());
  await recordActivity(scope, deps.events, {
    type: "change",
    message: isNew ? `Somebody was invited as ${role}.` : `An invitation as ${role} was sent again.`,
    by: values.invitedBy,
  });
  await deps.events.notify(scope, { type: "people" });
  return canSendMail(deps) ? null : link;
}

/** Sends the invitation again with a new token for seven days. Throws 'not-found' if the invitation was accepted or revoked. */
export async function resendInvitation(deps: Deps, by: Viewer, id: string): Promise<string | null> {
  const find = (scope: WorkspaceScope) => getPendingOrExpired(scope, id);
  const waiting = await inWorkspace(deps.db, by.workspaceId, find);
  if (!waiting) throw notFound("invitation");
  mayGive(by, waiting.membership);
  if (!(await countInvitationMail(deps, by.workspaceId, waiting.email))) throw new AppError("too-many", ENOUGH_MAILS);
  return inWorkspace(deps.db, by.workspaceId, async (scope) => {
    const known = await find(scope);
    if (!known) throw notFound("invitation");
    const { email, membership, words, workspaceId } = known;
    return sendInvitation(deps, scope, { email, membership, words, workspaceId, invitedBy: by.userId });
  });
}

/** Approves a request by link in an installation without mail. Throws 'not-found' if the request was already decided. */
export async function approveJoinRequest(deps: Deps, scope: WorkspaceScope, by: Viewer, id: string): Promise<void> {
  const waiting = await getPendingOrExpired(scope, id);
  if (!waiting) throw notFound("invitation");
  mayGive(by, waiting.membership);
  if (!(await approveRequest(scope, id, by.userId))) throw notFound("invitation");
  const role = addIndefiniteArticle(MEMBERSHIP_NAMES[waiting.membership].toLowerCase());
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `A request to join as ${role} by a link was approved.`,
    by: by.userId,
  });
  await deps.events.notify(scope, { type: "people" });
}

export async function revokeInvitation(deps: Deps, scope: WorkspaceScope, by: Viewer, id: string): Promise<void> {
  const waiting = await getPendingOrExpired(scope, id);
  if (!waiting || !(await endInvitation(scope.tx, waiting, "revoked"))) throw notFound("invitation");
  await recordActivity(scope, deps.events, { type: "change", message: "An invitation was revoked.", by: by.userId });
  await deps.events.notify(scope, { type: "people" });
}

export async function createInvitationLink(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  { membership, days }: { membership: Membership; days: number },
): Promise<{ id: string; link: string }> {
  mayGive(by, membership);
  if ((await listLinks(scope)).length >= MOST_LINKS)
    throw conflict(`There are ${MOST_LINKS} links already. Revoke one of them first.`);
  const { id, token } = await insertLink(scope, { membership, createdBy: by.userId, days });
  const role = addIndefiniteArticle(MEMBERSHIP_NAMES[membership].toLowerCase());
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `A link to join as ${role} was created. It works for ${days === 1 ? "a day" : `${days} days`}.`,
    by: by.userId,
  });
  return { id, link: `${deps.env.PUBLIC_URL}/join?link=${token}` };
}

export async function revokeInvitationLink(deps: Deps, scope: WorkspaceScope, by: Viewer, id: string): Promise<void> {
  if (!(await deleteInvitationLink(scope, id))) throw notFound("link");
  await recordActivity(scope, deps.events, { type: "change", message: "A link to join was revoked.", by: by.userId });
}

export async function changeNewcomerSettings(
  deps: Deps,
  scope: WorkspaceScope,
  by: Viewer,
  values: NewcomerSettings,
): Promise<NewcomerSettings> {
  mayGive(by, values.membership);
  await storeNewcomerSettings(scope, values);
  const role = addIndefiniteArticle(MEMBERSHIP_NAMES[values.membership].toLowerCase());
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `People who join without an invitation get the role ${role}; an address at a proven mail domain is ${values.joinByDomain ? "enough" : "not enough"}.`,
    by: by.userId,
  });
  return readNewcomerSettings(scope);
}

/** Throws if the person would grant a role above the person's own: only an owner makes owners. */
function mayGive(by: Viewer, membership: Membership): void {
  const person = { kind: "person", membership } as const;
  if (!can(by, "change", person)) throw forbidden(explainWhoMay("change", person));
}
