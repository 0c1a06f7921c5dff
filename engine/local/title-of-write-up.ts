import { matterOf } from "./matter-words.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { capitalised, polish } from "./polish.ts";
import type { Kept } from "./statements.ts";
import {
  CLEAR,
  DANGLING,
  FIRST_PERSON,
  isUsable,
  PER_SENTENCE,
  type ScoredTitle,
  type Titled,
} from "./title-phrases.ts";
import { uncapitalised } from "./title-topic.ts";
import { contentWordsOf } from "./words.ts";

const MOST_CHARACTERS = 110;
const ANNOUNCED =
  /\b(?:here(?:'s| is)(?: a| the)? (?:short |quick |little )?(?:guide (?:on|to|for) )?|(?:steps|instructions|guide|tutorial|procedure)(?: on| to| for)? |(?=how to ))(?:how (?:you |to |we )|to )?.+?(?=[,:.]|$)/i;

/** "Team, from today: …", and "you put …" to all who read it. */
const TO_ALL =
  /^(?:(?:(?:hi|hello|dear|good morning|morning)[ ,]+)?(?:team|all|everyone|everybody|folks|colleagues|guys|people)\b[,:]?\s+(?!who\b|that\b))?(?:(?:from|as of) (?:today|now on|tomorrow)\b(?:[^:,]{0,12}[:,])?\s+)?/i;
const TOLD_TO_DO =
  /^you (?:must |have to |need to )?(?!(?:can|may|might|get|will|are|were|have|had|should|could|keep|know|do|don)\b)/i;

/** The heading or first words of somebody who explains unasked; never one of its steps. */
export function titlesOfWriteUp(conversation: ParsedConversation, kept: Kept[], titled: Titled): ScoredTitle[] {
  const opening = conversation.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence").slice(0, 3);
  for (const piece of opening) {
    const heading = ANNOUNCED.exec(piece.text)?.[0] ?? /\bhow to\b.+?(?=[,:.]|$)/i.exec(piece.text)?.[0];
    const goal = heading && /\b(?:how (?:you|to|we)|to|on|for)\s+(.+)$/i.exec(heading)?.[1];
    const title = goal && !/^\S+ (?:it|this|that|these|them)\b/i.test(goal) ? titled(`how to ${goal}`) : "";
    if (title && isUsable(title)) return [{ title, points: CLEAR }];
  }
  const announced = opening.map(({ text }) => ABOUT.exec(text)?.[1] ?? "").find((about) => about) ?? "";
  const told = kept.filter((item) => item.form === "sentence" && !item.listed);
  const scored = [...opening.filter((piece) => !piece.acts.smallTalk && !piece.acts.greeting), ...told.slice(0, 4)].map(
    (item, index) => {
      const isStep = "isStep" in item ? item.isStep : item.acts.step;
      const clause =
        polish(item.text.replace(TO_ALL, ""), conversation.names).split(
          /(?<=\w{3}[^,]{18,}), |: |; | – | — | so (?=\w)/,
        )[0] ?? "";
      const title = capitalised(titled(clause).replace(TOLD_TO_DO, ""));
      const words = contentWordsOf(title).length;
      const points =
        Math.min(5, words) * 0.5 -
        index * PER_SENTENCE -
        Number(isStep) * 2 -
        Number(FIRST_PERSON.test(title)) * 0.5 -
        (title.match(DANGLING)?.length ?? 0) * 0.7;
      return { title, points: isUsable(title) && words >= 2 ? points : Number.NEGATIVE_INFINITY };
    },
  );
  return scored
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .map(({ title, points }) => ({ title: withAbout(title, announced), points, matter: title }));
}

/** "A change to holiday": what an announcement says it is about. */
const ABOUT =
  /\b(?:change|update|news|reminder|note|rules?|info|information|heads[- ]up)s? (?:to|on|about|for|of|regarding|concerning) (?:the |our |your |how )?(\p{L}[\p{L}-]+(?: (?!for|from|in|since|so|as|this)\p{L}[\p{L}-]+)?)(?= (?:for|from|in|since|so|as|this|because)\b|[,.:;!]|$)/iu;

function withAbout(title: string, about: string): string {
  const isNamed = [...matterOf(about)].every((word) => matterOf(title).has(word));
  const both = `${capitalised(about)}: ${uncapitalised(title)}`;
  return about && !isNamed && !title.includes(": ") && both.length <= MOST_CHARACTERS ? both : title;
}
