import { useSyncExternalStore } from "react";
import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import type { Decision } from "../../api/inbox.ts";
import { createListeners } from "../../lib/listeners.ts";
import { hasPassingWords } from "./passing-words.ts";

/** The sentences of a proposal that a person excluded, by item id. Kept while the list is refetched. */
let left: ReadonlyMap<string, ReadonlySet<string>> = new Map();
const listeners = createListeners();
const NONE: ReadonlySet<string> = new Set();

const presets = new WeakMap<InboxItem, ReadonlySet<string>>();

type ProposedChange = Extract<InboxItem, { kind: "proposal" }>["changes"][number];

const mayBeUnwanted = ({ kind, after, isSmallTalk }: ProposedChange) =>
  isSmallTalk || (kind === "added" && hasPassingWords(after?.map(({ text }) => text).join("") ?? ""));

/** The sentences of a proposal that a person has to include: side talk, and 'this week', beside other sentences. */
function presetOf(item: InboxItem): ReadonlySet<string> {
  if (item.kind !== "proposal") return NONE;
  const unwanted = item.changes.flatMap((change) => (mayBeUnwanted(change) ? [change.key] : []));
  const preset = presets.get(item) ?? (unwanted.length < item.changes.length ? new Set(unwanted) : NONE);
  presets.set(item, preset);
  return preset;
}

const leftOf = (item: InboxItem): ReadonlySet<string> => left.get(item.id) ?? presetOf(item);

export const useExcludedSentences = (item: InboxItem): ReadonlySet<string> =>
  useSyncExternalStore(listeners.subscribe, () => leftOf(item));

export function toggleSentence(item: InboxItem, key: string): void {
  left = new Map(left).set(item.id, new Set([key]).symmetricDifference(leftOf(item)));
  listeners.notify();
}

export type CorrectionChoice = "leave" | "keep";

type UnreadItem = Extract<InboxItem, { kind: "draft" | "first-article" }>;
type CorrectedSentence = NonNullable<UnreadItem["corrected"]>[number];

/** Decisions about the corrected sentences of drafts, by item id and key. */
let corrected: ReadonlyMap<string, ReadonlyMap<string, CorrectionChoice>> = new Map();

const correctedOf = (item: InboxItem): readonly CorrectedSentence[] =>
  ("corrected" in item ? item.corrected : undefined) ?? [];

/** A sentence that its own author replaced is left out unless somebody keeps it. */
const choiceOf = (itemId: string, { key, isSure }: CorrectedSentence): CorrectionChoice | undefined =>
  corrected.get(itemId)?.get(key) ?? (isSure ? "leave" : undefined);

export const useCorrectionChoice = (itemId: string, sentence: CorrectedSentence): CorrectionChoice | undefined =>
  useSyncExternalStore(listeners.subscribe, () => choiceOf(itemId, sentence));

export function storeCorrectionChoice(itemId: string, keys: readonly string[], choice: CorrectionChoice): void {
  const known = corrected.get(itemId) ?? [];
  corrected = new Map(corrected).set(itemId, new Map([...known, ...keys.map((key) => [key, choice] as const)]));
  listeners.notify();
}

/** The keys of the corrected sentences that nobody has decided about. */
export const listUndecidedSentences = (item: InboxItem): string[] =>
  correctedOf(item).flatMap((one) => (choiceOf(item.id, one) ? [] : [one.key]));

/**
 * The included and the excluded sentences of a proposal, or of the corrected ones of a draft, without those that nobody has decided
 * about; undefined for other decisions.
 */
export function toDecidedSentences(item: InboxItem, choice: InboxChoice): Decision["sentences"] {
  if (choice === "approve") {
    const keysOf = (which: CorrectionChoice) =>
      correctedOf(item).flatMap((one) => (choiceOf(item.id, one) === which ? [one.key] : []));
    const sentences = { taken: keysOf("keep"), left: keysOf("leave") };
    return sentences.taken.length + sentences.left.length > 0 ? sentences : undefined;
  }
  if (item.kind !== "proposal" || choice === "decline") return undefined;
  const keys = item.changes.map(({ key }) => key);
  const unwanted = leftOf(item);
  return { taken: keys.filter((key) => !unwanted.has(key)), left: keys.filter((key) => unwanted.has(key)) };
}

/** Sentences that a person writes anew, by item id. */
let written: ReadonlyMap<string, string> = new Map();

const writtenOf = (item: InboxItem): string => (item.kind === "cut-out" ? (written.get(item.id) ?? item.left) : "");

export const useRewrittenSentence = (item: InboxItem): string =>
  useSyncExternalStore(listeners.subscribe, () => writtenOf(item));

export function storeRewrittenSentence(itemId: string, text: string): void {
  written = new Map(written).set(itemId, text);
  listeners.notify();
}

/** The sentence in its new words; undefined while it has none. */
export function findRewrittenSentence(item: InboxItem): string | undefined {
  const text = writtenOf(item).trim();
  return item.kind !== "cut-out" || text === item.left.trim() ? undefined : text || undefined;
}
