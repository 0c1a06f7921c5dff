import "../../ui/article.css";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import { INBOX_KINDS, type InboxKind } from "../../../shared/domain/inbox.ts";
import { useInbox } from "../../api/inbox.ts";
import { useCan } from "../../components/may.tsx";
import { Section } from "../../components/section.tsx";
import { formatCount } from "../../lib/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailure } from "../../ui/query-view.tsx";
import { FailureReport } from "../articles/failure-report.tsx";
import { type Selection, useSelection } from "../articles/use-selection.ts";
import { KIND_NAMES } from "./choices.ts";
import { DecidedLately } from "./decided-lately.tsx";
import { type Decided, decide, dismissReport, useDecisions } from "./decisions.ts";
import { InboxBar } from "./inbox-bar.tsx";
import { InboxItem } from "./inbox-item.tsx";
import { MineFilter, useMine } from "./mine-filter.tsx";
import { useFocus, useKeys } from "./use-keyboard.ts";

/** What needs a person, by kind, to be decided in seconds. */
export default function Inbox() {
  const isMine = useMine();
  const [everything, setEverything] = useState(false);
  const inbox = useInbox(isMine, everything);
  const { hidden, report } = useDecisions();
  const pages = inbox.data?.pages;
  const items = useMemo(() => {
    const all = pages?.flatMap((page) => page.items) ?? [];
    return INBOX_KINDS.flatMap((kind) => all.filter((item) => item.kind === kind && !hidden.has(item.id)));
  }, [pages, hidden]);
  if (!pages) {
    if (inbox.isError) return <ReadFailure error={inbox.error} onRetry={() => void inbox.refetch()} />;
    return <div className="late skeleton mt-6 h-96" />;
  }
  const [first] = pages;
  const waiting = inbox.hasNextPage ? Math.max(0, (first?.total ?? 0) - pages.flatMap((page) => page.items).length) : 0;
  return (
    <>
      {first?.pressure && (
        <p role="note" className="mb-4 rounded-box bg-busy-wash p-4 text-busy">
          {first.pressure}
          {first.setAside > 0 && (
            <Button size="small" className="mt-3 flex" onClick={() => setEverything(true)}>
              Show the other {formatCount(first.setAside)}
            </Button>
          )}
        </p>
      )}
      <MineFilter mine={first?.mine} />
      {report && <FailureReport report={report} onDismiss={dismissReport} />}
      <Items
        items={items}
        counts={first?.counts}
        more={
          inbox.hasNextPage && (
            <Button className="mt-6" disabled={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
              Show more ({formatCount(waiting)} waiting)
            </Button>
          )
        }
      />
      <DecidedLately />
    </>
  );
}

interface ItemsProps {
  items: readonly Item[];
  counts: Partial<Record<InboxKind, number>> | undefined;
  /** Below the items. */
  more: ReactNode;
}

function Items({ items, counts, more }: ItemsProps) {
  const queryClient = useQueryClient();
  const isMine = useMine();
  const mayDecide = useCan()("change", "inbox");
  const selection = useSelection(items);
  const { work, restored, hidden } = useDecisions();
  const focus = useFocus(items, restored);

  const latest = useRef({ items, focus });
  useLayoutEffect(() => {
    latest.current = { items, focus };
  });
  const { set } = selection;
  const decideAll = useCallback(
    (decided: readonly Decided[]) => {
      const ids = new Set(decided.map(({ item }) => item.id));
      latest.current.focus.goPast(ids);
      set([]);
      decide(queryClient, decided);
    },
    [queryClient, set],
  );
  const decideOne = useCallback((decided: Decided) => decideAll([decided]), [decideAll]);
  useKeys(selection, focus, mayDecide);

  if (items.length === 0)
    return (
      <div data-item="" tabIndex={-1} className="outline-none">
        <NothingToDecide isMine={isMine} />
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
            selection={mayDecide ? selection : null}
            onDecide={decideOne}
          />
        ))}
      </div>
      {more}
      {(selection.items.length > 0 || work) && <InboxBar selection={selection} work={work} onDecide={decideAll} />}
    </>
  );
}

function NothingToDecide({ isMine }: { isMine: boolean }) {
  return (
    <EmptyState
      title={isMine ? "Nothing for you to decide" : "Nothing to decide"}
      action={
        <Link to={isMine ? "/articles?view=inbox" : "/articles"} className={buttonClass()}>
          {isMine ? "See everybody’s" : "Read the articles"}
        </Link>
      }
    >
      {isMine
        ? "Items assigned to you, and unassigned ones about articles you own, are listed here."
        : "Conflicts, proposed changes and pages that people changed wait here until somebody decides."}
    </EmptyState>
  );
}

const KeyHints = () => (
  <p className="mb-4 text-13 text-faint max-sm:hidden [@media(hover:none)]:hidden">
    <Key name="j" /> and <Key name="k" /> move, <Key name="1" /> <Key name="2" /> <Key name="3" /> choose,{" "}
    <Key name="s" /> assigns, <Key name="z" /> undoes, <Key name="?" /> shows every key.
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
  /** How many of the kind wait, also those not read yet. */
  beyond: number;
  hasHidden: boolean;
  /** Null: the person may not decide. */
  selection: Selection<Item> | null;
  onDecide: (decided: Decided) => void;
}

function Group({ kind, items, beyond, hasHidden, selection, onDecide }: GroupProps) {
  if (items.length === 0) return null;
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
        items.length > 1 && (
          <Button
            look="quiet"
            size="small"
            onClick={() => selection.set([...selection.items, ...items].map(({ id }) => id))}
          >
            Select all {formatCount(items.length)}
          </Button>
        )
      }
    >
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
