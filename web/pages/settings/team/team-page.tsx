import { Download } from "lucide-react";
import { useState } from "react";
import { can } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useInvitationLinks, useInvitations, useNewcomerSettings } from "../../../api/invitations.ts";
import { useMailDomains, usePeople } from "../../../api/people.ts";
import { useWorkspaces } from "../../../api/workspaces.ts";
import { Page } from "../../../components/page.tsx";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { Button, getButtonClass } from "../../../ui/button.tsx";
import { QueryView, useAllLoaded } from "../../../ui/query-view.tsx";
import { InvitationsSection } from "./invitations-section.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { JoinLinks } from "./join-links.tsx";
import { LeaveWorkspace } from "./leave-workspace.tsx";
import { MailDomains } from "./mail-domains.tsx";
import { MemberRow } from "./member-row.tsx";

export default function TeamPage() {
  const people = usePeople();
  const { data: user } = useUser();
  const [isInviting, setInviting] = useState(false);
  const mayInvite = user !== undefined && can(user, "change", "invitations");
  const maySetDomains = user !== undefined && can(user, "read", "provisioning");
  const isThere = useAllLoaded([
    people,
    useWorkspaces(),
    useInvitations({ enabled: mayInvite }),
    useInvitationLinks({ enabled: mayInvite }),
    useMailDomains({ enabled: maySetDomains }),
    useNewcomerSettings({ enabled: maySetDomains }),
  ]);
  return (
    <Page title="Team" description="Who is in this workspace, and what each may do">
      {user && mayInvite && (
        <InviteDialog open={isInviting} onClose={() => setInviting(false)} viewer={user.membership} />
      )}
      {!isThere && <div className="late skeleton h-160 max-w-3xl" />}
      <div className="flex max-w-3xl flex-col gap-14" hidden={!isThere}>
        <QueryView query={people} loading={<div className="late skeleton h-64" />}>
          {(members) => (
            <Section
              title={formatItems(members.length, "person", "people")}
              action={mayInvite && <TeamActions onInvite={() => setInviting(true)} />}
            >
              <ul className="divide-y divide-rule">
                {members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    viewer={user?.membership ?? "viewer"}
                    others={members.filter(({ id }) => id !== member.id)}
                    you={members.find(({ isYou }) => isYou)?.id ?? ""}
                  />
                ))}
              </ul>
            </Section>
          )}
        </QueryView>
        {mayInvite && <InvitationsSection />}
        {user && mayInvite && <JoinLinks viewer={user.membership} />}
        {user && maySetDomains && <MailDomains viewer={user.membership} />}
        <LeaveWorkspace />
      </div>
    </Page>
  );
}

function TeamActions({ onInvite }: { onInvite: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <a href="/api/people/export" download className={getButtonClass()}>
        <Download className="size-4" aria-hidden="true" />
        Export CSV
      </a>
      <Button look="primary" onClick={onInvite}>
        Invite People
      </Button>
    </div>
  );
}
