import { clsx } from "clsx";
import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { useActivateProvider } from "../../../api/single-sign-on.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, getButtonClass } from "../../../ui/button.tsx";
import { showTeamFailure } from "../team/roles.tsx";

type Draft = NonNullable<SingleSignOn["draft"]>;

/** Tests a real sign-in in another tab. A draft can be activated only if its test passed. */
export function TestAndActivate({ draft, isOwner }: { draft: Draft; isOwner: boolean }) {
  const activating = useActivateProvider();
  const isPassed = draft.testedAt !== null && draft.testFault === null;
  const activate = () =>
    activating.mutate(draft.id, {
      onSuccess: () => showToast({ title: "Single sign-on is on" }),
      onError: showTeamFailure("Not activated"),
    });
  return (
    <div className="mt-8 flex max-w-xl flex-col gap-4 border-t border-rule pt-6">
      <p className="text-pretty text-soft">
        The test signs you in at the provider in a new tab and says what it tells of you. Nobody else sees it, and how
        people sign in does not change.
      </p>
      <TestState draft={draft} />
      {!isOwner && (
        <p className="text-13 text-pretty text-soft">
          Owners sign in this way only once an owner has activated it: nobody becomes the owner by a provider that an
          admin chose.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <a
          href="/api/single-sign-on/test"
          target="_blank"
          rel="noopener"
          className={clsx(getButtonClass({ look: isPassed ? "plain" : "primary" }))}
        >
          Test in a New Tab
        </a>
        <Button look={isPassed ? "primary" : "plain"} disabled={!isPassed || activating.isPending} onClick={activate}>
          {activating.isPending ? "Activating..." : "Activate"}
        </Button>
      </div>
    </div>
  );
}

function TestState({ draft: { testBegunAt, testedAt, testFault } }: { draft: Draft }) {
  if (testedAt)
    return (
      <output className="flex flex-wrap items-center gap-2.5">
        <Badge tone={testFault ? "wrong" : "done"}>{testFault ? "Test did not pass" : "Test passed"}</Badge>
        <span className="text-13 text-soft">
          <RelativeTime at={testedAt} />
        </span>
        {testFault && <span className="w-full text-pretty">{testFault}</span>}
      </output>
    );
  return (
    <output className="flex flex-wrap items-center gap-2.5">
      <Badge>{testBegunAt ? "Test has not come back" : "Not tested yet"}</Badge>
      {testBegunAt && (
        <span className="w-full text-pretty">
          Does the other tab show an error of your provider? Then it most likely does not know the redirect address
          above, or not this client ID.
        </span>
      )}
    </output>
  );
}
