import type { InboxItem } from "../../../shared/contract/inbox.ts";
import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";

interface ChoiceWords {
  name: string;
  /** The past tense for messages, such as 'accepted'. */
  done: string;
  /** The effect as one plain sentence, where the name does not say it. */
  effect?: string;
  /** The key that means the same for every kind: 'a' accepts the suggestion, 'd' declines it. */
  answer?: "accept" | "decline";
  /** Needs more input than a key: two conditions, a title, or a confirmation of an action that cannot be undone. */
  asks?: true;
}

export const KIND_NAMES: Record<InboxKind, string> = {
  conflict: "Conflicts",
  proposal: "Proposed changes",
  "lost-support": "Source changed",
  "cut-out": "Sentences to write anew",
  "page-conflict": "Pages changed by people",
  "page-copy": "Copies of pages",
  "page-comments": "Comments on changed words",
  "first-article": "First articles to approve",
  draft: "Drafts",
  held: "Held back",
  "asked-to-fix": "Fix requested",
  dismissed: "Marked as not knowledge",
  reported: "Reported problems",
  "review-due": "Due for review",
};

const LIBRARY_ONLY = {
  name: "Library only",
  done: "The article stays in the library",
  effect: "It stays in the library and is on no page.",
};

const UNREAD: Partial<Record<InboxChoice, ChoiceWords>> = {
  approve: {
    name: "Approve",
    done: "The article is approved",
    effect: "It is published to every connected platform that takes it.",
    answer: "accept",
  },
  remove: {
    name: "Discard",
    done: "The draft is discarded",
    effect: "The draft goes to the trash, and the conversation is not written down again.",
    answer: "decline",
  },
  decline: LIBRARY_ONLY,
};

/** In display order: the most frequent choice comes first. */
const WORDS: Record<InboxKind, Partial<Record<InboxChoice, ChoiceWords>>> = {
  conflict: {
    replace: {
      name: "Replace",
      done: "The article now says the newer statement",
      effect: "The later statement takes the place of the earlier one, in the article and on its pages.",
      answer: "accept",
    },
    "keep-both": {
      name: "Keep both",
      done: "The article now says both",
      effect: "Both stay, each with a condition where you name one.",
      asks: true,
    },
    keep: {
      name: "Ignore",
      done: "The article stays as it is",
      effect: "The article and its pages stay as they are; the later statement is left out.",
      answer: "decline",
    },
    add: {
      name: "Not a contradiction: add it",
      done: "The article now says both",
      effect: "Both are true: the later statement is added behind the earlier one.",
    },
  },
  proposal: {
    accept: {
      name: "Accept",
      done: "The article was changed",
      effect: "The ticked sentences are added to the article and its pages.",
      answer: "accept",
    },
    decline: {
      name: "Ignore",
      done: "The article stays as it is",
      effect: "The article stays as it is, and these sentences are not proposed again.",
      answer: "decline",
    },
    "own-article": {
      name: "New article",
      done: "It is an article of its own now",
      effect: "The ticked sentences become an article of their own.",
      asks: true,
    },
  },
  "lost-support": {
    replace: {
      name: "Use the new words",
      done: "The article says what its message says now",
      effect: "The sentences become what their message says now, in the article and on its pages.",
      answer: "accept",
    },
    keep: {
      name: "Still correct",
      done: "The sentences stay",
      effect: "The sentences stay in the article and on its pages, with your name and without the doubt.",
      answer: "accept",
    },
    remove: {
      name: "Remove the sentences",
      done: "The sentences were removed",
      effect: "The sentences leave the article and its pages.",
      answer: "decline",
    },
  },
  "cut-out": {
    rewrite: {
      name: "Save the sentence",
      done: "The sentence is in the article again",
      effect: "The sentence is in the article and on its pages again, with your name.",
      answer: "accept",
      asks: true,
    },
    remove: {
      name: "Leave it out",
      done: "The sentence stays out",
      effect: "The article and its pages stay as they are now, without the sentence.",
      answer: "decline",
    },
  },
  "page-conflict": {
    "keep-theirs": { name: "Leave both as they are", done: "The page keeps its words", answer: "accept" },
    replace: { name: "Use article’s words", done: "The page is written again", asks: true },
    recreate: { name: "Publish it again", done: "A new page is created", answer: "accept" },
    leave: { name: "Leave it removed", done: "The page stays removed", answer: "decline" },
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
    show: { name: "Publish anyway", done: "The article is published again", answer: "accept" },
    "library-only": { ...LIBRARY_ONLY, answer: "decline" },
  },
  "asked-to-fix": {
    keep: { name: "Correct now", done: "The article stays as it is now", answer: "accept" },
    "library-only": { ...LIBRARY_ONLY, answer: "decline" },
  },
  reported: {
    keep: { name: "Dismiss", done: "The article stays as it is now", answer: "decline" },
    "library-only": LIBRARY_ONLY,
  },
  dismissed: {
    keep: { name: "Keep the article", done: "The article is kept", answer: "decline" },
    remove: { name: "Remove it now", done: "The article is removed, with its pages" },
  },
  "review-due": {
    keep: { name: "Verify", done: "The article is verified", answer: "accept" },
    "library-only": { ...LIBRARY_ONLY, answer: "decline" },
  },
};

