import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useConnections } from "../../api/connections.ts";
import { useDecisionsByRisk, useReviewSettings } from "../../api/inbox.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { useCurrentModelEstimate, useSettings } from "../../api/settings.ts";
import { useWikis } from "../../api/wikis.ts";
import { LazyConnectOutcome } from "../../components/connect-return.tsx";
import { Page } from "../../components/page.tsx";
import { useCan } from "../../components/permissions.tsx";
import { getPlatformName } from "../../lib/platforms.ts";
import { useAllLoaded } from "../../ui/query-view.tsx";
import { DetectionSettings } from "./detection-settings.tsx";
import type { EditTarget } from "./editing.ts";
import { IntegrationList } from "./integration-list.tsx";
import { LanguageModel } from "./language-model.tsx";
import { PlatformGuides } from "./platform-guides.tsx";
import { ReviewSettings } from "./review-settings.tsx";
import { VerifiedEdits } from "./verified-edits.tsx";

/** Shown when the person returns from a platform that granted access. */
const FinishConnection = lazy(() => import("./unfinished-connection.tsx"));
const WikiHealthPage = lazy(() => import("../wiki-health/wiki-health-page.tsx"));

/** Shows the knowledge platforms. With `?view=wiki-health` in the URL, shows the health of the wiki. */
export default function KnowledgePlatforms() {
  const [params] = useSearchParams();
  return params.get("view") === "wiki-health" ? <WikiHealthPage /> : <ConfigurationPage />;
}

function ConfigurationPage() {
  const integrations = useIntegrations();
  const connections = useConnections();
  const mayChange = useCan()("change", "integrations");
  const isThere = useAllLoaded([
    integrations,
    connections,
    useSettings(),
    useReviewSettings(),
    useDecisionsByRisk(),
    useCurrentModelEstimate(),
    useWikis({ enabled: mayChange }),
  ]);
  const [editing, setEditing] = useState<EditTarget>(null);
  const { hash } = useLocation();
  // Scrolls after the page's frame, which first scrolls a new page to its top.
  useEffect(() => {
    if (!isThere || hash === "") return undefined;
    const frame = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isThere, hash]);
  return (
    <Page
      title="Knowledge Management Configuration"
      description="Where articles are published and how they are detected"
      onAddIntegration={() => setEditing(editing === "new" ? null : "new")}
    >
      {!isThere && <div className="late skeleton h-160" />}
      <div className="flex flex-col gap-14" hidden={!isThere}>
        <LazyConnectOutcome nameOf={getPlatformName} />
        {mayChange &&
          isThere &&
          connections.data?.unfinished.map((connection) => (
            <Suspense key={connection.id} fallback={<div className="late skeleton h-96" />}>
              <FinishConnection connection={connection} />
            </Suspense>
          ))}
        {editing && (
          <OpenEditor key={editing === "new" ? "new" : editing.id} editing={editing} onClose={() => setEditing(null)} />
        )}
        <IntegrationList query={integrations} onEdit={setEditing} onAdd={() => setEditing("new")} />
        <div id="detection" className="scroll-mt-20">
          <DetectionSettings />
        </div>
        <div id="review" className="scroll-mt-20">
          <ReviewSettings />
        </div>
        <div id="verified-edits" className="scroll-mt-20">
          <VerifiedEdits />
        </div>
        <LanguageModel />
        <PlatformGuides />
      </div>
    </Page>
  );
}

const KnowledgeEditor = lazy(() => import("./knowledge-editor.tsx"));

interface OpenEditorProps {
  editing: NonNullable<EditTarget>;
  onClose: () => void;
}

/** Loads the form with its platforms' guides when it opens. Reserves its space meanwhile. */
function OpenEditor(props: OpenEditorProps) {
  return (
    <Suspense fallback={<output aria-label="Opening the form" className="block skeleton h-208 rounded-box" />}>
      <KnowledgeEditor {...props} />
    </Suspense>
  );
}
