import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useLogs } from "../../api/activity.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ExportLogs } from "./export-logs.tsx";
import { LogEntry } from "./log-entry.tsx";
import { LogTiles } from "./log-tiles.tsx";
import { LOG_TYPE_NAMES, matchingLogs } from "./log-types.ts";

export default function LogsPage() {
  const logs = useLogs();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState("");
  const type = params.get("type") ?? "";
  const shown = matchingLogs(logs.data ?? [], type, search);

  return (
    <Page
      title="Logs & Errors"
      description="What was read, what was written, and what went wrong"
      extra={
        <>
          <Button disabled={logs.isFetching} onClick={() => void logs.refetch()}>
            <RefreshCw className="size-4" aria-hidden="true" />
            Refresh
          </Button>
          <ExportLogs logs={shown} />
        </>
      }
    >
      <LogTiles logs={logs.data ?? []} />
      <div className="grid gap-3 pt-8 pb-6 sm:grid-cols-[1fr_14rem]">
        <input
          type="search"
          aria-label="Search logs"
          placeholder="Search logs..."
          className="field-box"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <select
          aria-label="Type"
          className="field-box"
          value={type}
          onChange={(event) => setParams(event.target.value ? { type: event.target.value } : {}, { replace: true })}
        >
          <option value="">All Types</option>
          {Object.entries(LOG_TYPE_NAMES).map(([value, { choice }]) => (
            <option key={value} value={value}>
              {choice}
            </option>
          ))}
        </select>
      </div>
      <Section title={`System Logs (${shown.length})`}>
        <QueryView
          query={logs}
          loading={<div className="late skeleton mt-4 h-64" />}
          empty={
            <EmptyState title="No logs available">
              Every analysis and every publication leaves an entry here.
            </EmptyState>
          }
        >
          {() =>
            shown.length === 0 ? (
              <EmptyState title="No logs match your filters" />
            ) : (
              <ol className="divide-y divide-rule">
                {shown.map((log) => (
                  <LogEntry key={log.id} log={log} />
                ))}
              </ol>
            )
          }
        </QueryView>
      </Section>
    </Page>
  );
}
