/** Telling one person something, where nobody else reads it. */
export interface DirectMessages<Config> {
  /** Throws `NotFound` where the platform does not know the person any more. */
  tell(config: Config, personId: string, told: DirectMessage, signal?: AbortSignal): Promise<void>;
  /** Tells who pressed 'Still right', and nobody else, what came of it. Absent: there is no such button. */
  answerStillRight?(press: StillRightPress, words: string, signal: AbortSignal): Promise<void>;
}

/** An article whose time is over, and what a press of 'Still right' brings back. */
export interface ReviewAsking {
  title: string;
  token: string;
}

export interface StillRightPress {
  teamId: string;
  /** The platform's id of who pressed it. */
  by: string;
  rightToken: string;
  /** Where the platform takes an answer that only who pressed it sees, as it says. */
  replyAt: string | null;
}

export interface DirectMessage {
  lead: string;
  lists: { heading: string; items: { text: string; url: string; note: string }[] }[];
  /** With a button each. */
  asks?: ReviewAsking[];
  /** Where more can be read, or fewer be asked for. */
  links: { label: string; url: string }[];
}
