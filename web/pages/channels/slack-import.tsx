import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isUnfinished, useLatestRun } from "../../api/runs.ts";
import { useCurrentModelEstimate } from "../../api/settings.ts";
import { ExportDrop } from "../../components/export-drop.tsx";
import { RunWithStop } from "../../components/run-progress.tsx";
import { Section } from "../../components/section.tsx";
import { formatReadingCost } from "../../lib/model-cost.ts";
import { ImportResult } from "./import-result.tsx";

/** Imports a Slack export into the same list of channels. The run is on the server and survives leaving the page. */
export function SlackImport() {
  const run = useLatestRun("import");
  const box = useFocusByLink();
  return (
    <Section title="Import a Slack Export">
      <p className="max-w-[65ch] pt-3 text-soft">
        A workspace owner can download the messages of public channels as a ZIP file from Slack's settings, under Import
        and export data. Lorekeep writes articles from it, as it does from live messages.
      </p>
      <CostOfImport />
      <ExportDrop input={box} />
      {run && isUnfinished(run) && <RunWithStop run={run} />}
      {run && !isUnfinished(run) && <ImportResult run={run} />}
    </Section>
  );
}

/** Focuses the import when a link to '#import' is followed, also from another page. */
function useFocusByLink() {
  const { hash } = useLocation();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hash !== "#import") return;
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus({ preventScroll: true });
  }, [hash]);
  return box;
}

/** The number of messages in a file is known only once it is read. */
function CostOfImport() {
  const { data } = useCurrentModelEstimate();
  const cost = data && formatReadingCost(data);
  return cost ? <p className="max-w-[65ch] pt-2 text-pretty text-soft">{cost}</p> : null;
}
