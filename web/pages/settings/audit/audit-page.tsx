import { Download } from "lucide-react";
import { useSearchParams } from "react-router";
import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { type AuditFilter, useAuditEntries } from "../../../api/audit.ts";
import { buildQuery } from "../../../api/client.ts";
import { usePeople } from "../../../api/people.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Button, getButtonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Field } from "../../../ui/field.tsx";
import { QueryError } from "../../../ui/query-view.tsx";
import { AuditRow } from "./audit-row.tsx";
import { RESOURCE_NAMES } from "./facts.ts";

const FILTERS = ["by", "thing", "from", "to"] as const;

export default function AuditPage() {
  const may = useCan();
  const user = useUser();
  return (
    <Page
      title="Audit Log"
      description="Who changed what in this workspace, and from where. Entries cannot be changed and are kept for 365 days."
    >
      {may("read", "audit") ? (
        <AuditLog />
      ) : (
        user.data && <EmptyState title="Not for your role">{explainWhoMay("read", "audit")}</EmptyState>
      )}
    </Page>
  );
}

function AuditLog() {
  const { filter, set, clear } = useFilter();
  const entries = useAuditEntries(filter);
  const isFiltered = Object.keys(filter).length > 0;
  const rows = entries.data?.pages.flatMap((page) => page.entries) ?? [];
  const names = Object.assign({}, ...(entries.data?.pages.map((page) => page.names) ?? []));
  return (
    <section aria-label="Entries">
      <Filters filter={filter} set={set} />
      <div className="flex flex-wrap gap-3 border-b border-ink/80 pb-5">
        {(["csv", "jsonl"] as const).map((format) => (
          <a
            key={format}
            href={`/api/audit/export${buildQuery({ ...filter, format })}`}
            download
            className={getButtonClass({ size: "small" })}
          >
            <Download className="size-4" aria-hidden="true" />
            {format === "csv" ? "Export CSV" : "Export JSON Lines"}
          </a>
        ))}
        {isFiltered && (
          <Button size="small" look="quiet" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      {entries.isPending && <div className="late skeleton mt-4 h-64" />}
      {entries.isError && rows.length === 0 && (
        <QueryError error={entries.error} onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && rows.length === 0 && (
        <EmptyState title={isFiltered ? "No entry matches your filters" : "No changes yet"}>
          {!isFiltered && "Changes to people, integrations, channels, articles and settings are listed here."}
        </EmptyState>
      )}
      <ol aria-label="Audit entries">
        {rows.map((entry) => (
          <AuditRow key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
      {entries.hasNextPage && (
        <div className="flex flex-wrap items-center gap-4 py-5">
          <Button
            aria-disabled={entries.isFetchingNextPage}
            onClick={() => !entries.isFetchingNextPage && void entries.fetchNextPage()}
          >
            {entries.isFetchingNextPage ? "Loading..." : "Load older entries"}
          </Button>
          {entries.isFetchNextPageError && (
            <p role="alert" className="text-13 text-wrong">
              Older entries could not be loaded. Check your connection and try again.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

interface FiltersProps {
  filter: AuditFilter;
  set: (name: (typeof FILTERS)[number], value: string) => void;
}

function Filters({ filter, set }: FiltersProps) {
  const people = usePeople();
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-4 pb-5 max-sm:[&>div:nth-of-type(-n+2)]:col-span-2 lg:grid-cols-4">
      <legend className="sr-only">Filters</legend>
      <Field label="Who">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={filter.by ?? ""}
            onChange={(e) => set("by", e.target.value)}
          >
            <option value="">Everybody</option>
            <option value="chat">Buttons in the chat</option>
            <option value="key">API keys</option>
            <option value="directory">Company directory</option>
            {people.data?.map((person) => (
              <option key={person.id} value={person.id}>
                {person.name || person.email}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="What">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={filter.thing ?? ""}
            onChange={(e) => set("thing", e.target.value)}
          >
            <option value="">Everything</option>
            {Object.entries(RESOURCE_NAMES).map(([thing, name]) => (
              <option key={thing} value={thing}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(["from", "to"] as const).map((name) => (
        <Field key={name} label={name === "from" ? "From (UTC)" : "To (UTC)"}>
          {(control) => (
            <input
              {...control}
              type="date"
              className="field-box"
              value={filter[name] ?? ""}
              onChange={(e) => set(name, e.target.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

/** The filters, which are in the URL. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const filter: AuditFilter = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    filter,
    set: (name: (typeof FILTERS)[number], value: string) => {
      const next = new URLSearchParams(window.location.search);
      if (value) next.set(name, value);
      else next.delete(name);
      setParams(next, { replace: true });
    },
    clear: () => setParams(new URLSearchParams(), { replace: true }),
  };
}
