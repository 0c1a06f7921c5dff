import type { JoinedSentence } from "./join-sentences.ts";

/** One sentence in its turn. */
export interface Turn {
  piece: JoinedSentence;
  index: number;
  author: string;
  isAsker: boolean;
  /** What was said just before it was kept. */
  wasKept: boolean;
}

/** A yes or no before what explains it. */
export interface Word {
  said: string;
  message: number;
  author: string;
}

/** What else decides about it. */
export interface How {
  /** It goes on from the author's own correction. */
  corrects: boolean;
  /** It teaches about what was spoken of before. */
  onSubject: boolean;
}
