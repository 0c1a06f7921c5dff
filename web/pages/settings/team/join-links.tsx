import type { InvitationLink } from "../../../../shared/contract/invitations.ts";
import { MEMBERSHIP_NAMES, type Membership } from "../../../../shared/domain/access.ts";
import { LINK_DAYS } from "../../../../shared/domain/people.ts";
import type { Input } from "../../../api/client.ts";
import { useCreateInvitationLink, useInvitationLinks, useRevokeInvitationLink } from "../../../api/invitations.ts";
import { NewSecretBox } from "../../../components/new-secret.tsx";
import { Section } from "../../../components/section.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { formatDay, formatItems } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { listAssignableRoles, RoleSelect, showTeamFailure } from "./roles.tsx";

type NotOwner = Exclude<Membership, "owner">;

/** Lists links for joining, which can be shared in a chat or on a page that the whole team reads. */
export function JoinLinks({ viewer }: { viewer: Membership }) {
  const links = useInvitationLinks();
  return (
    <Section title="Links to Join">
      <p className="max-w-[65ch] pt-4 text-soft">
        Anyone with the link can enter an email address and gets an invitation there. Where no email is sent, they wait
        until you approve them. Share the link only with people you trust.
      </p>
      <QueryView query={links} loading={<div className="late skeleton mt-4 h-16" />}>
        {(all) => (
          <ul aria-label="Links to join" className="divide-y divide-rule">
            {all.map((one) => (
              <LinkRow key={one.id} link={one} />
            ))}
          </ul>
        )}
      </QueryView>
      <NewLink viewer={viewer} />
    </Section>
  );
}

const FIRST: Input<"POST /api/invitation-links">["body"] = { membership: "viewer", days: 7 };

function NewLink({ viewer }: { viewer: Membership }) {
  const making = useCreateInvitationLink();
  const form = useContractForm(making, { values: FIRST, onNotSaved: showTeamFailure("Link not made") });
  const link = making.data?.link;
  if (link) return <NewSecretBox what="Link" value={link} onDone={making.reset} className="mt-4" />;
  return (
    <form onSubmit={form.submit} className="flex flex-wrap items-end gap-3 pt-4">
      <Field label="Role">
        {({ id }) => (
          <RoleSelect
            id={id}
            roles={listAssignableRoles(viewer).filter((one): one is NotOwner => one !== "owner")}
            value={form.values.membership}
            onChange={(membership) => form.change("membership", membership)}
          />
        )}
      </Field>
      <Field label="Works for">
        {({ id }) => (
          <select id={id} className="field-box w-auto!" {...form.register("days", { valueAsNumber: true })}>
            {LINK_DAYS.map((one) => (
              <option key={one} value={one}>
                {formatItems(one, "day")}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" disabled={form.isSaving}>
        {form.isSaving ? "Making..." : "New Link"}
      </Button>
    </form>
  );
}

function LinkRow({ link: { id, last4, membership, joined, expiresAt } }: { link: InvitationLink }) {
  const revoking = useRevokeInvitationLink();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <p className="font-medium">
          {MEMBERSHIP_NAMES[membership]} · ends in {last4}
        </p>
        <p className="text-13 text-soft">
          works until {formatDay(expiresAt)} ·{" "}
          {joined === 0 ? "nobody has joined yet" : `${formatItems(joined, "person", "people")} joined`}
        </p>
      </div>
      <ConfirmButton
        title="Revoke this link?"
        text="The link stops working, and open requests made with it end. People who have joined stay."
        confirm={`Revoke the link ending in ${last4}`}
        onConfirm={() => revoking.mutate(id, { onError: showTeamFailure("Not revoked") })}
      >
        <Button
          size="small"
          look="quiet"
          disabled={revoking.isPending}
          aria-label={`Revoke the link ending in ${last4}`}
        >
          Revoke
        </Button>
      </ConfirmButton>
    </li>
  );
}
