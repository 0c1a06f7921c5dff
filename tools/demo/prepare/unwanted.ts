import { hashNickname, listPossibleNicknames } from "./people.ts";

/** Matches messages that the demo leaves out: insults, sex, hate, drugs, and personal details or contacts. */
const UNWANTED = [
  /\b(?:a|b|f|s|sh)[*$#%^]{2,}/i,
  /\b(?:f+u+c+k+\w*|motherf\w*|shit\w*|bullshit|b[i1]tch\w*|bastards?|asshole\w*|ass|arse|dick|dicks|cock|cunt\w*|pussy|tits?|boobs?|crap\w*|damn\w*|wtf|wth|stfu|fu|ffs|lmfao|lmao|rtfm|piss\w*|sucks?|sucker|screw (?:you|off|it))\b/i,
  /\b(?:idiots?|idiotic|morons?|stupid\w*|dumb\w*|retard\w*|losers?|lame|jerks?|noobs?|n00bs?|trolls?|trolling|shut up|hate you|kill (?:you|your|my|him|her)\w*|die in|suicid\w*|hang (?:your|my)self)\b/i,
  /\b(?:porn\w*|sex\w*|nudes?|naked|horny|virgin|whore\w*|slut\w*|rape\w*|penis|vagina|masturbat\w*|orgasm\w*|erotic|hentai|gay|gays|homo|lesbian|tranny|fag\w*)\b/i,
  /\b(?:nigg\w*|nazis?|hitler|jews?|muslims?|islam\w*|christians?|terroris\w*|slaves?|racis[tm]\w*|trump|hillary|clinton|obama|isis|holocaust|allah|jesus|god ?damn\w*)\b/i,
  /\b(?:weed|cocaine|drunk|stoned|marijuana)\b/i,
  /\b(?:my name(?:'s| is)|years? old|i(?:'m| am) from|i live in|my (?:wife|husband|girlfriend|boyfriend|phone|address|skype|twitter|facebook|linkedin|email)|whats ?app|skype|linkedin\.com|facebook\.com|twitter\.com|a\/s\/l)\b/i,
];

/**
 * Hashes of first names and misspelt nicknames that a person found in the texts, so that this file does not contain the names.
 */
const NAMES_IN_TEXTS = new Set(["d21f81f97e", "22a2393280", "09dcba8a47", "54e9755fea", "dbcc3235bd"]);

export const isUnwanted = (text: string): boolean =>
  UNWANTED.some((pattern) => pattern.test(text)) ||
  listPossibleNicknames(text).some((word) => NAMES_IN_TEXTS.has(hashNickname(word)));
