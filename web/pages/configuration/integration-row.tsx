import { lazy, Suspense } from "react";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { useChangeIntegration, useDeleteIntegration, useTestIntegration } from "../../api/integrations.ts";
import { isBeingRead, useWikis } from "../../api/wikis.ts";
import { IntegrationActions } from "../../components/integration-actions.tsx";
import { IntegrationState } from "../../components/integration-state.tsx";
import { useCan } from "../../components/permissions.tsx";
import { getErrorMessage } from "../../lib/api-error.ts";
import { describeTargetReaders } from "../../lib/audience.ts";
import { formatItems } from "../../lib/format.ts";
import { handleResult } from "../../lib/handle-result.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { ServerSentence } from "../../ui/server-sentence.tsx";
import { Switch } from "../../ui/switch.tsx";
import { PageTree } from "./page-tree.tsx";
import { TargetReaders } from "./readers-dialog.tsx";

const CHECK_CREDENTIALS = "Unable to connect to the service. Please check your credentials.";
const failed = (text: string) => showToast({ title: "Error", text, tone: "destructive" });

/** Shown until an article is published there. */
const ProvePage = lazy(() => import("./prove-page.tsx"));

const WikiLine = lazy(() => import("./wiki-line.tsx"));

const manifestOf = (type: string): ConnectorManifest | undefined => KNOWLEDGE_MANIFESTS.find(({ id }) => id === type);

interface IntegrationRowProps {
  integration: Integration;
  onEdit: () => void;
}

export function IntegrationRow({ integration, onEdit }: IntegrationRowProps) {
  const { id, name, type, isActive } = integration;
  const mayChange = useCan()("change", "integrations");
  const change = useChangeIntegration();
  const isNew = integration.publishedArticles === 0;

  const activate = (active: boolean) =>
    change.mutate(
      { id, isActive: active },
      {
        onSuccess: () =>
          showToast({
            title: "Integration updated",
            ...(!active && {
              text: `Articles are no longer published to ${name}.`,
              action: { label: "Undo", run: () => activate(true) },
            }),
          }),
        onError: (error) => failed(getErrorMessage(error, "Failed to update integration.")),
      },
    );

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <PlatformMark platform={type} />
        <div className="min-w-0">
          <p className="font-medium">{name}</p>
          <p className="text-13 break-words text-soft">
            {getPlatformName(type)}
            {integration.isConnected && " · connected by OAuth"}
            {integration.baseUrl && ` · ${integration.baseUrl.replace(/^https?:\/\//, "")}`} ·{" "}
            {formatItems(integration.publishedArticles, "published article")}
          </p>
          <p className="text-13 text-pretty wrap-anywhere text-soft">
            {describeTargetReaders(integration.readerChannels.map(({ name: channel }) => channel))}
          </p>
          {integration.trouble && (
            <p className="text-13 text-wrong">
              <ServerSentence text={integration.trouble} />
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center gap-2.5 text-13 text-soft">
        <Switch checked={isActive} disabled={!mayChange} label={`Publish to ${name}`} onChange={activate} />
        <IntegrationState integration={integration} />
      </div>
      {mayChange && <Actions integration={integration} onEdit={onEdit} />}
      {mayChange && isActive && isNew && manifestOf(type)?.provesByPage && (
        <Suspense fallback={<div className="late skeleton h-18 basis-full" />}>
          <ProvePage integration={integration} />
        </Suspense>
      )}
      {integration.pageTree && <PageTree integration={integration} pageTree={integration.pageTree} />}
      {mayChange && <WikiPages integration={integration} />}
    </li>
  );
}

/** The line about people's pages. Renders nothing for platforms whose pages cannot be read. */
function WikiPages({ integration }: { integration: Integration }) {
  const wiki = useWikis({ enabled: true }).data?.find(({ integrationId }) => integrationId === integration.id);
  return (
    wiki && (
      <Suspense fallback={<div className="late skeleton h-18 basis-full sm:h-8" />}>
        <WikiLine {...{ integration, wiki }} isReading={isBeingRead(wiki)} />
      </Suspense>
    )
  );
}

function Actions({ integration, onEdit }: IntegrationRowProps) {
  const { id, type, publishedArticles } = integration;
  const removal = useDeleteIntegration();
  const trial = useTestIntegration();
  const test = () =>
    trial.mutate(id, {
      onSuccess: ({ valid, error, details, warnings = [] }) =>
        valid
          ? showToast({ title: "Test successful", text: ["Integration is working correctly.", ...warnings].join(" ") })
          : showToast({ title: "Test failed", text: error || details || CHECK_CREDENTIALS, tone: "destructive" }),
      onError: () =>
        showToast({ title: "Test failed", text: "Unable to test integration. Please try again.", tone: "destructive" }),
    });
  const remove = () =>
    handleResult(
      removal.mutateAsync(id),
      () => showToast({ title: "Integration deleted" }),
      () => failed("Failed to delete integration."),
    );

  return (
    <IntegrationActions
      integration={integration}
      platform={type}
      platformName={getPlatformName(type)}
      isTesting={trial.isPending}
      onEdit={onEdit}
      onTest={test}
      onDelete={remove}
      deleteText={`Its credentials are deleted and nothing more is published there. ${
        publishedArticles > 0
          ? `The ${formatItems(publishedArticles, "article")} already published there ${publishedArticles === 1 ? "stays" : "stay"}.`
          : "No articles published there yet."
      }`}
    >
      <TargetReaders integration={integration} />
    </IntegrationActions>
  );
}
