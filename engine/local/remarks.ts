import { calledBy } from "./said-to.ts";

/** What people say beside an answer: praise, jokes, bets, what they do themselves, errands for a colleague. */
const REMARKS = [
  /^(?:brav[ao]|bravissim[ao]|well done|nice one|classic|genius|good (?:job|work|man|lad|lass|girl)|you(?: are|['’]re)? (?:a )?(?:legend|star|hero|beauty|treasure|angel|genius)|stars?|legend)\W*$/iu,
  /^(?:(?:what an? )?(?:lovely|great|nice|brilliant|clever|beautiful|terrible|horrible|stupid|wonderful|weird|funny)) (?:design|idea|system|stuff|work|job|thing|people)\W*$/i,
  /\b(?:(?:i['’]?ll )?bet you|i owe you|you owe (?:me|us)|owes? (?:me|you|us) an?|buy(?:ing|s)? me an?|(?:coffee|pint|beer|pizza|cake|lunch|drinks?|ice cream)(?:['’]?s| is| are)? on (?:me|you|him|her|us))\b/i,
  /^(?:gone|done|sent|released|unlocked|fixed)\b[,.!]? (?:now )?(?:try|have another go|check)\b/i,
  /^(?:don['’]?t )?ask me (?:how|why)\b|\bthank me later\b|^(?:story|bane) of my life\b|, for the record\W*$/i,
  /\b(?:nobody|no one|no-one)['’]?s (?:dying|died|going to die)\b|\bdrink something\b|^(?:go|get) (?:home|to bed|to sleep|some sleep|some rest|well)\b/i,
  /^[^\d`>→/]{1,60}[😄😂🤣😜😝😏]\s*$/u,
  /^(?:putting|taking|going|doing|sending|making|calling|heading|leaving|coming|ordering|printing|fixing) (?:\S+ ?){1,7}$/i,
];

export const isRemark = (text: string): boolean => REMARKS.some((pattern) => pattern.test(text.trim()));

/** "Get that paper changed Sue": ends with the name of somebody who takes part. */
export function isErrand(text: string, names: readonly string[]): boolean {
  const words = text.replace(/[\s.!]+$/, "").split(/\s+/);
  const last = words.at(-1)?.toLowerCase();
  if (words.length > 8 || !/^(?:get|can you|could you|grab|bring|send|tell|ping)$/i.test(words[0] ?? "")) return false;
  return (
    calledBy(names).some((name) => name.toLowerCase() === last) &&
    !/\b(?:to|by|from|with|for|ask|tell|ping)$/i.test(words.slice(1, -1).join(" "))
  );
}
