import { Link } from "react-router";
import type { StatusArea, StatusState } from "../../../../shared/contract/status.ts";
import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useStatus } from "../../../api/status.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryView } from "../../../ui/query-view.tsx";

const AREA_NAMES: Readonly<Record<StatusArea["key"], string>> = {
  background: "Background Work",
  reading: "Reading",
  analysis: "Analysis",
  publishing: "Publishing",
  mail: "Mail",
};
const STATES: Readonly<Record<StatusState, { name: string; tone: BadgeTone }>> = {
  fine: { name: "OK", tone: "done" },
  late: { name: "Late", tone: "busy" },
  wrong: { name: "Needs you", tone: "wrong" },
  off: { name: "Off", tone: "neutral" },
};
const WHOLE: Readonly<Record<"fine" | "late" | "wrong", string>> = {
  fine: "Everything is up to date",
  late: "Some work is late",
  wrong: "Something needs you",
};

export default function StatusPage() {
  const may = useCan();
  const user = useUser();
  return (
    <Page
      title="Status"
      description="How far reading, analysis, publishing and mail have come, updated every ten seconds."
    >
      {may("read", "status") ? (
        <Status />
      ) : (
        user.data && <EmptyState title="Not for your role">{explainWhoMay("read", "status")}</EmptyState>
      )}
    </Page>
  );
}

function Status() {
  const status = useStatus();
  return (
    <QueryView query={status} loading={<div className="late skeleton h-96" />}>
      {({ checkedAt, areas }) => (
        <div className="flex max-w-3xl flex-col gap-9">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <output className="block font-serif text-24">{WHOLE[worstOf(areas)]}</output>
            <p className={status.isError ? "text-13 text-wrong" : "text-13 text-soft"}>
              {status.isError ? "The server does not answer. " : ""}As of <RelativeTime at={checkedAt} as="minute" />
            </p>
          </div>
          {areas.map((area) => (
            <Area key={area.key} area={area} />
          ))}
        </div>
      )}
    </QueryView>
  );
}

function Area({ area: { key, state, summary, entries } }: { area: StatusArea }) {
  return (
    <Section title={AREA_NAMES[key]} action={<StateBadge state={state} />}>
      <p className="max-w-[65ch] py-3 text-soft">{summary}</p>
      {entries.length > 0 && (
        <ul
          aria-label={`${AREA_NAMES[key]}: what is to be known`}
          className="divide-y divide-rule border-t border-rule"
        >
          {entries.map((entry) => (
            <li
              key={`${entry.name} ${entry.text}`}
              className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(8rem,14rem)_1fr_auto]"
            >
              <span className="min-w-0 font-medium break-words">{entry.name}</span>
              <span className="min-w-0 max-w-[65ch] break-words text-soft">
                {entry.text}
                {entry.link && (
                  <>
                    {" "}
                    <Link to={entry.link} className="text-link whitespace-nowrap" aria-label={`Open ${entry.name}`}>
                      Open
                    </Link>
                  </>
                )}
              </span>
              <span className="justify-self-start">
                <StateBadge state={entry.state} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const StateBadge = ({ state }: { state: StatusState }) => <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>;

function worstOf(areas: readonly StatusArea[]): "fine" | "late" | "wrong" {
  const states = areas.map(({ state }) => state);
  if (states.includes("wrong")) return "wrong";
  return states.includes("late") ? "late" : "fine";
}
