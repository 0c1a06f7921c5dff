import type { OwnAccount } from "../../../shared/contract/own-accounts.ts";
import { useConnectOwnAccount, useDisconnectOwnAccount, useOwnAccounts } from "../../api/own-accounts.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { useCan } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { getErrorMessage } from "../../lib/api-error.ts";
import { handleResult } from "../../lib/handle-result.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";

/** The accounts with which the person corrects pages of wikis. Absent where no platform has them. */
export function OwnAccountsSection() {
  const accounts = useOwnAccounts().data ?? [];
  const mayCorrect = useCan()("change", "articles");
  const shown = accounts.filter(({ account }) => account !== null || mayCorrect);
  if (shown.length === 0) return null;
  return (
    <Section title="Your Accounts at Wikis">
      <p className="max-w-[60ch] pt-4 text-soft">
        With an account of your own, pages that you correct from the inbox are edited in your name: the wiki itself
        decides whether you may, and its history names you. Nobody else here can use it, and it reads nothing else.
      </p>
      <ul aria-label="Your accounts at wikis" className="divide-y divide-rule">
        {shown.map((one) => (
          <AccountRow key={one.platform} {...one} mayCorrect={mayCorrect} />
        ))}
      </ul>
    </Section>
  );
}

function AccountRow({ platform, account, integrations, mayCorrect }: OwnAccount & { mayCorrect: boolean }) {
  const connecting = useConnectOwnAccount("settings");
  const name = getPlatformName(platform);
  const isWhole = account !== null && account.ended === null && integrations.every(({ isCovered }) => isCovered);
  const connect = () =>
    connecting.mutate(platform, {
      onError: (error) =>
        showToast({ title: "Not connected", text: getErrorMessage(error, "Please try again."), tone: "destructive" }),
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="font-medium">Your {name} account</p>
        <State account={account} integrations={integrations} />
      </div>
      <div className="flex flex-wrap gap-2">
        {!isWhole && mayCorrect && (
          <Button
            size="small"
            disabled={connecting.isPending}
            aria-label={`Connect your ${name} account`}
            onClick={connect}
          >
            {account ? "Connect again" : "Connect"}
          </Button>
        )}
        {account && <Disconnect platform={platform} />}
      </div>
    </li>
  );
}

function State({ account, integrations }: Pick<OwnAccount, "account" | "integrations">) {
  const required = integrations.filter(({ isRequired }) => isRequired).map((one) => one.name);
  const missing = integrations.filter(({ isCovered }) => !isCovered).map((one) => one.name);
  return (
    <>
      {account ? (
        <p className="text-13 wrap-anywhere text-soft">
          {account.name}, connected <RelativeTime at={account.connectedAt} as="day" />
        </p>
      ) : (
        <p className="text-13 text-soft">
          Not connected.
          {required.length < integrations.length && " The account of the integration writes, and names you."}
        </p>
      )}
      {account?.ended && (
        <p role="alert" className="text-13 wrap-anywhere text-wrong">
          {account.ended}
        </p>
      )}
      {account && !account.ended && missing.length > 0 && (
        <p className="text-13 wrap-anywhere text-soft">
          Not for {LIST.format(missing)}: connect again, and choose that site.
        </p>
      )}
      {required.length > 0 && (
        <p className="text-13 wrap-anywhere text-soft">
          Pages of {LIST.format(required)} are corrected only with a person’s own account.
        </p>
      )}
    </>
  );
}

const LIST = new Intl.ListFormat("en");

function Disconnect({ platform }: Pick<OwnAccount, "platform">) {
  const disconnecting = useDisconnectOwnAccount();
  const name = getPlatformName(platform);
  const disconnect = () =>
    handleResult(
      disconnecting.mutateAsync(platform),
      () =>
        showToast({ title: "Account disconnected", text: `Nothing is written with your ${name} account any more.` }),
      (error) =>
        showToast({
          title: "Not disconnected",
          text: getErrorMessage(error, "Please try again."),
          tone: "destructive",
        }),
    );
  return (
    <ConfirmButton
      title={`Disconnect your ${name} account?`}
      text="Its tokens are deleted here. A correction that waits for it is not made. Pages that you corrected stay as they are."
      confirm={`Disconnect ${name}`}
      onConfirm={disconnect}
    >
      <Button size="small" disabled={disconnecting.isPending} aria-label={`Disconnect your ${name} account`}>
        Disconnect
      </Button>
    </ConfirmButton>
  );
}
