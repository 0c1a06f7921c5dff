import "../../ui/article.css";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { InboxPage, InboxItem as Item } from "../../../shared/contract/inbox.ts";
import { INBOX_KINDS, type InboxKind } from "../../../shared/domain/inbox.ts";
import { useAssignedWikiItems, useWikiFindings, useWikiRepairs } from "../../api/wiki-reads.ts";
import { useCan } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../lib/format.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";
import { QueryError } from "../../ui/query-view.tsx";
import { type Selection, useSelection } from "../articles/use-selection.ts";
import { ChoiceEffects } from "./choice-effects.tsx";
import { KIND_NAMES } from "./choices.ts";
import type { ItemDecision } from "./decision-batch.ts";
import { decideAllOfKind, decideItems, dismissReport, resumeWaitingDecisions, useDecisions } from "./decisions.ts";
import { AllItemsBar, InboxBar } from "./inbox-bar.tsx";
import { InboxItem } from "./inbox-item.tsx";
import { useInboxPart, useListedItems } from "./listed-items.ts";
import { MineFilter } from "./mine-filter.tsx";
import { NothingToDecide } from "./nothing-to-decide.tsx";
import { useInboxFocus, useInboxKeys } from "./use-keyboard.ts";

const ConnectOutcome = lazy(async () => ({
  default: (await import("../../components/connect-outcome.tsx")).ConnectOutcomeNotice,
}));
const AssignedItems = lazy(async () => ({ default: (await import("./wiki-findings.tsx")).AssignedItems }));
const loadReport = async () => ({ default: (await import("../articles/failure-report.tsx")).FailureReport });
const FailureReport = lazy(loadReport);
const DecidedLately = lazy(() => import("./decided-lately.tsx"));
const UpdatedPages = lazy(() => import("./updated-pages.tsx"));
const WikiFindings = lazy(() => import("./wiki-findings.tsx"));

