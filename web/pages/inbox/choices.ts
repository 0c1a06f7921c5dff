import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";

interface ChoiceWords {
  name: string;
  /** What has happened then. */
  done: string;
  /** The key that says the same for every kind: 'a' takes what is offered, 'd' does not. */
  answer?: "accept" | "decline";
  /** Needs more than a key: two conditions, a title, or a yes to what cannot be undone. */
  asks?: true;
}

export const KIND_NAMES: Record<InboxKind, string> = {
  conflict: "Conflicts",
  proposal: "Proposed changes",
  "lost-support": "Source changed",
  "page-conflict": "Pages changed by people",
  "page-copy": "Copies of pages",
  "page-comments": "Comments on changed words",
  "first-article": "First articles to approve",
  draft: "Drafts",
  held: "Held back",
  "asked-to-fix": "Fix requested",
  dismissed: "Marked as not knowledge",
  reported: "Reported problems",
  "review-due": "Still right?",
};

const UNREAD: Partial<Record<InboxChoice, ChoiceWords>> = {
  approve: { name: "Approve", done: "The article is approved", answer: "accept" },
  decline: { name: "Keep it in the library only", done: "The article stays in the library", answer: "decline" },
  remove: { name: "Remove", done: "The article is in the trash" },
};

const WORDS: Record<InboxKind, Partial<Record<InboxChoice, ChoiceWords>>> = {
  conflict: {
    keep: { name: "Keep what the article says", done: "The article stays as it is", answer: "decline" },
    replace: { name: "Replace it with the newer", done: "The article now says the newer statement", answer: "accept" },
    "keep-both": { name: "Keep both, with conditions", done: "The article now says both", asks: true },
  },
  proposal: {
    decline: { name: "Leave the article as it is", done: "The article stays as it is", answer: "decline" },
    accept: { name: "Accept", done: "The article was changed", answer: "accept" },
    "own-article": { name: "Make it an article of its own", done: "It is an article of its own now", asks: true },
  },
  "lost-support": {
    keep: { name: "Still correct", done: "The sentences stay", answer: "accept" },
    remove: { name: "Remove the sentences", done: "The sentences were removed", answer: "decline" },
  },
  "page-conflict": {
    "keep-theirs": { name: "Leave both as they are", done: "The page keeps its words", answer: "accept" },
    replace: { name: "Use article’s words", done: "The page is written again", asks: true },
    leave: { name: "Leave it removed", done: "The page stays removed", answer: "decline" },
    recreate: { name: "Publish it again", done: "A new page is created", answer: "accept" },
    forget: { name: "Never publish it there", done: "The article is no longer published there" },
  },
  "page-copy": {
    keep: { name: "Keep the page", done: "The page stays", answer: "accept" },
    "put-away": { name: "Move it to the trash", done: "The page is moved to the platform's trash", answer: "decline" },
  },
  "page-comments": {
    seen: { name: "Mark as seen", done: "Marked as seen", answer: "accept" },
  },
  "first-article": UNREAD,
  draft: UNREAD,
  held: {
    "library-only": {
      name: "Keep it in the library only",
      done: "The article stays in the library",
      answer: "decline",
    },
    show: { name: "Publish anyway", done: "The article is published again", answer: "accept" },
  },
  "asked-to-fix": {
    keep: { name: "Correct now", done: "The article stays as it is now", answer: "accept" },
    "library-only": {
      name: "Keep it in the library only",
      done: "The article stays in the library",
      answer: "decline",
    },
  },
  reported: {
    keep: { name: "Dismiss", done: "The article stays as it is now", answer: "decline" },
    "library-only": { name: "Keep it in the library only", done: "The article stays in the library" },
  },
  dismissed: {
    keep: { name: "Keep the article", done: "The article is kept", answer: "decline" },
    remove: { name: "Remove it now", done: "The article is removed, with its pages" },
  },
  "review-due": {
    keep: { name: "Still right", done: "The article is confirmed", answer: "accept" },
    "library-only": {
      name: "Keep it in the library only",
      done: "The article stays in the library",
      answer: "decline",
    },
  },
};

export const wordsOf = (kind: InboxKind, choice: InboxChoice): ChoiceWords =>
  WORDS[kind][choice] ?? { name: choice, done: "Decided" };

/** Something that several items can be told at once: which choice that is for each. */
export interface SharedChoice {
  name: string;
  answer: "accept" | "decline" | undefined;
  choices: { item: InboxItem; choice: InboxChoice }[];
}

/**
 * What can be decided for all of them: the choices of one kind by their names; of several kinds, to take or not to take
 * what each offers. What asks for more is decided one by one.
 */
export function sharedChoices(items: readonly InboxItem[]): SharedChoice[] {
  const [first, ...others] = items;
  if (!first) return [];
  const common = first.choices.filter((choice) =>
    others.every(({ kind, choices }) => kind === first.kind && choices.includes(choice)),
  );
  if (common.length > 0)
    return common
      .map((choice) => ({ choice, ...wordsOf(first.kind, choice) }))
      .filter(({ asks }) => !asks)
      .map(({ choice, name, answer }) => ({ name, answer, choices: items.map((item) => ({ item, choice })) }));
  return (["accept", "decline"] as const).flatMap((answer) => {
    const choices = items.flatMap((item) => {
      const choice = item.choices.find((one) => wordsOf(item.kind, one).answer === answer);
      return choice ? [{ item, choice }] : [];
    });
    const name = answer === "accept" ? "Accept each" : "Decline each";
    return choices.length > 0 ? [{ name, answer, choices }] : [];
  });
}
