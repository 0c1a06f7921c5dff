import { Plus } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { CHAT_MANIFESTS } from "../../../connectors/chat-manifests.ts";
import type { Channel } from "../../../shared/contract/channels.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useChannels } from "../../api/channels.ts";
import { useCollaborationIntegrations } from "../../api/collaboration-integrations.ts";
import { useOwnLanguageModel } from "../../api/language-model.ts";
import { useModelBacklog } from "../../api/model-waiting.ts";
import { isUnfinished, useLatestRun, useRuns } from "../../api/runs.ts";
import { useCurrentModelEstimate, useMonitoring } from "../../api/settings.ts";
import { LazyConnectOutcome } from "../../components/connect-return.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted, useCan } from "../../components/permissions.tsx";
import { PlanLimits } from "../../components/plan-limits.tsx";
import { usePlanMessages } from "../../components/plan-messages.ts";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { formatReadingCost } from "../../lib/model-cost.ts";
import { Button } from "../../ui/button.tsx";
import { QueryView, useAllLoaded } from "../../ui/query-view.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tooltip, TooltipProvider } from "../../ui/tooltip.tsx";
import { CHANNEL_LIST, ChannelList } from "./channel-list.tsx";
import { ChannelTiles } from "./channel-tiles.tsx";
import { CollaborationList } from "./collaboration-list.tsx";
import { SlackImport } from "./slack-import.tsx";
import { countUnmonitored, useChannelOffers } from "./use-offers.ts";

/** A form's code is loaded when a person opens it. */
const CollaborationEditor = lazy(() => import("./collaboration-editor.tsx"));
const AddChannelForm = lazy(() => import("./add-channel-form.tsx"));

const HEAD = {
  title: "Monitored Collaboration Tools",
  description: "The chat tools and channels that Lorekeep reads",
};

/** At most one form is open. */
type OpenForm = null | "integration" | "channel" | CollaborationIntegration;

/** True once all data of the rows has loaded, so that the page does not move afterwards. */
const useWhole = (lists: Parameters<typeof useAllLoaded>[0]) =>
  useAllLoaded([
    ...lists,
    useMonitoring(),
    useCurrentModelEstimate(),
    useRuns(),
    useModelBacklog(),
    useOwnLanguageModel(useCan()("change", "language-model")),
  ]);

export default function ChannelsPage() {
  const channels = useChannels();
  const integrations = useCollaborationIntegrations();
  const hasIntegration = (integrations.data?.length ?? 0) > 0;
  const offers = useChannelOffers(integrations.data);
  const cost = useReadingCost();
  const isWhole = useWhole([channels, integrations]);
  const { form, platform, setForm, close, toggle } = useOpenForm();

  return (
    <QueryView
      query={channels}
      isReady={isWhole}
      loading={<Spinner label="Loading channels..." />}
      failed={(failure) => <Page {...HEAD}>{failure}</Page>}
    >
      {(monitored) => (
        <Page
          {...HEAD}
          isShortOnPhone
          onAddIntegration={() => toggle("integration")}
          extra={
            <Permitted change="channels">
              <AddChannelButton enabled={hasIntegration} onClick={() => toggle("channel")} />
            </Permitted>
          }
        >
          <div className="flex flex-col gap-12">
            <LazyConnectOutcome nameOf={getChatPlatformName} />
            <ChannelTiles monitored={monitored} offers={offers} />
            {form !== null && (
              <Suspense fallback={<div className="late skeleton h-96" />}>
                {form === "channel" ? (
                  <AddChannelForm
                    {...{ monitored, offers }}
                    leftOn={(one) => countUnmonitored(offers, monitored, one)}
                    integrations={integrations.data ?? []}
                    cost={cost}
                    onAdded={() => showList(close)}
                    onClose={close}
                  />
                ) : (
                  <CollaborationEditor
                    key={form === "integration" ? `new ${platform}` : form.id}
                    {...{ editing: form, platform }}
                    onClose={close}
                  />
                )}
              </Suspense>
            )}
            <Lists channels={monitored} integrations={<CollaborationList query={integrations} onOpen={setForm} />} />
            <PlanLimits />
          </div>
        </Page>
      )}
    </QueryView>
  );
}

/** Says what reading a history takes of the plan, of time and of money; empty where it takes nothing. */
function useReadingCost(): string {
  const { data: estimate } = useCurrentModelEstimate();
  const limit = usePlanMessages()("", 0);
  return [limit, estimate && formatReadingCost(estimate)].filter(Boolean).join(" ");
}

function showList(closeForm: () => void): void {
  closeForm();
  document.getElementById(CHANNEL_LIST)?.scrollIntoView({ block: "nearest" });
}

/** The address `?add=teams` opens that platform's form, until a person opens or closes one. */
function useOpenForm() {
  const [query, setQuery] = useSearchParams();
  const mayAdd = useCan()("change", "integrations");
  const [form, setForm] = useState<OpenForm>(null);
  const platform = CHAT_MANIFESTS.find(({ id }) => id === query.get("add"))?.id;
  const open: OpenForm = platform && mayAdd ? "integration" : form;
  const show = (next: OpenForm) => {
    setForm(next);
    if (platform) setQuery({}, { replace: true });
  };
  return {
    form: open,
    platform,
    setForm: show,
    close: () => show(null),
    toggle: (which: "integration" | "channel") => show(open === which ? null : which),
  };
}

/**
 * The channels come first where there are any. The import is above the list when it will add channels, so that its progress stays
 * visible.
 */
function Lists({ channels, integrations }: { channels: Channel[]; integrations: ReactNode }) {
  const run = useLatestRun("import");
  // The order stays while the page is open, so that nothing jumps.
  const [beganEmpty] = useState(channels.length === 0);
  const [importsFirst] = useState(() => beganEmpty || (run !== undefined && isUnfinished(run)));
  const slackImport = (
    <Permitted change="analysis">
      <SlackImport />
    </Permitted>
  );
  return (
    <>
      {beganEmpty && integrations}
      {importsFirst && slackImport}
      <ChannelList channels={channels} />
      {!beganEmpty && integrations}
      {!importsFirst && slackImport}
    </>
  );
}

/** Disabled without an integration, but focusable, so that everybody can read the reason. */
function AddChannelButton({ enabled, onClick }: { enabled: boolean; onClick: () => void }) {
  const button = (
    <Button look="primary" aria-disabled={!enabled} onClick={enabled ? onClick : undefined}>
      <Plus className="size-4" aria-hidden="true" />
      Add Channel
    </Button>
  );
  return enabled ? (
    button
  ) : (
    <TooltipProvider>
      <Tooltip text="Set up collaboration integrations first">{button}</Tooltip>
    </TooltipProvider>
  );
}
