import { stem, wordsOf } from "./words.ts";

/** Grammar, manners and words of asking; what is left names the matter, office words ("change", "month", "send") included. */
const FUNCTION_WORDS = new Set(
  `a about actually after again all already also always am an and any anybody anyone anything are aren't as ask asking at be because been before being
but by can can't cannot could couldn't did didn't do does doesn't doing don't else even ever every everybody everyone everything for from get gets getting
got guys had has hasn't have haven't having he hello help her here hers hey hi him his how i i'd i'll i'm i've id idea ideas if im in into is isn't it
it's its ive just know knows let like may maybe me might mine must my myself need needs no nobody none not nothing now of off ok okay on one ones only or
other our ours out over please pls possible question questions quick quite really right same say says she should shouldn't since so some somebody someone
something somehow still such tell than thank thanks that that's the their theirs them then there there's these they they're thing things think this those to
too try trying u under until up us use used using very want wants was wasn't way we we're we've were weren't what what's when where whether which while who
why will with without won't wondering work working works would wouldn't yes yet you you're your yours`
    .split(/\s+/)
    .filter(Boolean),
);

export function matterWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word));
}

/** Stems of the matter, for comparing what was asked with what was said. */
export function matterOf(text: string): Set<string> {
  return new Set([...matterWordsOf(text).map(stem), ...(text.match(/\d{2,}/g) ?? [])]);
}
