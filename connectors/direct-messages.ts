/** Sends a direct message to one person. */
export interface DirectMessages<Config> {
  /** Throws `NotFound` when the platform no longer knows the person. */
  tell(config: Config, personId: string, told: DirectMessage, signal?: AbortSignal): Promise<void>;
  /**
   * Replies to a press on 'Still right', visible only to the person who pressed. Absent on platforms without that
   * button.
   */
  answerStillRight?(press: StillRightPress, words: string, signal: AbortSignal): Promise<void>;
}

/** An article that is due for a review, and the token that its 'Still right' button returns. */
export interface ReviewRequest {
  title: string;
  token: string;
}

export interface StillRightPress {
  teamId: string;
  /** The platform's id of the person who pressed. */
  by: string;
  rightToken: string;
  /** The platform's address for a reply that only this person sees. */
  replyAt: string | null;
}

export interface DirectMessage {
  lead: string;
  lists: { heading: string; items: { text: string; url: string; note: string }[] }[];
  /** Articles to review, each shown with a button. */
  asks?: ReviewRequest[];
  /** Links to read more and to change the notification settings. */
  links: { label: string; url: string }[];
}
