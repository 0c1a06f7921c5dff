import type { ContentType, Difficulty, Priority } from "../../shared/domain/facets.ts";
import { LANGUAGES, contentWordsOf, phrasesOf } from "../language/meanings.ts";
import { tokensOf } from "../language/phrases.ts";
import type { ReadConversation } from "../text/read-conversation.ts";

const categories = Object.values(LANGUAGES).flatMap((language) =>
  Object.entries(language.categories).map(([name, words]) => ({
    name,
    phrases: phrasesOf({ at: "anywhere", words: words.split(" ").join("\n"), matches: [], not: [] }),
  })),
);
/** The channel's name counts as so many words of the conversation. */
const CHANNEL_WEIGHT = 3;
const MOST_CHARACTERS = 4_000;

/** The category whose words the conversation and the channel's name use most; 'General' without any. */
export function categoryOf({ messages }: ReadConversation, channelName: string): string {
  const said = messages.flatMap(({ text }) => tokensOf(text.slice(0, MOST_CHARACTERS)));
  const channel = tokensOf(channelName.replace(/[-_#]+/g, " "));
  const scores = new Map<string, number>();
  for (const { name, phrases } of categories) {
    const words = new Set(said.flatMap((token, at) => (phrases.lengthAt(said, at) ? token.word : [])));
    const inName = channel.filter((_, at) => phrases.lengthAt(channel, at)).length;
    scores.set(name, (scores.get(name) ?? 0) + words.size + CHANNEL_WEIGHT * inName);
  }
  const [name, score] = [...scores].reduce((best, one) => (one[1] > best[1] ? one : best), ["General", 0]);
  return score > 0 ? name : "General";
}

/** Code makes it harder; nothing else of the form shows it. */
export function difficultyOf({ pieces }: ReadConversation): Difficulty {
  const blocks = pieces.filter(({ form }) => form === "code").length;
  return blocks >= 3 ? "advanced" : blocks > 0 ? "intermediate" : "beginner";
}

export const priorityOf = (contentType: ContentType): Priority => (contentType === "faq" ? "low" : "medium");

const MOST_TAGS = 4;
const MOST_KEYWORDS = 8;

/** Words that the title and the answers share or that return often; of tags the workspace's own come first. */
export function vocabularyOf(texts: string[], title: string, people: ReadonlySet<string>, knownTags: string[]) {
  const counts = new Map<string, number>();
  for (const text of [title, title, ...texts])
    for (const word of new Set(contentWordsOf(text.replace(/\[[\w -]+ removed\]|https?:\/\/\S+/g, " "))))
      if (isTerm(word) && !people.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const keywords = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const known = knownTags.filter((tag) => tokensOf(tag.replace(/[-_/]+/g, " ")).every(({ word }) => counts.has(word)));
  const often = keywords.filter((word) => (counts.get(word) ?? 0) >= 2);
  const tags = [...new Set([...known.slice(0, MOST_TAGS), ...often])].slice(0, MOST_TAGS);
  return { tags: tags.length ? tags : keywords.slice(0, 1), keywords: keywords.slice(0, MOST_KEYWORDS) };
}

const isTerm = (word: string) => /^\p{L}[\p{L}\p{N}]{2,29}$/u.test(word);
