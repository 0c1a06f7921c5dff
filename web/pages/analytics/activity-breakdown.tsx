import type { UseQueryResult } from "@tanstack/react-query";
import type { Overview } from "../../../shared/contract/activity.ts";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../lib/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";

const STATES = [
  { status: "published", label: "Published", bar: "bg-done" },
  { status: "processing", label: "Processing", bar: "bg-busy" },
  { status: "failed", label: "Failed", bar: "bg-wrong" },
] as const;

export function ActivityBreakdown({ query }: { query: UseQueryResult<Overview> }) {
  return (
    <Section title="Activity Breakdown">
      <QueryView query={query} loading={<div className="late skeleton mt-4 h-32" />}>
        {(overview) =>
          overview.articles === 0 ? (
            <EmptyState title="No activity data available" />
          ) : (
            <dl className="flex flex-col gap-5 pt-4">
              {STATES.map(({ status, label, bar }) => (
                <div key={status} className="grid grid-cols-[6rem_1fr_4rem] items-center gap-4">
                  <dt className="text-soft">{label}</dt>
                  <dd className="order-3 text-right font-serif text-19 lining-nums tabular-nums">
                    {formatCount(overview[status])}
                  </dd>
                  <dd aria-hidden="true" className="h-3 overflow-hidden rounded-full bg-sunken">
                    <div
                      className={`h-full origin-left ${bar}`}
                      style={{ transform: `scaleX(${overview[status] / overview.articles})` }}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </QueryView>
    </Section>
  );
}
