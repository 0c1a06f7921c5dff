import { useState } from "react";
import type { Integration } from "../../../shared/contract/integrations.ts";
import type { Wiki } from "../../../shared/contract/wiki.ts";
import { useDisableWikiEvents, useEnableWikiEvents, useWikiEvents } from "../../api/wiki-settings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { NewSecretBox } from "../../components/new-secret.tsx";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SaveError } from "../../ui/save-problem.tsx";

interface WikiEventsProps {
  integration: Integration;
  events: NonNullable<Wiki["events"]>;
  steps: readonly string[];
}

/** The URL to which the platform reports changed pages, with the steps to enter it there. */
export function WikiEvents({ integration: { id, type }, events, steps }: WikiEventsProps) {
  const { isOn, secretOf, lastAt } = events;
  const make = useEnableWikiEvents();
  const end = useDisableWikiEvents();
  const [isSecretShown, setSecretShown] = useState(true);
  const secret = isSecretShown ? make.data?.secret : null;
  const renew = () => {
    setSecretShown(true);
    make.mutate(id);
  };
  return (
    <section aria-label="Changes at once" className="flex flex-col items-start gap-3 border-b border-rule pb-5 text-13">
      <h3 className="font-medium">Tell Lorekeep at once about changes</h3>
      <p className="text-pretty text-soft">
        The platform can tell Lorekeep when a page changes: it is then read within about a minute. The look every 15
        minutes stays. The platform must be able to reach this server.
      </p>
      {isOn && <LastEvent at={lastAt} />}
      {lastAt && secretOf === "theirs" && (
        <p className="text-pretty text-soft">
          The address belongs to the subscription that sent it. A new subscription at {getPlatformName(type)} needs a
          new address.
        </p>
      )}
      {isOn && !lastAt && (
        <>
          <Address id={id} isTokenAwaited={secretOf === "theirs"} />
          {secret && (
            <NewSecretBox what="Secret" value={secret} onDone={() => setSecretShown(false)} className="w-full" />
          )}
          <ol className="list-decimal space-y-1.5 pl-5 text-pretty text-soft">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <SaveError error={make.error ?? end.error} />
      {isOn ? (
        <Change
          platform={getPlatformName(type)}
          isEnding={end.isPending}
          onRenew={renew}
          onEnd={() => end.mutate(id)}
        />
      ) : (
        <Button size="small" disabled={make.isPending} onClick={renew}>
          Make an address
        </Button>
      )}
    </section>
  );
}

const LastEvent = ({ at }: { at: string | null }) => (
  <output>
    {at ? (
      <>
        Last event <RelativeTime at={at} />
      </>
    ) : (
      "No event has come yet."
    )}
  </output>
);

interface ChangeProps {
  platform: string;
  isEnding: boolean;
  onRenew: () => void;
  onEnd: () => void;
}

const Change = ({ platform, isEnding, onRenew, onEnd }: ChangeProps) => (
  <div className="flex flex-wrap gap-2">
    <ConfirmButton
      title="Make a new address?"
      text={`What is entered at ${platform} ends at once. Enter the new address there.`}
      confirm="Make New Address"
      onConfirm={onRenew}
    >
      <Button size="small">New address</Button>
    </ConfirmButton>
    <Button size="small" look="quiet" disabled={isEnding} onClick={onEnd}>
      Stop
    </Button>
  </div>
);

function Address({ id, isTokenAwaited }: { id: string; isTokenAwaited: boolean }) {
  const { data } = useWikiEvents(id, { isWaiting: isTokenAwaited });
  if (!data?.url) return <div className="late skeleton h-12 w-full" />;
  return (
    <div className="flex w-full flex-col gap-3">
      <Copied name="Address" value={data.url} />
      {isTokenAwaited &&
        (data.secret ? (
          <Copied name="Verification token" value={data.secret} />
        ) : (
          <output className="text-soft">Waiting for the verification token…</output>
        ))}
    </div>
  );
}

const Copied = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box bg-sunken p-3">
    <div className="min-w-0 flex-1 basis-56">
      <p className="text-soft">{name}</p>
      <p className="font-mono break-all">{value}</p>
    </div>
    <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />
  </div>
);
