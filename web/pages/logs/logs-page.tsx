import { BookOpenText, MessageSquareText, RefreshCw, ScrollText, TriangleAlert } from "lucide-react";
import type { LogCounts } from "../../../shared/contract/activity.ts";
import { useLogCounts, useLogList } from "../../api/activity.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { StatCard, StatRow } from "../../components/stat-card.tsx";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { ExportLogs } from "./export-logs.tsx";
import { LogRows } from "./log-rows.tsx";
import { LOG_TYPE_NAMES, MOST_COUNTED } from "./log-types.ts";
import { LONGEST_SEARCH, useLogFilters } from "./use-log-filters.ts";

export default function LogsPage() {
  const filters = useLogFilters();
  const { filter, isFiltered, clear } = filters;
  const { list, older } = useLogList(filter);
  const counts = useLogCounts(filter);
  const matching = counts.data?.matching;
  const isMore = filter.search !== undefined && matching !== undefined && matching > MOST_COUNTED;
  const isReading = list.isFetching || counts.isFetching;
  const refresh = () => {
    void list.refetch();
    void counts.refetch();
  };

  return (
    <Page
      title="Logs & Errors"
      description="What was read, written and published, and what failed"
      extra={
        <>
          <Button aria-disabled={isReading} onClick={() => !isReading && refresh()}>
            <RefreshCw className="size-4" aria-hidden="true" />
            Refresh
          </Button>
          <ExportLogs filter={filter} />
        </>
      }
    >
      <LogTiles counts={counts.data} />
      <LogFilters filters={filters} />
      <Section
        title={
          matching === undefined
            ? "System Logs"
            : `System Logs (${isMore ? `${formatCount(MOST_COUNTED)}+` : formatCount(matching)})`
        }
      >
        <QueryView query={list} loading={<div className="late skeleton mt-4 h-64" />}>
          {(read) =>
            read.logs.length > 0 ? (
              <LogRows list={read} total={isMore ? undefined : matching} older={older} />
            ) : isFiltered ? (
              <EmptyState title="No logs match your filters" action={<Button onClick={clear}>Clear filters</Button>} />
            ) : (
              <EmptyState title="No logs available">Every analysis and every publication is listed here.</EmptyState>
            )
          }
        </QueryView>
      </Section>
    </Page>
  );
}

function LogFilters({ filters: { filter, typed, type, choose } }: { filters: ReturnType<typeof useLogFilters> }) {
  return (
    <div className="grid gap-3 pt-8 pb-6 sm:grid-cols-[1fr_14rem]">
      <input
        type="search"
        aria-label="Search logs"
        placeholder="Search logs..."
        maxLength={LONGEST_SEARCH}
        className="field-box"
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <select
        aria-label="Type"
        className="field-box"
        value={filter.type ?? ""}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">All Types</option>
        {Object.entries(LOG_TYPE_NAMES).map(
          ([value, { choice }]) =>
            choice && (
              <option key={value} value={value}>
                {choice}
              </option>
            ),
        )}
      </select>
    </div>
  );
}

/** Counts all entries of the workspace, regardless of the filters. */
function LogTiles({ counts }: { counts: LogCounts | undefined }) {
  const figure = (name: keyof LogCounts) => (counts ? formatCount(counts[name]) : "–");
  return (
    <StatRow>
      <StatCard title="Articles Created" value={figure("article_created")} icon={BookOpenText} />
      <StatCard title="Messages Analyzed" value={figure("messages")} icon={MessageSquareText} />
      <StatCard title="Errors" value={figure("error")} icon={TriangleAlert} />
      <StatCard title="Total Logs" value={figure("total")} icon={ScrollText} />
    </StatRow>
  );
}