export const getChoiceWords = (kind: InboxKind, choice: InboxChoice): ChoiceWords =>
  WORDS[kind][choice] ?? { name: choice, done: "Decided" };

/** The choices of a kind with what each does, in display order. */
export const listChoiceEffects = (kind: InboxKind) =>
  (Object.keys(WORDS[kind]) as InboxChoice[])
    .map((choice) => ({ choice, ...getChoiceWords(kind, choice) }))
    .filter(({ effect }) => effect !== undefined);

/** The choices of an item, in display order. */
export function sortChoices({ kind, choices }: Pick<InboxItem, "kind" | "choices">): InboxChoice[] {
  const order = Object.keys(WORDS[kind]);
  return [...choices].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** The answer of each choice, of which two may have the same: its key then presses the first. */
const answersOf = (kind: InboxKind, choices: readonly InboxChoice[]) =>
  choices.map((choice, place) => {
    const { answer } = getChoiceWords(kind, choice);
    return choices.findIndex((one) => getChoiceWords(kind, one).answer === answer) === place ? answer : undefined;
  });

export function getChoiceAnswer(item: Pick<InboxItem, "kind" | "choices">, choice: InboxChoice): ChoiceWords["answer"] {
  const choices = sortChoices(item);
  return answersOf(item.kind, choices)[choices.indexOf(choice)];
}

/** The choices that can be applied to all items of a kind with one press. */
export function listBulkChoices(kind: InboxKind) {
  const choices = Object.keys(WORDS[kind]) as InboxChoice[];
  const answers = answersOf(kind, choices);
  return choices
    .map((choice, place) => ({ choice, ...getChoiceWords(kind, choice), answer: answers[place] }))
    .filter(({ asks }) => !asks);
}

/** A choice that several items share, with the concrete choice for each item. */
export interface SharedChoice {
  name: string;
  answer: "accept" | "decline" | undefined;
  choices: { item: InboxItem; choice: InboxChoice }[];
}

/**
 * The choices for a selection. Items of one kind share choices by name; items of several kinds share accept and decline. Choices
 * that need more input are made one by one.
 */
export function listSharedChoices(items: readonly InboxItem[]): SharedChoice[] {
  const [first, ...others] = items;
  if (!first) return [];
  const common = sortChoices(first).filter((choice) =>
    others.every(({ kind, choices }) => kind === first.kind && choices.includes(choice)),
  );
  if (common.length > 0)
    return common
      .map((choice, place) => ({
        choice,
        ...getChoiceWords(first.kind, choice),
        answer: answersOf(first.kind, common)[place],
      }))
      .filter(({ asks }) => !asks)
      .map(({ choice, name, answer }) => ({ name, answer, choices: items.map((item) => ({ item, choice })) }));
  return (["accept", "decline"] as const).flatMap((answer) => {
    const choices = items.flatMap((item) => {
      const choice = sortChoices(item).find((one) => getChoiceWords(item.kind, one).answer === answer);
      return choice ? [{ item, choice }] : [];
    });
    const name = answer === "accept" ? "Accept each" : "Decline each";
    return choices.length > 0 ? [{ name, answer, choices }] : [];
  });
}
