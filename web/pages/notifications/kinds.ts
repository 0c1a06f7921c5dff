import type { InboxKind } from "../../../shared/domain/inbox.ts";
import type { NotificationKind } from "../../../shared/domain/notifications.ts";

/** The texts for each kind: `said` is before the article's title, `name` and `when` are in the settings. */
export const NOTIFICATION_TEXTS: Readonly<Record<NotificationKind, { said: string; name: string; when: string }>> = {
  decision: {
    said: "Needs a decision",
    name: "Needs a decision",
    when: "Something waits in the inbox and you may decide it.",
  },
  asked: {
    said: "Written from what you explained: is it right?",
    name: "Your explanations",
    when: "An article is written from what you explained in a chat in which you cannot be asked.",
  },
  answered: {
    said: "Answers what you asked",
    name: "Answers",
    when: "An article answers a question you asked here that nobody had explained.",
  },
  changed: { said: "Changed", name: "Changes", when: "An article you follow has a new version." },
  conflict: {
    said: "Contradicted in the chat",
    name: "Contradictions",
    when: "The chat contradicts an article you follow.",
  },
  retracted: {
    said: "Withdrawn",
    name: "Withdrawals",
    when: "An article you follow has lost its last message.",
  },
  new: { said: "New article", name: "New articles", when: "A channel or a category you follow has a new article." },
  failed: {
    said: "Could not be published",
    name: "Failed publications",
    when: "An article could not be published. For owners and admins.",
  },
  wiki: {
    said: "Once a week",
    name: "Wiki health",
    when: "Once a week, where there is something to look at in your wiki. For owners and admins.",
  },
};

/** The end of the line 'Needs a decision: …'. */
export const DECISION_NAMES: Readonly<Record<InboxKind, string>> = {
  conflict: "a later message contradicts it",
  proposal: "a change is proposed",
  "lost-support": "its source changed",
  "cut-out": "a sentence to write anew",
  "page-conflict": "people changed its page",
  "page-copy": "a page looks like a copy",
  "page-comments": "comments on changed words",
  "first-article": "a channel’s first article",
  draft: "a draft to review",
  held: "it is held back",
  "asked-to-fix": "its author asks to fix it",
  dismissed: "its author says it is not knowledge",
  reported: "a reader reports a problem",
  "review-due": "it is due for review",
};
