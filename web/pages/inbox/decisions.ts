import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";
import { ApiError } from "../../api/client.ts";
import { type DecisionResult, decideAll, decidePartOfKind, undoAll } from "../../api/inbox.ts";
import { formatCount, formatItems } from "../../lib/format.ts";
import { createListeners } from "../../lib/listeners.ts";
import { amendToast, dismissToast, getCurrentToast, showToast } from "../../lib/toast-store.ts";
import type { Failures } from "../articles/failure-report.tsx";
import { type Batch, type Decided, decisionOf, type ItemOfBatch } from "./decision-batch.ts";
import { toastOf } from "./decision-toast.ts";
import { undoLastEarlier } from "./undo-earlier.ts";

/**
 * Decisions are sent to the server one after the other, and their items leave the list before it answers. They outlive the page,
 * so that people can continue and undo them elsewhere.
 */
export interface DecisionsState {
  /** Items decided since the inbox was last loaded. */
  hidden: ReadonlySet<string>;
  /** Set while several decisions are being sent. */
  work: { doing: "Deciding" | "Undoing"; done: number; total: number } | null;
  /** The failures, until a person dismisses them. */
  report: Failures | null;
  /** The id of the first item that the last undo restored. */
  restored: string | null;
}

/** The server accepts more, but smaller parts show progress. */
const AT_ONCE = 20;
const TOUCHED = ["/api/articles", "/api/notifications", "/api/wiki-findings"];
/** The pages of one article are written within minutes. */
const MOST_RETRIES = 45;
const SECOND_CLICK_MS = 500;
const NO_ANSWER = "The server did not answer.";

let state: DecisionsState = { hidden: new Set(), work: null, report: null, restored: null };
const listeners = createListeners();
function change(part: Partial<DecisionsState>): void {
  state = { ...state, ...part };
  listeners.notify();
}

export const useDecisions = () => useSyncExternalStore(listeners.subscribe, () => state);
export const dismissReport = () => change({ report: null });
export const forgetRestored = () => change({ restored: null });

let line: Promise<void> = Promise.resolve();
let waiting = 0;
const settled = new Set<string>();
/** The decisions that can be undone, newest last. */
const history: Batch[] = [];

/** Runs work one piece after the other; the inbox is refetched after the last one. */
function inLine(queryClient: QueryClient, work: () => Promise<void>): void {
  waiting += 1;
  line = line.then(async () => {
    await work();
    waiting -= 1;
    if (waiting > 0) return;
    const shown = [...settled];
    settled.clear();
    for (const root of TOUCHED) void queryClient.invalidateQueries({ queryKey: [root] });
    await queryClient.invalidateQueries({ queryKey: ["/api/inbox"] });
    // A new decision may have started meanwhile. Its own refetch then shows the remaining items.
    if (waiting > 0) for (const id of shown) settled.add(id);
    else show(shown);
  });
}

function show(ids: readonly string[]): void {
  const hidden = new Set(state.hidden);
  for (const id of ids) hidden.delete(id);
  change({ hidden });
}

/** The list moves up under the pointer, so the second of two clicks would decide the next item. Undo is outside of items. */
function ignoreSecondClick(): void {
  const ignore = (event: MouseEvent) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isInItem = event.target instanceof Element && event.target.closest("[data-item]") !== null;
    if (!isInItem || !(isTouch || event.detail > 1)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, { capture: true });
  setTimeout(() => document.removeEventListener("click", ignore, { capture: true }), SECOND_CLICK_MS);
}

export function decide(queryClient: QueryClient, decided: readonly Decided[]): void {
  const [first] = decided;
  if (!first) return;
  ignoreSecondClick();
  undoOther = null;
  const batch: Batch = { decided, undos: [], toast: undefined, retries: 0 };
  // An earlier failure is about an item that is listed again.
  change({ hidden: new Set([...state.hidden, ...decided.map(({ item }) => item.id)]), report: null });
  history.push(batch);
  tell(batch, () => undo(queryClient, batch));
  inLine(queryClient, () => send(queryClient, batch));
}

const tell = (batch: Batch, undoIt: (() => void) | undefined) => offerUndo(batch, toastOf(batch.decided), undoIt);

