/** The last change and the confirmations of a page of the wiki: by whom, and when. */
interface PageState {
  editedAt: string | null;
  editedBy: string | null;
  confirmed: {
    times: number;
    said: { channelName: string; at: string } | null;
    verified: { by: string | null; at: string } | null;
  } | null;
}

const dayOf = (at: string) => at.slice(0, 10);

/**
 * The state of a page in words: 'changed 2026-03-09 by Ada', 'asked 4 times, confirmed in #support on …'. A post in the chat names no
 * channel, because it stays when that channel becomes private.
 */
export function describePageState(
  { editedAt, editedBy, confirmed }: PageState,
  { isPosted = false }: { isPosted?: boolean } = {},
): string[] {
  const { times = 0, said = null, verified = null } = confirmed ?? {};
  const asked = times > 1 ? `asked ${times} times, confirmed` : "asked and confirmed";
  return [
    ...(editedAt ? [`changed ${dayOf(editedAt)}${editedBy ? ` by ${editedBy}` : ""}`] : []),
    ...(said ? [`${asked} in ${isPosted ? "the chat" : `#${said.channelName}`} on ${dayOf(said.at)}`] : []),
    ...(verified ? [`verified${verified.by ? ` by ${verified.by}` : ""} on ${dayOf(verified.at)}`] : []),
  ];
}
