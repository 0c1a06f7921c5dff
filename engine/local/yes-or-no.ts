import type { ConversationShape } from "./conversation-shape.ts";
import type { JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { capitalised } from "./polish.ts";

const POLAR =
  /(?:^|[.!?,:]\s+)(?:(?:hi|hello|hey|so|and|ok|also|morning|quick question|question)\b[\s,:!-]*)*(?:is|are|am|was|were|do|does|did|can|could|should|would|will|has|have|must|may|isn['’]?t|aren['’]?t|doesn['’]?t|don['’]?t|can['’]?t)\s+(?!(?:any|some)(?:one|body|1)\b|you guys\b|(?:you|u) (?:please |pls )?(?:tell|explain|help|show|share|point|recommend|suggest|give|know)\b)/i;
const WORD =
  /^(?:@?[\w-]+[,:]\s+)?(yes|yep|yeah|yup|ya|of course|sure|correct|right|no|nope|nah)\b(?=\s*(?:[,.!:;–-]|$))/i;
const BARE =
  /^(?:@?[\w-]+[,:]\s+)?(?:yes|yep|yeah|yup|ya|of course|sure|correct|right|no|nope|nah)[\s.!,)]*(?:[:;][)D])?$/i;

/** What was asked is answered by yes or no first. */
export function asksYesOrNo(conversation: ParsedConversation, shape: ConversationShape): boolean {
  const asked = conversation.messages[shape.questionAt]?.pieces ?? [];
  return asked.some((piece) => piece.form === "sentence" && piece.acts.question && POLAR.test(piece.text));
}

/** "Yes." or "No." when the sentence begins with it; polishing takes it away as a manner. */
export function yesOrNo(piece: JoinedSentence): string | null {
  const word = WORD.exec(piece.text)?.[1]?.toLowerCase();
  if (!word) return null;
  return word.startsWith("n") ? "No." : "Yes.";
}

export const isBareYesOrNo = (piece: JoinedSentence): boolean => BARE.test(piece.text);

const SAYS_AGAIN = /^(?:yep|yeah|yup|nope|nah|noo+|of course|sure)[\s,.!:–-]+(?=\S)/i;

/** Before the sentence that explains it. */
export function withYesOrNo(word: string, text: string): string {
  return /^(?:yes|no)\b/i.test(text) ? text : `${word} ${capitalised(text.replace(SAYS_AGAIN, ""))}`;
}
