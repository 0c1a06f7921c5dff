import type { Provisioning } from "../../../shared/contract/provisioning.ts";
import { ApiError } from "../../api/client.ts";
import { useCreateScimToken, useProvisioning, useRevokeScimToken } from "../../api/provisioning.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { NewSecretBox } from "../../components/new-secret.tsx";
import { Section } from "../../components/section.tsx";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { QueryView } from "../../ui/query-view.tsx";

/** The data for connecting the company's identity provider: the URL that it calls, and its tokens. */
export function ProvisioningSection() {
  const provisioning = useProvisioning();
  return (
    <Section title="People and Provisioning">
      <QueryView query={provisioning} loading={<div className="late skeleton mt-4 h-40" />}>
        {(found) => <Connection {...found} />}
      </QueryView>
    </Section>
  );
}

function Connection({ baseUrl, refusal, tokens, people }: Provisioning) {
  return (
    <div className="flex flex-col items-start gap-4 pt-5">
      <p>{describePeople(people)}</p>
      <p className="max-w-[60ch] text-soft">
        An identity provider that speaks SCIM 2.0, such as Okta or Entra ID, adds people here and deactivates those who
        leave. Deactivated people are signed out at once; their work stays.
      </p>
      {refusal ? (
        <p>
          {refusal}{" "}
          <a href="/settings/subscription" className="text-link">
            Manage Subscription
          </a>
        </p>
      ) : (
        <>
          <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p className="text-13 font-medium">SCIM address</p>
              <p className="font-mono text-13 break-all">{baseUrl}</p>
            </div>
            <CopyButton text={baseUrl} label="Copy Address" />
          </div>
          <NewToken />
        </>
      )}
      {tokens.length > 0 && (
        <ul aria-label="Provisioning tokens" className="w-full divide-y divide-rule">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NewToken() {
  const making = useCreateScimToken();
  const token = making.data?.token;
  const make = () =>
    making.mutate(undefined, {
      onError: (error) =>
        showToast({
          title: "Token not created",
          text: error instanceof ApiError ? error.explanation : "Please try again.",
          tone: "destructive",
        }),
    });
  if (!token)
    return (
      <Button onClick={make} disabled={making.isPending}>
        {making.isPending ? "Making..." : "New Token"}
      </Button>
    );
  return <NewSecretBox what="Token" value={token} onDone={making.reset} className="w-full" />;
}

function TokenRow({ token: { id, last4, createdAt, lastUsedAt } }: { token: Provisioning["tokens"][number] }) {
  const revoking = useRevokeScimToken();
  const revoke = () =>
    handleResult(
      revoking.mutateAsync(id),
      () => showToast({ title: "Token revoked", text: `The token ending in ${last4} no longer works.` }),
      () => showToast({ title: "Token not revoked", text: "Please try again.", tone: "destructive" }),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0">
        <p className="font-medium">Token ending in {last4}</p>
        <p className="text-13 text-soft">
          made <RelativeTime at={createdAt} as="day" /> ·{" "}
          {lastUsedAt ? (
            <>
              last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            "not used yet"
          )}
        </p>
      </div>
      <ConfirmButton
        title="Revoke this token?"
        text="The identity provider that uses it can no longer add or deactivate people. To replace a token without interruption, create the new one first."
        confirm={`Revoke the token ending in ${last4}`}
        onConfirm={revoke}
      >
        <Button size="small" disabled={revoking.isPending} aria-label={`Revoke the token ending in ${last4}`}>
          {revoking.isPending ? "Revoking..." : "Revoke"}
        </Button>
      </ConfirmButton>
    </li>
  );
}

/** Describes the people: "4 people are in this workspace; the identity provider manages 3. 1 more is deactivated." */
export function describePeople({ active, deactivated, provisioned }: Provisioning["people"]): string {
  const here = active === 1 ? "1 person is in this workspace" : `${active} people are in this workspace`;
  const managed = provisioned > 0 ? `; the identity provider manages ${provisioned}` : "";
  const gone = deactivated === 0 ? "" : ` ${deactivated} more ${deactivated === 1 ? "is" : "are"} deactivated.`;
  return `${here}${managed}.${gone}`;
}
