import type { Member } from "../../../../shared/contract/people.ts";
import {
  can,
  MEMBERSHIP_MEANS,
  MEMBERSHIP_NAMES,
  MEMBERSHIPS,
  type Membership,
} from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { ApiError } from "../../../api/client.ts";
import { useChangeMembership, usePeople, useRemovePerson } from "../../../api/people.ts";
import { Moment } from "../../../components/moment.tsx";
import { Page } from "../../../components/page.tsx";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { MailDomains } from "./mail-domains.tsx";

const failed = (title: string) => (error: unknown) =>
  showToast({
    title,
    text: error instanceof ApiError ? error.explanation : "Please try again.",
    tone: "destructive",
  });

export default function TeamPage() {
  const people = usePeople();
  const { data: user } = useUser();
  return (
    <Page title="Team" description="Who is in this workspace, and what each may do">
      <div className="flex max-w-3xl flex-col gap-14">
        <QueryView query={people} loading={<div className="late skeleton h-64" />}>
          {(members) => (
            <Section title={formatItems(members.length, "person", "people")}>
              <ul className="divide-y divide-rule">
                {members.map((member) => (
                  <MemberRow key={member.id} member={member} viewer={user?.membership ?? "viewer"} />
                ))}
              </ul>
            </Section>
          )}
        </QueryView>
        {user && can(user, "read", "provisioning") && <MailDomains />}
      </div>
    </Page>
  );
}

function MemberRow({ member, viewer }: { member: Member; viewer: Membership }) {
  const { id, name, email, membership, lastSeenAt, isProvisioned, isYou } = member;
  const changing = useChangeMembership();
  const removing = useRemovePerson();
  const by = { membership: viewer };
  const mayChange = can(by, "change", { kind: "person", membership });
  const shown = name || email;
  const choose = (wanted: Membership) =>
    changing.mutate({ id, membership: wanted }, { onError: failed("Role not changed") });
  const remove = () =>
    removing.mutate(id, {
      onSuccess: () => showToast({ title: "Person removed", text: `${shown} is signed out.` }),
      onError: failed("Not removed"),
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2.5 font-medium">
          {shown} {isYou && <Badge>You</Badge>} {isProvisioned && <Badge>Directory</Badge>}
        </p>
        <p className="text-13 break-words text-soft">
          {email} ·{" "}
          {lastSeenAt ? (
            <>
              last seen <Moment at={lastSeenAt} />
            </>
          ) : (
            "not signed in"
          )}
        </p>
      </div>
      {mayChange ? (
        <div className="flex items-center gap-2">
          <select
            aria-label={`Role of ${shown}`}
            className="field-box w-auto!"
            value={membership}
            disabled={changing.isPending}
            title={MEMBERSHIP_MEANS[membership]}
            onChange={(event) => choose(event.target.value as Membership)}
          >
            {MEMBERSHIPS.filter((one) => can(by, "change", { kind: "person", membership: one })).map((one) => (
              <option key={one} value={one}>
                {MEMBERSHIP_NAMES[one]}
              </option>
            ))}
          </select>
          {!isYou && !isProvisioned && (
            <ConfirmDialog
              title={`Remove ${shown}?`}
              text="The person is signed out at once and cannot come back. What they wrote stays."
              confirm={`Remove ${shown}`}
              onConfirm={remove}
            >
              <Button size="small" disabled={removing.isPending} aria-label={`Remove ${shown}`}>
                Remove
              </Button>
            </ConfirmDialog>
          )}
        </div>
      ) : (
        <p className="text-soft" title={MEMBERSHIP_MEANS[membership]}>
          {MEMBERSHIP_NAMES[membership]}
        </p>
      )}
    </li>
  );
}