/** The items that need a decision, grouped by kind. */
export default function Inbox() {
  const { inbox, pages, items, showEverything } = useListedItems();
  const { report } = useDecisions();
  const queryClient = useQueryClient();
  useEffect(() => resumeWaitingDecisions(queryClient), [queryClient]);
  const { mine, snoozed } = useInboxPart();
  const [isBack] = useState(() => new URLSearchParams(location.search).has("outcome"));
  const [first] = pages ?? [];
  const hasFindings = (first?.aboutWiki ?? 0) > 0;
  const found = useWikiFindings({ mine, snoozed }, hasFindings);
  const findings = (hasFindings && found.data) || [];
  const assigned = useAssignedWikiItems(mine).data;
  const repairs = useWikiRepairs().data ?? [];
  if (!pages || (hasFindings && found.isPending)) {
    if (inbox.isError) return <QueryError error={inbox.error} onRetry={() => void inbox.refetch()} />;
    return LOADING;
  }
  const waiting = inbox.hasNextPage ? Math.max(0, (first?.total ?? 0) - pages.flatMap((page) => page.items).length) : 0;
  return (
    <Suspense fallback={LOADING}>
      {isBack && (
        <div className="mb-6 empty:hidden">
          <ConnectOutcome nameOf={getPlatformName} />
        </div>
      )}
      {first?.pressure && <Pressure page={first} onShowEverything={showEverything} />}
      <MineFilter first={first} />
      <Failed report={report} />
      {hasFindings && found.isError && <QueryError error={found.error} onRetry={() => void found.refetch()} />}
      {findings.length > 0 && <WikiFindings findings={findings} />}
      {mine && assigned && <AssignedItems assigned={assigned} />}
      <Items
        items={items}
        others={mine && assigned ? [...findings, ...Object.values(assigned).flat()] : findings}
        // While items are set aside, the list of a kind is incomplete, so the kind cannot be selected as a whole.
        counts={first?.setAside === 0 ? first.counts : undefined}
        more={
          inbox.hasNextPage && (
            <Button className="mt-6" disabled={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
              Show more ({formatCount(waiting)} waiting)
            </Button>
          )
        }
      />
      {repairs.length > 0 && (
        <Suspense>
          <UpdatedPages repairs={repairs} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <DecidedLately />
      </Suspense>
    </Suspense>
  );
}

const LOADING = <div className="late skeleton mt-6 h-96" />;

/** Says why items were set aside, and offers them. */
function Pressure({ page, onShowEverything }: { page: InboxPage; onShowEverything: () => void }) {
  return (
    <p role="note" className="mb-4 rounded-box bg-busy-wash p-4 text-busy">
      {page.pressure}
      {page.setAside > 0 && (
        <Button size="small" className="mt-3 flex" onClick={onShowEverything}>
          Show the other {formatCount(page.setAside)}
        </Button>
      )}
    </p>
  );
}

interface ItemsProps {
  items: readonly Item[];
  /** Findings listed above the items. */
  others: readonly { id: string }[];
  counts: Partial<Record<InboxKind, number>> | undefined;
  /** Rendered below the items. */
  more: ReactNode;
}

function Items({ items, others, counts, more }: ItemsProps) {
  const { mine, snoozed } = useInboxPart();
  const mayDecide = useCan()("change", "inbox");
  const { selection, whole, setWhole } = useWholeSelection(items);
  const { restored, hidden } = useDecisions();
  const focus = useInboxFocus(items, restored, others);
  const { decideAll, decideOne } = useDeciding(items, focus, selection.set);
  useInboxKeys(selection, focus, mayDecide);

  if (items.length === 0)
    return (
      <div data-item="" tabIndex={-1} className="outline-none">
        {others.length === 0 && <NothingToDecide isMine={mine} isSnoozed={snoozed} />}
        {more}
      </div>
    );
  return (
    <>
      {mayDecide ? <KeyHints /> : <ReadOnlyNote />}
      <div className="flex flex-col gap-10">
        {INBOX_KINDS.map((kind) => (
          <Group
            key={kind}
            kind={kind}
            items={items.filter((item) => item.kind === kind)}
            beyond={counts?.[kind] ?? 0}
            hasHidden={hidden.size > 0}
            // Snoozed items are decided one by one.
            onWhole={snoozed ? null : setWhole}
            selection={mayDecide ? selection : null}
            onDecide={decideOne}
          />
        ))}
      </div>
      {more}
      <Bar items={items} counts={counts} whole={whole} selection={selection} onDecide={decideAll} />
    </>
  );
}

/** The selected items, and the kind that is selected as a whole, including items that are not loaded yet. */
function useWholeSelection(items: readonly Item[]) {
  const selection = useSelection(items);
  const [whole, setWhole] = useState<InboxKind | null>(null);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      setWhole(null);
      selection.toggle(id, isRange);
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `toggle` stays the same
    [selection.toggle],
  );
  const clear = () => {
    setWhole(null);
    selection.clear();
  };
  return { selection: { ...selection, toggle, clear }, whole, setWhole };
}

/** Both functions keep their identity while the list changes, so that rows do not render again. */
function useDeciding(items: readonly Item[], focus: ReturnType<typeof useInboxFocus>, select: Selection<Item>["set"]) {
  const queryClient = useQueryClient();
  const latest = useRef({ items, focus });
  useLayoutEffect(() => {
    latest.current = { items, focus };
  });
  const decideAll = useCallback(
    (decided: readonly ItemDecision[]) => {
      const ids = new Set(decided.map(({ item }) => item.id));
      latest.current.focus.goPast(ids);
      select([]);
      decideItems(queryClient, decided);
    },
    [queryClient, select],
  );
  const decideOne = useCallback((decided: ItemDecision) => decideAll([decided]), [decideAll]);
  return { decideAll, decideOne };
}

interface BarProps extends Pick<ItemsProps, "items" | "counts"> {
  whole: InboxKind | null;
  selection: Selection<Item>;
  onDecide: (decided: readonly ItemDecision[]) => void;
}

function Bar({ items, counts, whole, selection, onDecide }: BarProps) {
  const queryClient = useQueryClient();
  const { mine } = useInboxPart();
  const { work } = useDecisions();
  const listed = items.filter(({ kind }) => kind === whole);
  if (!whole || work || listed.length === 0)
    return (selection.items.length > 0 || work) && <InboxBar selection={selection} work={work} onDecide={onDecide} />;
  const total = counts?.[whole] ?? listed.length;
  return (
    <AllItemsBar
      kind={whole}
      count={total}
      onDecide={(choice) => {
        selection.clear();
        decideAllOfKind(queryClient, { kind: whole, choice, mine, total, listed });
      }}
      onClear={selection.clear}
    />
  );
}

const KeyHints = () => (
  <p className="mb-4 text-13 text-faint max-sm:hidden [@media(hover:none)]:hidden">
    <Key name="j" /> and <Key name="k" /> move, <Key name="o" /> opens, <Key name="a" /> accepts, <Key name="d" />{" "}
    declines, <Key name="1" /> <Key name="2" /> <Key name="3" /> choose, <Key name="h" /> snoozes, <Key name="z" />{" "}
    undoes, <Key name="?" /> shows every key.
  </p>
);

const ReadOnlyNote = () => (
  <p className="mb-4 text-13 text-soft">
    You can read what waits here. Owners, admins, editors and reviewers of this workspace decide it.
  </p>
);

const Key = ({ name }: { name: string }) => (
  <kbd className="rounded-box border border-rule px-1 font-mono text-12 text-soft">{name}</kbd>
);

interface GroupProps {
  kind: InboxKind;
  items: readonly Item[];
  /** The number of open items of the kind, including those not loaded yet. */
  beyond: number;
  hasHidden: boolean;
  /** Selects all items of the kind, including those not loaded yet; null where that is not offered. */
  onWhole: ((kind: InboxKind) => void) | null;
  /** Null when the person may not decide. */
  selection: Selection<Item> | null;
  onDecide: (decided: ItemDecision) => void;
}

function Group({ kind, items, beyond, hasHidden, onWhole, selection, onDecide }: GroupProps) {
  if (items.length === 0) return null;
  const isPart = !hasHidden && beyond > items.length && onWhole !== null;
  const selectAll = () => {
    selection?.set([...selection.items, ...items].map(({ id }) => id));
    if (isPart) onWhole(kind);
  };
  const count = hasHidden ? items.length : Math.max(items.length, beyond);
  return (
    <Section
      title={
        <>
          {KIND_NAMES[kind]} <span className="font-normal text-faint tabular-nums">{formatCount(count)}</span>
        </>
      }
      action={
        selection &&
        (items.length > 1 || isPart) && (
          <Button look="quiet" size="small" onClick={selectAll}>
            Select all {formatCount(isPart ? beyond : items.length)}
          </Button>
        )
      }
    >
      {selection && <ChoiceEffects kind={kind} choices={items.flatMap(({ choices }) => choices)} />}
      <ul className="divide-y divide-rule">
        {items.map((item) => (
          <InboxItem
            key={item.id}
            item={item}
            isSelected={selection?.has(item.id) ?? false}
            onSelect={selection?.toggle ?? null}
            onDecide={onDecide}
          />
        ))}
      </ul>
    </Section>
  );
}

function Failed({ report }: Pick<ReturnType<typeof useDecisions>, "report">) {
  // The report is loaded while the network is there, which may be what fails.
  useEffect(() => void loadReport().catch(() => undefined), []);
  return <Suspense fallback={null}>{report && <FailureReport report={report} onDismiss={dismissReport} />}</Suspense>;
}
