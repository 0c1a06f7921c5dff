import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";
import { ApiError } from "../../api/client.ts";
import {
  type AssignableItem,
  type DecisionResult,
  decideAll,
  decidePartOfKind,
  snoozeItems,
  undoAll,
} from "../../api/inbox.ts";
import { formatCount, formatDay, formatItems } from "../../lib/format.ts";
import { createListeners } from "../../lib/listeners.ts";
import { amendToast, dismissToast, getCurrentToast, showToast } from "../../lib/toast-store.ts";
import type { FailureDetails } from "../articles/failure-report.tsx";
import { ignoreSecondClick } from "./choice-button.tsx";
import { getChoiceWords } from "./choices.ts";
import {
  type DecisionBatch,
  describeFailures,
  type ItemDecision,
  type ItemOfBatch,
  toDecisionRequest,
} from "./decision-batch.ts";
import { buildDecisionToast } from "./decision-toast.ts";
import { NO_ANSWER, sendInParts } from "./send-in-parts.ts";
import { undoLastEarlierDecision } from "./undo-earlier.ts";
import {
  claimWaitingDecisions,
  isDecisionWaiting,
  removeWaitingDecision,
  storeWaitingDecision,
} from "./waiting-decisions.ts";

/** The pause before a waiting decision is sent again after the server did not answer. */
const AFTER_SILENCE_S = 5;

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
  report: FailureDetails | null;
  /** The id of the first item that the last undo restored. */
  restored: string | null;
  /** Items whose decision is sent again until a platform is ready, with the sentence that says so. */
  waiting: ReadonlyMap<string, string>;
}

const TOUCHED = ["/api/articles", "/api/notifications", "/api/wiki-findings"];

let state: DecisionsState = { hidden: new Set(), work: null, report: null, restored: null, waiting: new Map() };
const listeners = createListeners();
function change(part: Partial<DecisionsState>): void {
  state = { ...state, ...part };
  listeners.notify();
}

export const useDecisions = () => useSyncExternalStore(listeners.subscribe, () => state);
/** The sentence that says what the item's decision waits for. */
export const useWaitReason = (id: string) => useSyncExternalStore(listeners.subscribe, () => state.waiting.get(id));
export const dismissReport = () => change({ report: null });
export const clearRestoredItem = () => change({ restored: null });

let line: Promise<void> = Promise.resolve();
let waiting = 0;
const settled = new Set<string>();
/** The decisions that can be undone, newest last. */
const history: DecisionBatch[] = [];

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

export function decideItems(queryClient: QueryClient, decided: readonly ItemDecision[]): void {
  if (decided.length === 0) return;
  ignoreSecondClick();
  const batch: DecisionBatch = { decided, undos: [], toast: undefined };
  // An earlier failure is about an item that is listed again.
  change({ hidden: new Set([...state.hidden, ...decided.map(({ item }) => item.id)]), report: null });
  history.push(batch);
  tellAtWork(batch, () => undo(queryClient, batch));
  sendInLine(queryClient, batch);
}

const sendInLine = (queryClient: QueryClient, batch: DecisionBatch) =>
  inLine(queryClient, () => send(queryClient, batch));

/** While several are decided, the toast says no more than that. */
const tellAtWork = (batch: DecisionBatch, undoIt: () => void) => {
  const { title, ...toast } = buildDecisionToast(batch.decided);
  const many = batch.decided.length;
  offerUndo(batch, { ...toast, title: many > 1 ? `Deciding ${formatCount(many)}…` : title }, undoIt);
};

const tell = (batch: DecisionBatch, undoIt: (() => void) | undefined) =>
  offerUndo(batch, buildDecisionToast(batch.decided), undoIt);

function offerUndo(
  batch: DecisionBatch,
  toast: Parameters<typeof showToast>[0],
  undoIt: (() => void) | undefined,
): void {
  showToast({ ...toast, ...(undoIt && { action: { label: "Undo", run: undoIt } }) });
  batch.toast = getCurrentToast()?.id;
}

