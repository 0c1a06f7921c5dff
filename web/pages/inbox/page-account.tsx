import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import { useConnectOwnAccount, useOwnAccounts } from "../../api/own-accounts.ts";
import { getErrorMessage } from "../../lib/api-error.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";

/** The account that changes the finding's page. Null while it is loading, and where only the integration's account can. */
export function usePageAccount({ integrationId }: Pick<WikiFinding, "integrationId">) {
  const own = useOwnAccounts().data?.find(({ integrations }) => integrations.some(({ id }) => id === integrationId));
  const integration = own?.integrations.find(({ id }) => id === integrationId);
  if (!own || !integration) return null;
  const { isCovered, isRequired } = integration;
  const account = isCovered ? own.account : null;
  return {
    platform: own.platform,
    /** The name of the person's own account; null if the integration's account writes. */
    name: account?.name ?? null,
    ended: account?.ended ?? null,
    isRequired,
    mayWrite: account ? account.ended === null : !isRequired,
  };
}

interface PageAccountProps {
  account: ReturnType<typeof usePageAccount>;
  /** Says that the integration's account changes the page. Shown to people without an own account. */
  children: string;
}

/** Says whose account writes, and lets the person connect their own. */
export function PageAccount({ account, children }: PageAccountProps) {
  if (!account) return <p>{children}</p>;
  const name = getPlatformName(account.platform);
  if (account.name && !account.ended)
    return (
      <p>
        Your {name} account ({account.name}) writes it. {name} decides whether you may, and its history names you.
      </p>
    );
  return (
    <>
      {account.ended ? (
        <p className="text-wrong">Your {name} account is not connected any more.</p>
      ) : (
        <p>{account.isRequired ? "Pages are corrected here only with a person’s own account." : children}</p>
      )}
      <Connect platform={account.platform} name={name} isAgain={account.ended !== null} />
    </>
  );
}

interface ConnectProps {
  platform: Parameters<ReturnType<typeof useConnectOwnAccount>["mutate"]>[0];
  name: string;
  isAgain: boolean;
}

function Connect({ platform, name, isAgain }: ConnectProps) {
  const connecting = useConnectOwnAccount("inbox");
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="small" disabled={connecting.isPending} onClick={() => connecting.mutate(platform)}>
        Connect your {name} account{isAgain && " again"}
      </Button>
      <span>{name} then decides whether you may edit the page, and its history names you.</span>
      {connecting.isError && (
        <p role="alert" className="text-wrong">
          {getErrorMessage(connecting.error, "It could not be begun. Please try again.")}
        </p>
      )}
    </div>
  );
}
