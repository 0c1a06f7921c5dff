/** The same amount as people write it, in the form that is read below. Applied after number words have become digits. */
const SPELLINGS: [RegExp, string][] = [
  [/\b(\d+) thousand\b/g, "$1000"],
  [/\b(\d+) and a half (?=[a-z])/g, "$1.5 "],
  [/\b(?:an|1) hour and a half\b/g, "1.5 hours"],
  [/\b3 quarters of an hour\b/g, "45 minutes"],
  [/\b(?:a )?quarter of an hour\b/g, "15 minutes"],
  [/\bhalf an hour\b/g, "30 minutes"],
  [/\b(?:a )?half a year\b/g, "6 months"],
  [/\ba couple of (?=days|weeks|hours|months|years|minutes)/g, "2 "],
  [/\b(?:the )?(?:next|following) (?:working )?day\b/g, "1 day"],
  [/\b(?:the )?(?:whole|entire|full|all) (?=(?:day|week|month|year)\b)/g, "1.0 "],
  // 'The first day of the month' is a date; 'the first day of illness' is counted.
  [
    /\bfirst (?=(?:day|week|month|quarter|year|hour)\b(?! of (?:(?:the|a|each|every) )?(?:week|month|quarter|year|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b))/g,
    "1st ",
  ],
  [/\bsecond (?=(?:day|week|month|quarter|year|hour)\b(?! of))/g, "2nd "],
  [/\bhalf past (\d{1,2})\b/g, "$1:30"],
  [/\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? in the (?:afternoon|evening)\b/g, "$1 pm"],
  [/\b(\d{1,2}(?::\d\d)?)(?: o'?clock)? (?:in the morning|o'?clock)/g, "$1 am"],
  [/\bmidday\b/g, "noon"],
  [/\b(?:every|each) (?:other|second|2nd) week\b|\bfortnightly\b|\bbi-?weekly\b/g, "every 2 weeks"],
  [/\b(?:twice|2 times) (?:a|per|each|every) year\b|\bevery half year\b/g, "every 6 months"],
  [/\bevery 3 months\b/g, "quarterly"],
  [/\b(?:at no|without(?: a| any)?|no) (?:extra |additional )?(?:charge|fee|cost)s?\b/g, "for free"],
  [/\bhalf (?:of (?:it|that|them|the)|the (?=price|amount|fee|cost|money|rate|salary|pay))/g, "50 percent "],
];

/** Amounts in the one form that `facts.ts` reads. `text` is lower case, with its number words as figures. */
export function plainlySpelt(text: string): string {
  return SPELLINGS.reduce((rest, [pattern, plainly]) => rest.replace(pattern, plainly), text);
}
