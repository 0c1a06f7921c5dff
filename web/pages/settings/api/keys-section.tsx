import { useState } from "react";
import type { ApiKey } from "../../../../shared/contract/api-keys.ts";
import { KEY_SCOPE_NAMES } from "../../../../shared/domain/api-keys.ts";
import { useApiKeys, useRevokeApiKey } from "../../../api/api-keys.ts";
import { ApiError } from "../../../api/client.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Section } from "../../../components/section.tsx";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function KeysSection() {
  const keys = useApiKeys();
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      title="API keys"
      action={
        <Button look="primary" onClick={() => setMaking(true)}>
          New Key
        </Button>
      }
    >
      <NewKeyDialog open={isMaking} onClose={() => setMaking(false)} />
      <p className="max-w-[60ch] pt-4 text-soft">
        A key lets a program read articles, search and ask. It never sees more than the access you choose for it.{" "}
        <a href="/docs/api" className="text-link">
          How to use it
        </a>
      </p>
      <QueryView query={keys} loading={<div className="late skeleton mt-4 h-24" />}>
        {(all) =>
          all.length === 0 ? (
            <p className="pt-4 text-soft">No API keys yet.</p>
          ) : (
            <ul aria-label="API keys" className="divide-y divide-rule">
              {all.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, prefix, last4, scopes, audience, addresses, isExpired, expiresAt, createdBy, createdAt } = apiKey;
  const revoking = useRevokeApiKey();
  const revoke = () =>
    handleResult(
      revoking.mutateAsync(id),
      () => showToast({ title: "Key revoked", text: `‘${name}’ no longer works.` }),
      (error) =>
        showToast({
          title: "Key not revoked",
          text: error instanceof ApiError ? error.explanation : "Please try again.",
          tone: "destructive",
        }),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2.5 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {isExpired && <Badge tone="wrong">Expired</Badge>}
        </p>
        <p className="font-mono text-13 text-soft">
          {prefix}…{last4}
        </p>
        <p className="text-13 text-soft">
          {scopes.map((scope) => KEY_SCOPE_NAMES[scope]).join(" · ")} ·{" "}
          {audience === "everybody" ? "sees what everybody may read" : `sees what ${createdBy} may read`}
        </p>
        {addresses.length > 0 && <p className="text-13 break-words text-soft">Only from {addresses.join(", ")}</p>}
        <p className="text-13 text-soft">
          created by {createdBy} <RelativeTime at={createdAt} as="day" /> · <LastUsed at={apiKey.lastUsedAt} />
          {expiresAt && !isExpired && (
            <>
              {" "}
              · expires <RelativeTime at={expiresAt} as="day" />
            </>
          )}
        </p>
      </div>
      <ConfirmButton
        title={`Revoke ‘${name}’?`}
        text="Programs that use it are refused from now on. To replace a key without interruption, create the new one first."
        confirm={`Revoke ${name}`}
        onConfirm={revoke}
      >
        <Button size="small" disabled={revoking.isPending} aria-label={`Revoke ${name}`}>
          {revoking.isPending ? "Revoking..." : "Revoke"}
        </Button>
      </ConfirmButton>
    </li>
  );
}

function LastUsed({ at }: { at: string | null }) {
  if (!at) return <>not used yet</>;
  return (
    <>
      last used <RelativeTime at={at} />
    </>
  );
}
