import { useState } from "react";
import type { Member } from "../../../../shared/contract/people.ts";
import { can, MEMBERSHIP_EXPLANATIONS, MEMBERSHIP_NAMES, type Membership } from "../../../../shared/domain/access.ts";
import { useChangeMembership, useRemovePerson } from "../../../api/people.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { formatItems } from "../../../lib/format.ts";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { listAssignableRoles, RoleSelect, showTeamFailure } from "./roles.tsx";

interface MemberRowProps {
  member: Member;
  viewer: Membership;
  /** All other members. One of them may get the articles of the removed member. */
  others: readonly Member[];
  /** The id of the signed-in person. */
  you: string;
}

export function MemberRow(props: MemberRowProps) {
  const { member, viewer } = props;
  const { membership } = member;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <Who member={member} />
      {can({ membership: viewer }, "change", { kind: "person", membership }) ? (
        <MemberActions {...props} />
      ) : (
        <p className="text-soft" title={MEMBERSHIP_EXPLANATIONS[membership]}>
          {MEMBERSHIP_NAMES[membership]}
        </p>
      )}
    </li>
  );
}

const shownAs = ({ name, email }: Member) => name || email;

function Who({ member }: { member: Member }) {
  const { email, isYou, isProvisioned, lastSeenAt } = member;
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2.5 font-medium">
        {shownAs(member)} {isYou && <Badge>You</Badge>} {isProvisioned && <Badge>Directory</Badge>}
      </p>
      <p className="text-13 break-words text-soft">
        {email} ·{" "}
        {isYou ? (
          "signed in now"
        ) : lastSeenAt ? (
          <>
            last seen <RelativeTime at={lastSeenAt} />
          </>
        ) : (
          "not signed in"
        )}
      </p>
    </div>
  );
}

function MemberActions({ member, viewer, others, you }: MemberRowProps) {
  const { id, membership, isProvisioned, isYou } = member;
  const changing = useChangeMembership();
  const choose = (wanted: Membership) =>
    handleResult(
      changing.mutateAsync({ id, membership: wanted }),
      () =>
        showToast({
          title: "Role changed",
          text: `${shownAs(member)}: ${MEMBERSHIP_NAMES[wanted]}. ${MEMBERSHIP_EXPLANATIONS[wanted]}.`,
        }),
      showTeamFailure("Role not changed"),
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RoleSelect
        label={`Role of ${shownAs(member)}`}
        roles={listAssignableRoles(viewer)}
        value={membership}
        disabled={changing.isPending}
        onChange={choose}
      />
      {viewer === "owner" && !isYou && membership !== "owner" && <HandOver member={member} you={you} />}
      {!isYou && !isProvisioned && <RemoveMember member={member} others={others} />}
    </div>
  );
}

function HandOver({ member, you }: Pick<MemberRowProps, "member" | "you">) {
  const { id } = member;
  const shown = shownAs(member);
  const changing = useChangeMembership();
  const handOver = async () => {
    try {
      await changing.mutateAsync({ id, membership: "owner" });
      await changing.mutateAsync({ id: you, membership: "admin" });
      showToast({ title: "Workspace handed over", text: `${shown} is the owner now, and you are an admin.` });
    } catch (error) {
      showTeamFailure("Not handed over")(error);
    }
  };
  return (
    <ConfirmButton
      title={`Hand the workspace over to ${shown}?`}
      text={`${shown} becomes the owner, and you become an admin: you can no longer make or change owners.`}
      confirm="Hand Over"
      look="primary"
      onConfirm={() => void handOver()}
    >
      <Button size="small" disabled={changing.isPending} aria-label={`Hand the workspace over to ${shown}`}>
        Hand Over
      </Button>
    </ConfirmButton>
  );
}

function RemoveMember({ member, others }: Pick<MemberRowProps, "member" | "others">) {
  const { id, articles } = member;
  const shown = shownAs(member);
  const [heir, setHeir] = useState("");
  const removing = useRemovePerson();
  const remove = () =>
    handleResult(
      removing.mutateAsync({ id, articlesTo: heir || undefined }),
      () => showToast({ title: "Person removed", text: `${shown} is signed out.` }),
      showTeamFailure("Not removed"),
    );
  return (
    <ConfirmButton
      title={`Remove ${shown}?`}
      text={
        <>
          They are signed out at once and can come back by a new invitation only. What they wrote stays.
          {articles > 0 && <NewOwnerChoice articles={articles} others={others} value={heir} onChange={setHeir} />}
        </>
      }
      confirm={`Remove ${shown}`}
      onConfirm={remove}
    >
      <Button size="small" disabled={removing.isPending} aria-label={`Remove ${shown}`}>
        Remove
      </Button>
    </ConfirmButton>
  );
}

interface NewOwnerChoiceProps {
  articles: number;
  others: readonly Member[];
  /** The id of the chosen member; '' if each article goes to its default owner. */
  value: string;
  onChange: (id: string) => void;
}

/** Lets the person choose who gets the articles of a member who leaves. */
function NewOwnerChoice({ articles, others, value, onChange }: NewOwnerChoiceProps) {
  return (
    <label className="mt-4 block">
      <span className="font-medium text-ink">{`Who takes over ${formatItems(articles, "article")}?`}</span>
      <select className="field-box mt-1.5" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">The person who added the channel</option>
        {others.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name || email}
          </option>
        ))}
      </select>
      <span className="mt-1 block text-13">Articles that this person may not read go to the next choice.</span>
    </label>
  );
}
