import { MEMBERSHIP_NAMES } from "../../../shared/domain/access.ts";
import { isEmail, normaliseEmail, normaliseMailbox } from "../../../shared/domain/people.ts";
import { recordActivity } from "../../activity/index.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { canSendMail, enqueueMail } from "../../mail/queued-mail.ts";
import { createToken } from "../accounts/tokens.ts";
import { INVALID_INVITATION_MESSAGE } from "./accept.ts";
import { countPending, findAddressRelation, type NewInvitation, storeInvitation } from "./invitation-queries.ts";
import { buildJoinLink, countInvitationMail, MAX_PENDING_INVITATIONS } from "./invite.ts";
import { findLink, findLinkCreator, listWorkspacesOfDomain, readNewcomerSettings } from "./join-link-queries.ts";
import { addIndefiniteArticle, buildAlreadyInvitedMail, buildAlreadyMemberMail, buildInvitationMail } from "./mails.ts";

const PER_NETWORK = { limit: 30, windowSeconds: 60 * 60 };
const PER_NETWORK_AND_MAILBOX = { limit: 5, windowSeconds: 60 * 60 };

interface LinkRequest {
  email: string;
  ip: string;
}

/**
 * Requests an invitation by a link for the person's own address, which the mail then proves. Without mail, the request waits
 * for an admin and its token is returned; otherwise returns null. The caller learns nothing about the address.
 */
export async function requestInvitationByLink(
  deps: Deps,
  token: string,
  { email: given, ip }: LinkRequest,
): Promise<string | null> {
  const email = await countAsking(deps, given, ip);
  const link = await findLink(deps.db, token);
  if (!link) throw conflict(INVALID_INVITATION_MESSAGE);
  const { workspaceId, workspace, membership } = link;
  const invitedBy = await findLinkCreator(deps.db, workspaceId, link.id);
  const values = { workspaceId, email, membership, invitedBy, linkId: link.id };
  if (!canSendMail(deps)) return askForApproval(deps, values);
  await sendAsked(deps, workspace, values);
  return null;
}

/** Requests invitations to all workspaces that let people with this proven mail domain join. */
export async function requestInvitationsByDomain(deps: Deps, { email: given, ip }: LinkRequest): Promise<void> {
  const email = await countAsking(deps, given, ip);
  if (!canSendMail(deps)) return;
  for (const { id: workspaceId, name } of await listWorkspacesOfDomain(deps.db, email)) {
    const { membership } = await deps.db.transaction((tx) => readNewcomerSettings({ tx, workspaceId }));
    await sendAsked(deps, name, { workspaceId, email, membership, invitedBy: null });
  }
}

async function countAsking(deps: Deps, given: string, ip: string): Promise<string> {
  const email = normaliseEmail(given);
  if (!isEmail(email)) throw new Error("The caller checks the address.");
  const network = getNetwork(ip);
  await enforceRateLimit(deps.db, `join ${network}`, PER_NETWORK);
  const mailbox = deps.secrets.hmac(normaliseMailbox(email), "rate limit");
  await enforceRateLimit(deps.db, `join ${network} ${mailbox}`, PER_NETWORK_AND_MAILBOX);
  return email;
}

type AskedFor = Omit<NewInvitation, "isMailed">;

async function sendAsked(deps: Deps, workspace: string, values: AskedFor): Promise<void> {
  const { workspaceId, email, membership } = values;
  if (!(await countInvitationMail(deps, workspaceId, email))) return;
  await deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    const relation = await findAddressRelation(scope, email);
    if (relation === "member" || relation === "directory")
      return enqueueMail(deps, scope, buildAlreadyMemberMail(email, workspace, `${deps.env.PUBLIC_URL}/api/login`));
    // Removed people return only if a person invites them.
    if (relation === "removed") return;
    const put = await storeInvitation(tx, { ...values, isMailed: true });
    // A pending invitation does not change, because its mail has been sent.
    if (!put) return enqueueMail(deps, scope, buildAlreadyInvitedMail(email, workspace));
    const link = buildJoinLink(deps, put.token);
    const mail = buildInvitationMail({ to: email, workspace, membership, invitedBy: null, words: "", link });
    await enqueueMail(deps, scope, mail);
    await deps.events.notify(scope, { type: "people" });
  });
}

/**
 * Always returns a token, so that the answer does not reveal who is in the workspace. The token has no effect before the
 * approval.
 */
async function askForApproval(deps: Deps, values: AskedFor): Promise<string> {
  const { workspaceId, email, membership } = values;
  const decoy = createToken();
  if (!(await countInvitationMail(deps, workspaceId, email))) return decoy;
  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    if (
      (await findAddressRelation(scope, email)) !== "stranger" ||
      (await countPending(scope)) >= MAX_PENDING_INVITATIONS
    )
      return decoy;
    const put = await storeInvitation(tx, { ...values, isMailed: false, awaitsApproval: true });
    if (!put) return decoy;
    const role = addIndefiniteArticle(MEMBERSHIP_NAMES[membership].toLowerCase());
    const message = `Somebody asks to join as ${role} by a link and waits for an owner or admin.`;
    await recordActivity(scope, deps.events, { type: "change", message });
    await deps.events.notify(scope, { type: "people" });
    return put.token;
  });
}