async function send(queryClient: QueryClient, batch: DecisionBatch): Promise<void> {
  const { decided } = batch;
  const results = await sendInParts(decided.map(toDecisionRequest), ({ id }) => id, decideAll, showWork("Deciding"));
  const [only] = results;
  if (decided.length === 1 && only?.retryAfterSeconds !== undefined) return waitFor(queryClient, batch, only);
  // A page that is left breaks off its requests, and the decision would be forgotten with it.
  if (only?.message === NO_ANSWER && isDecisionWaiting(only.id))
    return waitFor(queryClient, batch, { ...only, retryAfterSeconds: AFTER_SILENCE_S });
  endWaiting(batch, results);
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
    else if (decided.length > 1) amendToast(batch.toast, { title: buildDecisionToast(decided).title });
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

/** The item is listed again and says what its decision waits for, because nothing is decided yet. */
function waitFor(
  queryClient: QueryClient,
  batch: DecisionBatch,
  { retryAfterSeconds = 1, waitsFor }: DecisionResult,
): void {
  const [one] = batch.decided;
  // It was undone meanwhile.
  if (!one || !history.includes(batch)) return;
  const { item, choice } = one;
  if (!state.waiting.has(item.id)) {
    const title = `${getChoiceWords(item.kind, choice).name} is waiting for ${waitsFor ?? "its page"}`;
    storeWaitingDecision(queryClient, one);
    change({ waiting: new Map(state.waiting).set(item.id, title) });
    if (getCurrentToast()?.id === batch.toast)
      offerUndo(batch, { title, text: item.article.title }, () => undo(queryClient, batch));
  }
  show([item.id]);
  setTimeout(() => history.includes(batch) && sendInLine(queryClient, batch), retryAfterSeconds * 1000);
}

/** Forgets what waited; decided items leave the list again. */
function endWaiting({ decided }: DecisionBatch, results: readonly DecisionResult[] = []): void {
  const ended = decided.filter(({ item }) => removeWaitingDecision(item.id)).map(({ item }) => item.id);
  if (ended.length === 0) return;
  const done = results.filter(({ outcome }) => outcome === "done").map(({ id }) => id);
  const waiting = new Map([...state.waiting].filter(([id]) => !ended.includes(id)));
  change({ waiting, hidden: new Set([...state.hidden, ...done]) });
}

/** Sends the decisions again that waited when the page was left. */
export function resumeWaitingDecisions(queryClient: QueryClient): void {
  const { recent, tooOld } = claimWaitingDecisions(queryClient);
  if (tooOld) change({ report: tooOld });
  for (const one of recent) {
    if (history.some(({ decided }) => decided.some(({ item }) => item.id === one.item.id))) continue;
    const batch: DecisionBatch = { decided: [one], undos: [], toast: undefined };
    history.push(batch);
    sendInLine(queryClient, batch);
  }
}

interface KindDecision {
  kind: InboxKind;
  choice: InboxChoice;
  mine: boolean;
  /** The number of open items, for the progress. */
  total: number;
  /** The listed items of the kind, which leave the list at once. */
  listed: readonly InboxItem[];
}

/** Lets the server decide everything of a kind, in parts. It can be undone when the last part is done. */
export function decideAllOfKind(queryClient: QueryClient, { kind, choice, mine, total, listed }: KindDecision): void {
  const ids = listed.map(({ id }) => id);
  const until = new Date().toISOString();
  change({ hidden: new Set([...state.hidden, ...ids]) });
  inLine(queryClient, async () => {
    const batch: DecisionBatch = { decided: [], undos: [], toast: undefined };
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

/** A decision whose item stays, or that has an endpoint of its own, is undone as the others are. */
export const rememberDecision = (
  queryClient: QueryClient,
  decided: DecisionBatch["undos"][number],
  title: string,
): void => remember(queryClient, { decided: [], undos: [decided], toast: undefined }, title);

/** A snooze too. */
export function rememberSnooze(queryClient: QueryClient, items: readonly AssignableItem[], until: string): void {
  const undos = items.map(({ id, article }) => ({ id, item: { id, article: { id: "", ...article } } }));
  const takeBack = (ids: string[]) => snoozeItems(ids, null);
  remember(queryClient, { decided: [], undos, toast: undefined, takeBack }, `Snoozed until ${formatDay(until)}`);
}

function remember(queryClient: QueryClient, batch: DecisionBatch, title: string): void {
  history.push(batch);
  const [first, ...more] = batch.undos;
  const toast = { title, ...(first && more.length === 0 && { text: first.item.article.title }) };
  offerUndo(batch, toast, () => undo(queryClient, batch));
}

const showWork = (doing: "Deciding" | "Undoing") => (progress: { done: number; total: number } | null) =>
  change({ work: progress && { doing, ...progress } });

/** Returns false when the batch was already removed. */
function drop(batch: DecisionBatch): boolean {
  const index = history.indexOf(batch);
  return index !== -1 && history.splice(index, 1).length > 0;
}

const succeeded = ({ decided }: DecisionBatch, failed: readonly DecisionResult[]) =>
  decided.filter(({ item }) => failed.every(({ id }) => id !== item.id));

/**
 * Undoes the last decision that can be undone, and the one before it the next time, including decisions from before the page was
 * loaded.
 */
export function undoLastDecision(queryClient: QueryClient): void {
  const batch = history.at(-1);
  if (batch) undo(queryClient, batch);
  else inLine(queryClient, () => undoLastEarlierDecision(queryClient));
}

function undo(queryClient: QueryClient, batch: DecisionBatch): void {
  if (!drop(batch)) return;
  endWaiting(batch);
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
    const ask = batch.takeBack ?? undoAll;
    const results = await sendInParts(
      undos,
      ({ id }) => id,
      (part) => ask(part.map(({ id }) => id)),
      showWork("Undoing"),
    );
    const failed = results.filter(({ outcome }) => outcome === "failed");
    for (const id of ids) settled.add(id);
    report(`${formatItems(failed.length, "decision")} could not be undone`, failed, undos);
    const undone = results.length - failed.length;
    const text = undos.find(({ id }) => failed.every((one) => one.id !== id))?.item.article.title ?? "";
    // A later decision keeps its toast, because its undo action is there.
    if (undone > 0 && !getCurrentToast())
      showToast(undone === 1 ? { title: "Undone", text } : { title: `${undone} undone` });
  });
}

function report(...failed: Parameters<typeof describeFailures>): void {
  const said = describeFailures(...failed);
  if (said) change({ report: said });
}