function offerUndo(batch: Batch, toast: Parameters<typeof showToast>[0], undoIt: (() => void) | undefined): void {
  showToast({ ...toast, ...(undoIt && { action: { label: "Undo", run: undoIt } }) });
  batch.toast = getCurrentToast()?.id;
}

async function send(queryClient: QueryClient, batch: Batch): Promise<void> {
  const { decided } = batch;
  const results = await inParts(decided.map(decisionOf), ({ id }) => id, decideAll, "Deciding");
  const [only] = results;
  if (decided.length === 1 && only?.retryAfterSeconds !== undefined && batch.retries < MOST_RETRIES) {
    batch.retries += 1;
    // Unless it was undone meanwhile. The item stays out of the list.
    const sendAgain = () => history.includes(batch) && inLine(queryClient, () => send(queryClient, batch));
    setTimeout(sendAgain, only.retryAfterSeconds * 1000);
    return;
  }
  batch.undos = results.flatMap(({ id, undo: way }) => {
    const item = decided.find((one) => one.item.id === id)?.item;
    return way && item ? [{ id: way.id, item }] : [];
  });
  for (const { item } of decided) settled.add(item.id);
  const failed = results.filter(({ outcome }) => outcome === "failed");
  if (batch.undos.length === 0) drop(batch);
  if (batch.toast !== undefined && getCurrentToast()?.id === batch.toast) {
    if (failed.length === decided.length) dismissToast(batch.toast);
    else if (batch.undos.length === 0) tell(batch, undefined);
    else if (failed.length > 0) tell({ ...batch, decided: succeeded(batch, failed) }, () => undo(queryClient, batch));
    const made = decided.length === 1 ? results[0]?.newArticle : undefined;
    if (made) amendToast(batch.toast, { text: made.title, to: `/articles/${made.id}` });
  }
  report(
    decided.length === 1
      ? "Could not be decided yet"
      : `${decided.length - failed.length} of ${decided.length} decided`,
    failed,
    decided,
  );
  // Failed items return to the list at once.
  show(failed.map(({ id }) => id));
}

interface WholeKind {
  kind: InboxKind;
  choice: InboxChoice;
  mine: boolean;
  /** The number of open items, for the progress. */
  total: number;
  /** The listed items of the kind, which leave the list at once. */
  listed: readonly InboxItem[];
}

/** Lets the server decide everything of a kind, in parts. It can be undone when the last part is done. */
export function decideWhole(queryClient: QueryClient, { kind, choice, mine, total, listed }: WholeKind): void {
  const ids = listed.map(({ id }) => id);
  const until = new Date().toISOString();
  change({ hidden: new Set([...state.hidden, ...ids]) });
  inLine(queryClient, async () => {
    const batch: Batch = { decided: [], undos: [], toast: undefined, retries: 0 };
    const failed: (DecisionResult & { item: ItemOfBatch })[] = [];
    let [done, isBroken] = [0, false];
    for (let after: string | null | undefined; after !== null; ) {
      change({ work: { doing: "Deciding", done, total: Math.max(total, done) } });
      try {
        const part = await decidePartOfKind({ kind, choice, until, ...(mine && { mine }), ...(after && { after }) });
        for (const { article, ...result } of part.results) {
          const item = { id: result.id, article };
          if (result.outcome === "failed") failed.push({ ...result, item });
          else if (result.undo) batch.undos.push({ id: result.undo.id, item });
        }
        done += part.results.length;
        after = part.next;
      } catch (error) {
        const text = error instanceof ApiError ? error.explanation : NO_ANSWER;
        showToast({ title: `${formatCount(done)} of ${formatCount(total)} decided`, text, tone: "destructive" });
        isBroken = true;
        after = null;
      }
    }
    change({ work: null });
    for (const id of ids) settled.add(id);
    if (batch.undos.length > 0) history.push(batch);
    if (!isBroken && done > failed.length)
      offerUndo(
        batch,
        { title: `${formatCount(done - failed.length)} decided` },
        batch.undos.length > 0 ? () => undo(queryClient, batch) : undefined,
      );
    report(`${formatCount(done - failed.length)} of ${formatCount(done)} decided`, failed, failed);
  });
}

