import { extractTextTerms } from "./knowledge-terms.ts";

export type QuestionForm = "find-out" | "why" | "difference" | "which" | "when" | "amount" | "whether" | "how" | null;

/** Patterns for the forms of questions. The first pattern that matches decides. */
export const QUESTION_FORM_PATTERNS: [QuestionForm, RegExp][] = [
  ["difference", /\bdifferen(?:ce|t)|\bvs\b|\bversus\b/i],
  [
    "find-out",
    /\b(?:know|tell|check|find out|determine|see|ascertain)\b.{0,30}\b(?:if|whether|what|which|how|version)\b|\b(?:what|which)\b.{0,20}\bversion/i,
  ],
  ["why", /\bwhy\b|\bhow come\b|\breason\b/i],
  ["when", /\bwhen (?:is|are|do|does|will)\b|\bwhat (?:day|date)\b|\bhow long\b/i],
  ["amount", /\bhow (?:many|much|big|large)\b|\bwhat(?:'s| is| will be)? the (?:good |right )?size\b/i],
  [
    "which",
    /\bwhich\b|\bwhat (?:is|are) (?:some|the best|a good)|\brecommend|\bsuggest|\bbest\b|\bany (?:good|app|program)|\bis there an? (?:app|program|tool)/i,
  ],
  ["how", /\bhow (?:do|can|to|would|should|could)\b|\bhowto\b|\bhelp me\b|\bway to\b/i],
  ["whether", /^(?:is|are|do|does|can|could|may|should)\b/i],
];

/**
 * Maps stemmed verbs to the index of their group. People use the verbs of one group interchangeably. Two questions with
 * verbs of different groups are rarely the same.
 */
export const ACTION_GROUPS = new Map(
  `install enable add get include upgrade | remove disable uninstall | edit change format convert | build | push upload
pull download | mount access read open | burn | boot start | encrypt | restore recover undo repair | renew rotate
order request | book | invite share | skip | deploy | commit | merge | print | increase | decrease resize | expense
copy move | login become | restart | unzip extract unrar | compress | lock | unlock | forward | connect | stop kill
find`
    .split(/ \| |\n/)
    .flatMap((line, place) => [...extractTextTerms(line).words].map((word): [string, number] => [word, place])),
);

/** Indices of the first two groups of `ACTION_GROUPS`. The two groups are opposites. */
export const [ADD_ACTIONS, REMOVE_ACTIONS] = [0, 1];

/** Environments and systems. An answer for one environment does not apply to another. */
export const ENVIRONMENT_PATTERNS: [string, RegExp][] = [
  ["staging", /\bstaging\b/i],
  ["production", /\bprod(?:uction)?\b/i],
  ["windows", /\bwindows\b/i],
  ["macos", /\bmac(?:os)?\b|\bos x\b/i],
  ["linux", /\blinux\b(?! mint)|\bubuntu\b|\bdebian\b/i],
  ["mint", /\bmint\b/i],
  ["ios", /\bios\b|\biphone\b/i],
  ["android", /\bandroid\b/i],
];

/** Forms of questions that can have any kind of answer. Every other form has one kind of answer. */
export const OPEN_QUESTION_FORMS: QuestionForm[] = ["how", "whether", null];

export const QUESTION_FUNCTION_WORDS = new Set(
  `a an the i my me we our you your it its is are was be to of in on at for with from by and or do does did can could should
 would will how what any anyone someone anybody somebody there this that hi hello please help know tell so if when`.split(
    /\s+/,
  ),
);
