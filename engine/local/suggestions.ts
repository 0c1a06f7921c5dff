/** Advice that is put as a question, and what it says without the question. */
const SUGGESTIONS: [RegExp, string][] = [
  [/^(?:have|did) you (?:already |ever |maybe )?(?:tried|try) (?:to )?(.+?)\s*\?+$/i, "Try $1."],
  [/^(?:have|did) you (?:already |ever )?check(?:ed)? (?:out )?(.+?)\s*\?+$/i, "Check $1."],
  [/^(?:have|did) you (?:already |ever )?look(?:ed)? (at|into) (.+?)\s*\?+$/i, "Look $1 $2."],
  [/^(?:have|did) you consider(?:ed)? (.+?)\s*\?+$/i, "Consider $1."],
  [/^why (?:not|do ?n['’]?t you) (?:just |simply )?(?=\w)(?!.*\bwork)(.+?)\s*\?+$/i, "$1."],
  [
    /^(?:ca ?n['’]?t|could ?n['’]?t|can|could) you (?:not )?(?:just |simply |maybe )?((?:use|try|add|run|set|put|call|make|pass|check|install|change|remove|replace|restart|move|wrap|create|write|import|open|switch|do)\b.+?)\s*\?+$/i,
    "$1.",
  ],
  [/^((?:maybe|perhaps) .{6,}?)\s*\?+$/i, "$1."],
  [
    /^((?:try|check|use|run|get|install|reinstall|download|disable|enable|restart|reboot|upgrade|switch to|look at|go to) .{4,}?)\s*\?+$/i,
    "$1.",
  ],
  [/^(?:how|what) about (\w+ing .+?)\s*\?+$/i, "Consider $1."],
];

export function isSuggestion(text: string): boolean {
  return !asksToShow(text) && SUGGESTIONS.some(([pattern]) => pattern.test(text));
}

/** "Have you tried to restart it?" → "Try restart it." is no English: what follows "to" stays an infinitive. */
export function withoutQuestion(text: string): string {
  if (asksToShow(text)) return text;
  for (const [pattern, statement] of SUGGESTIONS) {
    if (!pattern.test(text)) continue;
    const infinitive = /^(?:have|did) you (?:already |ever |maybe )?(?:tried|try) (to .+?)\s*\?+$/i.exec(text)?.[1];
    const said = infinitive ? `Try ${infinitive}.` : text.replace(pattern, statement);
    return said.charAt(0).toUpperCase() + said.slice(1);
  }
  return text;
}

/** Asks for logs, code or a picture, not for an attempt. */
function asksToShow(text: string): boolean {
  return /\b(?:show|share|post|paste|send|explain|elaborate|provide|describe|clarify|upload|pastebin|screenshot|tell (?:me|us))\b/i.test(
    text,
  );
}
