import { isEmail, mailboxOf, normaliseEmail } from "../../../shared/domain/people.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { networkOf } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { INVITATION_IS_DEAD } from "./accept.ts";
import { type NewInvitation, putInvitation, relationOf } from "./invitation-queries.ts";
import { linkOf, mayMail, sendsMail } from "./invite.ts";
import { findLink, findMakerOfLink, joinableByDomain, readNewcomers } from "./join-link-queries.ts";
import { alreadyInMail, invitationMail } from "./mails.ts";

const PER_NETWORK = { limit: 30, windowSeconds: 60 * 60 };
const PER_NETWORK_AND_MAILBOX = { limit: 5, windowSeconds: 60 * 60 };

interface Asked {
  email: string;
  ip: string;
}

/**
 * Whoever has a link to join asks for an invitation to their own address, which the mail then proves. Answers its link where this
 * installation sends no mail, else null. The caller learns nothing of the address.
 */
export async function askByLink(deps: Deps, token: string, { email: given, ip }: Asked): Promise<string | null> {
  const email = await countAsking(deps, given, ip);
  const link = await findLink(deps.db, token);
  if (!link) throw conflict(INVITATION_IS_DEAD);
  const { workspaceId, workspace, membership } = link;
  const invitedBy = await findMakerOfLink(deps.db, workspaceId, link.id);
  return sendAsked(deps, workspace, { workspaceId, email, membership, invitedBy, linkId: link.id });
}

/** Whoever has an address at a proven mail domain asks for the workspaces that let them in by it. */
export async function askByDomain(deps: Deps, { email: given, ip }: Asked): Promise<void> {
  const email = await countAsking(deps, given, ip);
  if (!sendsMail(deps)) return;
  for (const { id: workspaceId, name } of await joinableByDomain(deps.db, email)) {
    const { membership } = await deps.db.transaction((tx) => readNewcomers({ tx, workspaceId }));
    await sendAsked(deps, name, { workspaceId, email, membership, invitedBy: null });
  }
}

async function countAsking(deps: Deps, given: string, ip: string): Promise<string> {
  const email = normaliseEmail(given);
  if (!isEmail(email)) throw new Error("The caller checks the address.");
  const network = networkOf(ip);
  await enforceRateLimit(deps.db, `join ${network}`, PER_NETWORK);
  const mailbox = deps.secrets.hmac(mailboxOf(email), "rate limit");
  await enforceRateLimit(deps.db, `join ${network} ${mailbox}`, PER_NETWORK_AND_MAILBOX);
  return email;
}

async function sendAsked(deps: Deps, workspace: string, values: NewInvitation): Promise<string | null> {
  const { workspaceId, email, membership } = values;
  if (!(await mayMail(deps, workspaceId, email))) return null;
  return deps.db.transaction(async (tx) => {
    const scope = { tx, workspaceId };
    const relation = await relationOf(scope, email);
    if (relation === "member" || relation === "directory") {
      await enqueueMail(deps, scope, alreadyInMail(email, workspace, `${deps.env.PUBLIC_URL}/api/login`));
      return null;
    }
    // Whoever was removed comes back by somebody's own invitation alone.
    if (relation === "removed") return null;
    const { token } = await putInvitation(tx, values);
    const link = linkOf(deps, token);
    const mail = invitationMail({ to: email, workspace, membership, invitedBy: null, words: "", link });
    await enqueueMail(deps, scope, mail);
    await deps.events.notify(scope, { type: "people" });
    return sendsMail(deps) ? null : link;
  });
}
