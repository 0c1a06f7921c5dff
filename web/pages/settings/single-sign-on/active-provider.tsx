import { useState } from "react";
import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { useSetSignOnRequired, useTurnSignOnOff } from "../../../api/single-sign-on.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { showTeamFailure } from "../team/roles.tsx";

type ActiveSignOnProvider = NonNullable<SingleSignOn["active"]>;

export function ActiveProvider({ active, settings }: { active: ActiveSignOnProvider; settings: SingleSignOn }) {
  const turningOff = useTurnSignOnOff();
  const [isAsking, setAsking] = useState(false);
  const turnOff = () => {
    setAsking(false);
    turningOff.mutate(undefined, {
      onSuccess: () => showToast({ title: "Single sign-on is off" }),
      onError: showTeamFailure("Not turned off"),
    });
  };
  return (
    <Section
      title="In Force"
      action={
        <Button disabled={turningOff.isPending} onClick={() => setAsking(true)}>
          Turn Off
        </Button>
      }
    >
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Turn single sign-on off?"
        text="The configuration and its secret are removed. People who have no password choose one with ‘Forgotten your password?’"
        confirm="Turn single sign-on off"
        onConfirm={turnOff}
      />
      <p className="flex flex-wrap items-center gap-2.5 pt-4">
        <Badge tone="done">On</Badge>
        <span className="min-w-0 font-mono text-13 break-all">{active.issuer}</span>
        <span className="text-13 text-soft">
          activated <RelativeTime at={active.activatedAt} />
        </span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-4 text-13">
        <span className="min-w-0 break-all">
          People may begin at <span className="font-mono">{settings.startUri}</span>
        </span>
        <CopyButton text={settings.startUri} label="Copy Address" />
      </div>
      <Requirement active={active} domains={settings.domains} />
    </Section>
  );
}

function Requirement({ active, domains }: { active: ActiveSignOnProvider; domains: SingleSignOn["domains"] }) {
  const requiring = useSetSignOnRequired();
  const signed = domains.filter(({ isProven, signsOn }) => isProven && signsOn).map(({ domain }) => domain);
  return (
    <div className="flex flex-col gap-2 pt-5">
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={active.isRequired}
          disabled={requiring.isPending}
          onChange={({ target }) => requiring.mutate(target.checked, { onError: showTeamFailure("Not changed") })}
        />
        <span>
          Require single sign-on{signed.length > 0 && ` of everybody at ${signed.join(", ")}`}
          <span className="block text-13 text-pretty text-soft">
            Their passwords no longer open this workspace, and sessions that began with one end at once. Owners always
            get in with their password or its recovery, so that nobody is locked out when the provider fails.
          </span>
        </span>
      </label>
      {!active.speaksForOwners && (
        <p className="text-13 text-pretty text-soft">
          An admin activated this: owners sign in with their password until an owner activates it.
        </p>
      )}
    </div>
  );
}
