import type { ContentType, Difficulty, Priority } from "../../shared/domain/facets.ts";
import { LANGUAGES } from "../language/meanings.ts";
import { PhraseIndex, splitIntoTokens, type WordToken } from "../language/phrases.ts";
import type { ParsedConversation } from "../text/read-conversation.ts";
import { extractContentWords } from "../text/words.ts";

const categories = new PhraseIndex<string>();
for (const language of Object.values(LANGUAGES))
  for (const [name, words] of Object.entries(language.categories)) categories.add(words.replaceAll(" ", "\n"), name);
/** Words of the channel's name count as often as this many words of the conversation. */
const CHANNEL_WEIGHT = 3;
/** Later words are ignored, because the first words already show the subject. */
const MOST_WORDS = 4_000;

/**
 * Chooses the category whose words are the most frequent in the conversation and the channel's name; 'General' if none
 * of them occurs.
 */
export function chooseCategory({ pieces }: ParsedConversation, channelName: string): string {
  const scores = new Map<string, number>();
  const count = (tokens: WordToken[], weight: number) => {
    const seen = new Set<string>();
    for (const [place, { word }] of tokens.entries())
      if (!seen.has(word)) {
        seen.add(word);
        categories.at(tokens, place, (name) => scores.set(name, (scores.get(name) ?? 0) + weight));
      }
  };
  count(pieces.flatMap(({ tokens }) => tokens).slice(0, MOST_WORDS), 1);
  count(splitIntoTokens(channelName.replace(/[-_#]+/g, " ")), CHANNEL_WEIGHT);
  return [...scores].reduce((best, one) => (one[1] > best[1] ? one : best), ["General", 0])[0];
}

/** Estimates the difficulty from code blocks, because no other part of a conversation's form shows it. */
export function estimateDifficulty({ pieces }: ParsedConversation): Difficulty {
  const blocks = pieces.filter(({ form }) => form === "code").length;
  return blocks >= 3 ? "advanced" : blocks > 0 ? "intermediate" : "beginner";
}

export const choosePriority = (contentType: ContentType): Priority => (contentType === "faq" ? "low" : "medium");

/** The most tags of an article. Further tags would name topics that are mentioned only in passing. */
const MOST_TAGS = 4;
const MOST_KEYWORDS = 8;

/** Chooses keywords and tags from frequent words of the title and the answers. The workspace's own tags come first. */
export function chooseKeywordsAndTags(
  texts: string[],
  title: string,
  people: ReadonlySet<string>,
  knownTags: string[],
) {
  const counts = new Map<string, number>();
  for (const text of [title, title, ...texts])
    for (const word of new Set(extractContentWords(text.replace(/\[[\w -]+ removed\]|https?:\/\/\S+/g, " "))))
      if (isTerm(word) && !people.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const keywords = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const known = knownTags.filter((tag) =>
    splitIntoTokens(tag.replace(/[-_/]+/g, " ")).every(({ word }) => counts.has(word)),
  );
  const often = keywords.filter((word) => (counts.get(word) ?? 0) >= 2);
  const tags = [...new Set([...known.slice(0, MOST_TAGS), ...often])].slice(0, MOST_TAGS);
  return { tags: tags.length ? tags : keywords.slice(0, 1), keywords: keywords.slice(0, MOST_KEYWORDS) };
}

const isTerm = (word: string) => /^\p{L}[\p{L}\p{N}]{2,29}$/u.test(word);
