import { useState } from "react";
import type { NewcomerSettings } from "../../../../shared/contract/invitations.ts";
import type { Membership } from "../../../../shared/domain/access.ts";
import { useNewcomerSettings, useSaveNewcomerSettings } from "../../../api/invitations.ts";
import { QueryView } from "../../../ui/query-view.tsx";
import { listAssignableRoles, RoleSelect, showTeamFailure } from "./roles.tsx";

type NotOwner = NewcomerSettings["membership"];

/** The rules for people who join by a mail domain, single sign-on or provisioning, and their membership. */
export function NewcomersForm({ viewer }: { viewer: Membership }) {
  const newcomers = useNewcomerSettings();
  return (
    <QueryView query={newcomers} loading={<div className="late skeleton mt-4 h-16" />}>
      {(saved) => <Form saved={saved} viewer={viewer} />}
    </QueryView>
  );
}

function Form({ saved, viewer }: { saved: NewcomerSettings; viewer: Membership }) {
  const saving = useSaveNewcomerSettings();
  const [shown, setShown] = useState(saved);
  const change = (values: Partial<NewcomerSettings>) => {
    const wanted = { ...shown, ...values };
    setShown(wanted);
    saving.mutate(wanted, {
      onError: (error) => {
        setShown(saved);
        showTeamFailure("Not saved")(error);
      },
    });
  };
  return (
    <div className="flex flex-col gap-4 pt-5">
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={shown.joinByDomain}
          disabled={saving.isPending}
          onChange={(event) => change({ joinByDomain: event.target.checked })}
        />
        <span>
          Everybody with an address at a verified domain may join
          <span className="block text-13 text-soft">Without an invitation, once the address is confirmed.</span>
        </span>
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <span id="newcomers-role">People who join without an invitation become</span>
        <RoleSelect
          label="Role of newcomers"
          roles={listAssignableRoles(viewer).filter((one): one is NotOwner => one !== "owner")}
          value={shown.membership}
          disabled={saving.isPending}
          onChange={(membership) => change({ membership })}
        />
      </div>
    </div>
  );
}
