/** Sends a direct message to one person. */
export interface DirectMessages<Config> {
  /** Sends the message. Throws `NotFound` if the platform no longer knows the person. */
  tell(config: Config, personId: string, told: DirectMessage, signal?: AbortSignal): Promise<void>;
  /**
   * Replies after a press on the button 'Still right'. Only the person who pressed sees the reply. Absent on platforms
   * without that button.
   */
  answerStillRight?(press: StillRightPress, words: string, signal: AbortSignal): Promise<void>;
}

/** An article that is due for a review, and the token that the 'Still right' button sends back. */
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
