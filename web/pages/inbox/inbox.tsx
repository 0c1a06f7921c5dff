import "../../ui/article.css";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import { INBOX_KINDS, type InboxKind } from "../../../shared/domain/inbox.ts";
import { useInbox } from "../../api/inbox.ts";
import { Section } from "../../components/section.tsx";
import { useShortcuts } from "../../components/shortcuts.ts";
import { formatCount } from "../../lib/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReadFailure } from "../../ui/query-view.tsx";
import { FailureReport } from "../articles/failure-report.tsx";
import { isBack, placeIn } from "../articles/list-place.ts";
import { type Selection, useSelection } from "../articles/use-selection.ts";
import { KIND_NAMES } from "./choices.ts";
import { type Decided, decide, dismissReport, forgetRestored, undoLast, useDecisions } from "./decisions.ts";
import { InboxBar } from "./inbox-bar.tsx";
import { InboxItem } from "./inbox-item.tsx";
import { MineFilter, useMine } from "./mine-filter.tsx";

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
  useKeys(selection, focus);

  if (items.length === 0)
    return (
      <div data-item="" tabIndex={-1} className="outline-none">
        <NothingToDecide isMine={isMine} />
        {more}
      </div>
    );
  return (
    <>
      <p className="mb-4 text-13 text-faint max-sm:hidden [@media(hover:none)]:hidden">
        <Key name="j" /> and <Key name="k" /> move, <Key name="1" /> <Key name="2" /> <Key name="3" /> choose,{" "}
        <Key name="s" /> assigns, <Key name="z" /> undoes, <Key name="?" /> shows every key.
      </p>
      <div className="flex flex-col gap-10">
        {INBOX_KINDS.map((kind) => (
          <Group
            key={kind}
            kind={kind}
            items={items.filter((item) => item.kind === kind)}
            beyond={counts?.[kind] ?? 0}
            hasHidden={hidden.size > 0}
            selection={selection}
            onDecide={decideOne}
          />
        ))}
      </div>
      {more}
      {(selection.items.length > 0 || work) && <InboxBar selection={selection} work={work} onDecide={decideAll} />}
    </>
  );
}

function useKeys(selection: Selection<Item>, focus: ReturnType<typeof useFocus>) {
  const queryClient = useQueryClient();
  /** Presses a button: of the bar while several are selected, else of the item that has the focus. */
  const press = (what: string) => {
    const place = selection.items.length > 0 ? document.querySelector("[data-bar]") : focusedItem();
    place?.querySelector<HTMLElement>(what)?.click();
  };
  const select = (isRange: boolean) => {
    const id = focusedItem()?.dataset["item"];
    if (id) selection.toggle(id, isRange);
  };
  const step = (by: 1 | -1, isRange: boolean) => {
    const id = focus.step(by);
    if (id && isRange) selection.toggle(id, true);
  };
  useShortcuts({
    j: () => step(1, false),
    k: () => step(-1, false),
    ArrowDown: () => step(1, false),
    ArrowUp: () => step(-1, false),
    J: () => step(1, true),
    K: () => step(-1, true),
    x: () => select(false),
    X: () => select(true),
    1: () => press("[data-choice='1']"),
    2: () => press("[data-choice='2']"),
    3: () => press("[data-choice='3']"),
    a: () => press("[data-answer=accept]"),
    d: () => press("[data-answer=decline]"),
    s: () => press("[data-assign]"),
    c: () => focusedItem()?.querySelector<HTMLElement>("[data-compare]")?.click(),
    z: () => undoLast(queryClient),
    Escape: selection.clear,
  });
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

const Key = ({ name }: { name: string }) => (
  <kbd className="rounded-box border border-rule px-1 font-mono text-12 text-soft">{name}</kbd>
);

interface GroupProps {
  kind: InboxKind;
  items: readonly Item[];
  /** How many of the kind wait, also those not read yet. */
  beyond: number;
  hasHidden: boolean;
  selection: Selection<Item>;
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
            isSelected={selection.has(item.id)}
            onSelect={selection.toggle}
            onDecide={onDecide}
          />
        ))}
      </ul>
    </Section>
  );
}

const elementOf = (id: string) => document.querySelector<HTMLElement>(`[data-item="${CSS.escape(id)}"]`);
const focusedItem = () => document.activeElement?.closest<HTMLElement>("[data-item]") ?? null;

function show(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

/** Where the keyboard is: on an item, past what was decided, on what an undo brought back, on what one comes from. */
function useFocus(items: readonly Item[], restored: string | null) {
  const { search, state } = useLocation();
  const wanted = useRef<string | null>(null);
  const last = useRef(-1);
  useEffect(() => {
    const named = new URLSearchParams(search).get("item");
    const read = isBack(state) ? placeIn("?view=inbox")?.articleId : undefined;
    wanted.current = named ?? items.find(({ article }) => article.id === read)?.id ?? null;
    // Only at arrival: later the focus is where the person has put it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (restored && items.some(({ id }) => id === restored)) {
      wanted.current = restored;
      forgetRestored();
    }
    if (wanted.current === null) return;
    const element = elementOf(wanted.current);
    if (!element) return;
    wanted.current = null;
    const arrives = last.current === -1;
    last.current = Math.max(0, last.current);
    // At arrival the frame takes the focus for the page first.
    if (arrives) requestAnimationFrame(() => show(element));
    else show(element);
  });
  const goTo = (index: number) => {
    const id = items[index]?.id;
    if (id === undefined) return undefined;
    last.current = index;
    show(elementOf(id));
    return id;
  };
  return {
    step: (by: 1 | -1) => {
      const focused = focusedItem()?.dataset["item"];
      const index = items.findIndex(({ id }) => id === focused);
      if (index !== -1) return goTo(index + by);
      return goTo(Math.min(Math.max(0, last.current), items.length - 1));
    },
    /** To the next item that stays; to the one before when there is none. */
    goPast: (gone: ReadonlySet<string>) => {
      const focused = focusedItem()?.dataset["item"];
      if (focused === undefined || !gone.has(focused)) return;
      const index = items.findIndex(({ id }) => id === focused);
      const stays = ({ id }: Item) => !gone.has(id);
      const next = items.slice(index).find(stays) ?? items.slice(0, index).findLast(stays);
      wanted.current = next?.id ?? "";
    },
  };
}
