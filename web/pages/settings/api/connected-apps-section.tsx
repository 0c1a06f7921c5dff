import type { ConnectedApp } from "../../../../shared/contract/connected-apps.ts";
import { KEY_SCOPE_NAMES } from "../../../../shared/domain/api-keys.ts";
import { ApiError } from "../../../api/client.ts";
import { useConnectedApps, useDisconnectApp } from "../../../api/connected-apps.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Section } from "../../../components/section.tsx";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { QueryView } from "../../../ui/query-view.tsx";

/** The person's own apps. With `ofEverybody`, also the apps of colleagues that the server returns to this person. */
export function ConnectedAppsSection({ ofEverybody = false }: { ofEverybody?: boolean }) {
  const apps = useConnectedApps();
  return (
    <Section title="Connected apps">
      <p className="max-w-[60ch] pt-4 text-soft">
        Coding agents and assistants that sign in as a person see what this person may read. Connect one with the
        address <code className="font-mono text-13 break-all">{`${location.origin}/mcp`}</code>.{" "}
        <a href="/docs/api" className="text-link">
          How to connect it
        </a>
      </p>
      <QueryView query={apps} loading={<div className="late skeleton mt-4 h-24" />}>
        {(all) => {
          const shown = all.filter(({ isOwn }) => isOwn || ofEverybody);
          return shown.length === 0 ? (
            <p className="pt-4 text-soft">No connected apps yet.</p>
          ) : (
            <ul aria-label="Connected apps" className="divide-y divide-rule">
              {shown.map((app) => (
                <AppRow key={app.id} app={app} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Section>
  );
}

function AppRow({
  app: { id, name, redirectHost, scopes, person, isOwn, createdAt, lastUsedAt },
}: {
  app: ConnectedApp;
}) {
  const disconnecting = useDisconnectApp();
  const disconnect = () =>
    handleResult(
      disconnecting.mutateAsync(id),
      () => showToast({ title: "App disconnected", text: `‘${name}’ no longer reads anything here.` }),
      (error) =>
        showToast({
          title: "App not disconnected",
          text: error instanceof ApiError ? error.explanation : "Please try again.",
          tone: "destructive",
        }),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="min-w-0 font-medium break-words">{name}</p>
        <p className="font-mono text-13 break-words text-soft">{redirectHost}</p>
        <p className="text-13 text-soft">{scopes.map((scope) => KEY_SCOPE_NAMES[scope]).join(" · ")}</p>
        <p className="text-13 text-soft">
          connected by {isOwn ? "you" : person} <RelativeTime at={createdAt} as="day" /> ·{" "}
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
        title={`Disconnect ‘${name}’?`}
        text="It is refused from now on, and has to ask again before it reads anything."
        confirm={`Disconnect ${name}`}
        onConfirm={disconnect}
      >
        <Button size="small" disabled={disconnecting.isPending} aria-label={`Disconnect ${name}`}>
          {disconnecting.isPending ? "Disconnecting..." : "Disconnect"}
        </Button>
      </ConfirmButton>
    </li>
  );
}