/** A decision about a page of the wiki, which has an endpoint of its own, is undone as the others are. */
export function rememberDecided(queryClient: QueryClient, decided: Batch["undos"][number], title: string): void {
  const batch: Batch = { decided: [], undos: [decided], toast: undefined, retries: 0 };
  history.push(batch);
  offerUndo(batch, { title, text: decided.item.article.title }, () => undo(queryClient, batch));
}

/** Returns false when the batch was already removed. */
function drop(batch: Batch): boolean {
  const index = history.indexOf(batch);
  return index !== -1 && history.splice(index, 1).length > 0;
}

const succeeded = ({ decided }: Batch, failed: readonly DecisionResult[]) =>
  decided.filter(({ item }) => failed.every(({ id }) => id !== item.id));

/** Sends the items in parts. A part that fails as a whole counts as a failure of each of its items. */
async function inParts<One>(
  all: readonly One[],
  idOf: (one: One) => string,
  ask: (part: One[]) => Promise<{ results: DecisionResult[] }>,
  doing: "Deciding" | "Undoing",
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  const total = all.length;
  const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", askFirst);
  for (let start = 0; start < total; start += AT_ONCE) {
    if (total > 1) change({ work: { doing, done: start, total } });
    const part = all.slice(start, start + AT_ONCE);
    try {
      results.push(...(await ask(part)).results);
    } catch (error) {
      const message = error instanceof ApiError ? error.explanation : NO_ANSWER;
      results.push(...part.map((one) => ({ id: idOf(one), outcome: "failed" as const, message, undo: null })));
    }
  }
  window.removeEventListener("beforeunload", askFirst);
  change({ work: null });
  return results;
}

/** Undoes something else that was done last, such as snoozing. */
let undoOther: (() => void) | null = null;

/** From now on `undoLast` runs this, until a person decides again. Returns a function that runs it at most once. */
export function offerToUndo(run: () => void): () => void {
  const once = () => {
    if (undoOther === once) undoOther = null;
    run();
  };
  undoOther = once;
  return once;
}

/**
 * Undoes the last decision that can be undone, and the one before it the next time, including decisions from before the page was
 * loaded.
 */
export function undoLast(queryClient: QueryClient): void {
  const batch = history.at(-1);
  const other = undoOther;
  undoOther = null;
  if (other) other();
  else if (batch) undo(queryClient, batch);
  else inLine(queryClient, () => undoLastEarlier(queryClient));
}

function undo(queryClient: QueryClient, batch: Batch): void {
  if (!drop(batch)) return;
  const ids = (batch.decided.length > 0 ? batch.decided : batch.undos).map(({ item }) => item.id);
  if (batch.toast !== undefined) dismissToast(batch.toast);
  // A request in flight would return the inbox before the undo and remove the restored items again.
  void queryClient.cancelQueries({ queryKey: ["/api/inbox"] });
  show(ids);
  change({ restored: ids[0] ?? null });
  // Queued after the decision itself, because its answer contains the undo ids.
  inLine(queryClient, async () => {
    const { undos } = batch;
    if (undos.length === 0) return;
    const results = await inParts(
      undos,
      ({ id }) => id,
      (part) => undoAll(part.map(({ id }) => id)),
      "Undoing",
    );
    const failed = results.filter(({ outcome }) => outcome === "failed");
    for (const id of ids) settled.add(id);
    report(`${formatItems(failed.length, "decision")} could not be undone`, failed, undos);
    const undone = results.length - failed.length;
    // A later decision keeps its toast, because its undo action is there.
    if (undone > 0 && !getCurrentToast()) showToast({ title: undone === 1 ? "Undone" : `${undone} undone` });
  });
}

/** `about`: the item of each result, found by the result's id or by its item's id. */
function report(
  title: string,
  failed: readonly DecisionResult[],
  about: readonly { id?: string; item: ItemOfBatch }[],
) {
  if (failed.length === 0) return;
  change({
    report: {
      title,
      failed: failed.map(({ id, message }) => {
        const article = about.find((one) => (one.id ?? one.item.id) === id)?.item.article;
        return { id: article?.id ?? "", title: article?.title ?? "", message: message || "Please try again." };
      }),
    },
  });
}
