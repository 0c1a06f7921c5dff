/**
 * A function whose answer depends on its text alone, with what it answered lately kept: the same sentence is read for the whole
 * of a conversation, for its part that matters and for the article. Kept is about what one conversation holds.
 */
export function remembering<Answer>(read: (text: string) => Answer, most = 512): (text: string) => Answer {
  const kept = new Map<string, Answer>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    if (text.length > LONGEST_KEPT) return answer;
    if (kept.size >= most) kept.clear();
    kept.set(text, answer);
    return answer;
  };
}

const LONGEST_KEPT = 1_000;

/** The same for what is no text: the answers to the last few are kept, so that no more than these are held. */
export function rememberingLast<Given extends object, Answer extends object>(
  read: (given: Given) => Answer,
): (given: Given) => Answer {
  let kept: { given: Given; answer: Answer }[] = [];
  return (given) => {
    const known = kept.find((one) => one.given === given);
    if (known) return known.answer;
    const answer = read(given);
    kept = [{ given, answer }, ...kept.slice(0, LAST - 1)];
    return answer;
  };
}

/** A conversation and the part of it that matters. */
const LAST = 2;
