import type { UseQueryResult } from "@tanstack/react-query";
import type { Log } from "../../../shared/contract/activity.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Section } from "../../components/section.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";

export const RECENT_LOGS = 10;

export function RecentActivity({ query }: { query: UseQueryResult<Log[]> }) {
  return (
    <Section title="Recent Activity Timeline">
      <QueryView
        query={query}
        loading={<div className="late skeleton mt-4 h-64" />}
        empty={<EmptyState title="No activity logs yet" />}
      >
        {(logs) => (
          <ol className="divide-y divide-rule">
            {logs.slice(0, RECENT_LOGS).map((log) => (
              <li key={log.id} className="grid gap-x-6 py-3 sm:grid-cols-[9rem_1fr]">
                <span className="text-13 text-faint sm:pt-0.5">
                  <RelativeTime at={log.createdAt} />
                </span>
                <span className={`min-w-0 break-words ${log.type === "error" ? "text-wrong" : ""}`}>{log.message}</span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Section>
  );
}
