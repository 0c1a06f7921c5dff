import type { Session } from "../../../shared/contract/personal-data.ts";
import { useEndAllSessions, useEndSession, useSessions } from "../../api/personal-data.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Section } from "../../components/section.tsx";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";

export function SessionsSection() {
  const sessions = useSessions();
  return (
    <Section title="Where You Are Signed In" action={<SignOutEverywhere />}>
      <QueryView query={sessions} loading={<div className="late skeleton mt-4 h-24" />}>
        {(list) => (
          <ul className="divide-y divide-rule">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function SessionRow({ session: { id, device, network, createdAt, lastSeenAt, isThisOne } }: { session: Session }) {
  const ending = useEndSession();
  const end = () =>
    handleResult(
      ending.mutateAsync(id),
      () => showToast({ title: "Session ended", text: `${device} is signed out.` }),
      () => showToast({ title: "Session not ended", text: "Please try again.", tone: "destructive" }),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2.5 font-medium">
          {device} {isThisOne && <Badge tone="done">This session</Badge>}
        </p>
        <p className="text-13 text-soft">
          {network && <>{network} · </>}
          {isThisOne ? "in use now" : <>last seen {<RelativeTime at={lastSeenAt} />}</>} · since{" "}
          <RelativeTime at={createdAt} as="minute" />
        </p>
      </div>
      {!isThisOne && (
        <ConfirmButton
          title="End this session?"
          text={`${device} is signed out at once. Signing in there again needs the password.`}
          confirm={`Sign out ${device}`}
          onConfirm={end}
        >
          <Button size="small" disabled={ending.isPending} aria-label={`End the session ${device}`}>
            {ending.isPending ? "Ending..." : "End Session"}
          </Button>
        </ConfirmButton>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const ending = useEndAllSessions();
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => location.assign("/api/login"),
      onError: () => showToast({ title: "Sessions not ended", text: "Please try again.", tone: "destructive" }),
    });
  return (
    <ConfirmButton
      title="Sign out everywhere?"
      text="All sessions of your account end at once, including this one. Then sign in again."
      confirm="End every session"
      onConfirm={end}
    >
      <Button look="quiet" size="small" disabled={ending.isPending}>
        Sign Out Everywhere
      </Button>
    </ConfirmButton>
  );
}
