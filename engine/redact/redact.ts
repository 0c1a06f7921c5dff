import type { Redaction } from "../../shared/domain/article.ts";
import { SECRET_PATTERNS } from "./secret-patterns.ts";

/**
 * Matches nearly every text that contains a secret. This cheap test spares most chat the test of each single pattern.
 */
const MAY_HOLD_SECRET =
  /\d|@|[[({]at[\])}]|pass|pwd|\bpw\b|kennwort|contrase|senha|wachtwoord|has[łl]o|\bkey|token|secret|[\w-]{16}|https?:\/\/\S+:/i;

/** Replaces secrets and personal data in a text with readable marks such as `[API key removed]`. */
export function redactText(text: string): { text: string; redactions: Redaction[] } {
  if (!MAY_HOLD_SECRET.test(text)) return { text, redactions: [] };
  const counts = new Map<string, number>();
  let result = text;
  for (const pattern of SECRET_PATTERNS) {
    result = result.replace(pattern.regex, (whole: string, ...rest: unknown[]) => {
      // The arguments are the pattern's group, if it has one, then the position and the searched text.
      const [position, searched] = rest.slice(-2) as [number, string];
      const candidate = rest.length > 2 ? rest[0] : whole;
      if (typeof candidate !== "string" || candidate.endsWith("removed]")) return whole;
      const after = searched.slice(position + whole.length);
      if (pattern.isSecret && !pattern.isSecret(candidate, whole, after)) return whole;
      counts.set(pattern.what, (counts.get(pattern.what) ?? 0) + 1);
      const at = whole.lastIndexOf(candidate);
      return `${whole.slice(0, at)}[${pattern.what} removed]${whole.slice(at + candidate.length)}`;
    });
  }
  return { text: result, redactions: [...counts].map(([what, count]) => ({ what, count })) };
}

/** Merges lists of redactions into one list that contains each kind once. */
export function addRedactions(lists: Redaction[][]): Redaction[] {
  const counts = new Map<string, number>();
  for (const { what, count } of lists.flat()) counts.set(what, (counts.get(what) ?? 0) + count);
  return [...counts].map(([what, count]) => ({ what, count }));
}
