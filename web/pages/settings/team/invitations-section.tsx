import { useState } from "react";
import type { Invitation } from "../../../../shared/contract/invitations.ts";
import { MEMBERSHIP_NAMES } from "../../../../shared/domain/access.ts";
import {
  useApproveRequest,
  useInvitations,
  useResendInvitation,
  useRevokeInvitation,
} from "../../../api/invitations.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { showTeamFailure } from "./roles.tsx";

/** Lists open invitations. Accepted and revoked ones are collapsed. */
export function InvitationsSection() {
  const invitations = useInvitations();
  return (
    <Section title="Invitations">
      <QueryView query={invitations} loading={<div className="late skeleton mt-4 h-16" />}>
        {(all) => {
          const waiting = all.filter(({ state }) => state === "pending" || state === "expired");
          const ended = all.filter((one) => !waiting.includes(one));
          return (
            <>
              {waiting.length === 0 ? (
                <p className="pt-4 text-soft">No open invitations.</p>
              ) : (
                <ul aria-label="Pending invitations" className="divide-y divide-rule">
                  {waiting.map((one) => (
                    <WaitingRow key={one.id} invitation={one} />
                  ))}
                </ul>
              )}
              {ended.length > 0 && (
                <details className="pt-4">
                  <summary className="w-fit cursor-pointer text-13 text-soft">
                    Accepted and revoked ({ended.length})
                  </summary>
                  <ul aria-label="Earlier invitations" className="divide-y divide-rule">
                    {ended.map(({ id, email, state, membership }) => (
                      <li key={id} className="flex flex-wrap items-center gap-2.5 py-3 text-13">
                        <span className="break-words">{email}</span>
                        <span className="text-soft">{MEMBERSHIP_NAMES[membership]}</span>
                        <Badge tone={state === "accepted" ? "done" : "neutral"}>
                          {state === "accepted" ? "Accepted" : "Revoked"}
                        </Badge>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

function WaitingRow({ invitation }: { invitation: Invitation }) {
  const { id, email, membership, state, invitedBy, approvalCode, sentAt } = invitation;
  const resending = useResendInvitation();
  const revoking = useRevokeInvitation();
  const [link, setLink] = useState<string | null>(null);
  const resend = () =>
    resending.mutate(id, {
      onSuccess: (sent) => {
        setLink(sent.link);
        if (!sent.link) showToast({ title: "Sent again", text: `${email} has a new link, for seven days.` });
      },
      onError: showTeamFailure("Not sent"),
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2.5 font-medium">
          <span className="break-words">{email}</span>
          <Badge tone={state === "expired" ? "wrong" : "neutral"}>
            {state === "expired" ? "Expired" : approvalCode ? "Asks to Join" : "Pending"}
          </Badge>
        </p>
        <p className="text-13 text-soft">
          {MEMBERSHIP_NAMES[membership]} · {invitedBy && !approvalCode ? `invited by ${invitedBy}` : "asked to join"}{" "}
          <RelativeTime at={sentAt} />
        </p>
        {approvalCode && (
          <p className="text-13 text-soft">
            Nobody has checked this address. Ask the person for their code: <strong>{approvalCode}</strong>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {link && <CopyButton text={link} label="Copy Link" />}
        {approvalCode && state === "pending" ? (
          <ApproveButton id={id} email={email} />
        ) : (
          <Button size="small" disabled={resending.isPending} onClick={resend} aria-label={`Send again to ${email}`}>
            {resending.isPending ? "Sending..." : "Send Again"}
          </Button>
        )}
        <ConfirmButton
          title={`Revoke the invitation of ${email}?`}
          text="The link in the email stops working. You can invite the address again."
          confirm="Revoke Invitation"
          onConfirm={() => revoking.mutate(id, { onError: showTeamFailure("Not revoked") })}
        >
          <Button
            size="small"
            look="quiet"
            disabled={revoking.isPending}
            aria-label={`Revoke the invitation of ${email}`}
          >
            Revoke
          </Button>
        </ConfirmButton>
      </div>
    </li>
  );
}

function ApproveButton({ id, email }: Pick<Invitation, "id" | "email">) {
  const approving = useApproveRequest();
  return (
    <Button
      size="small"
      disabled={approving.isPending}
      onClick={() => approving.mutate(id, { onError: showTeamFailure("Not approved") })}
      aria-label={`Approve ${email}`}
    >
      {approving.isPending ? "Approving..." : "Approve"}
    </Button>
  );
}
