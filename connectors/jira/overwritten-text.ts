import type { AdfDocument, AdfNode } from "./adf.ts";
import type { JiraApi } from "./api.ts";
import type { ChangeHistory, JiraIssue } from "./shapes.ts";

const WRITTEN = new Set(["summary", "description"]);

/**
 * Preserves a person's text that our update overwrote. Jira has no conditional updates. A text written between our read
 * and our update remains only in the issue's history, so it is added as a comment, where people see it.
 */
export async function preserveOverwrittenText(api: JiraApi, before: JiraIssue, after: JiraIssue): Promise<void> {
  const { id: self } = await api.myself();
  const known = new Set(before.changelog?.histories.map(({ id }) => id));
  const since = (after.changelog?.histories ?? [])
    .filter(({ id }) => !known.has(id))
    .sort((one, other) => Date.parse(one.created) - Date.parse(other.created) || Number(one.id) - Number(other.id));
  const ours = since.findLastIndex((history) => history.author?.accountId === self && changesOf(history).length > 0);
  const lost = since.slice(0, Math.max(0, ours)).filter(({ author }) => author?.accountId !== self);
  for (const history of lost)
    for (const [field, words] of changesOf(history))
      await api.addComment(before.id, commentOn(history.author?.displayName ?? "Somebody", field, words));
}

/** Returns the changed fields with the text after each change. */
const changesOf = ({ items }: ChangeHistory): [field: string, words: string][] =>
  items.map((item): [string, string] => [String(item["field"]), wordsOf(item)]).filter(([field]) => WRITTEN.has(field));

const wordsOf = (item: Record<string, unknown>) => {
  const words = Object.hasOwn(item, "toString") ? item["toString"] : null;
  return typeof words === "string" ? words : "";
};

function commentOn(name: string, field: string, words: string): AdfDocument {
  const text = (value: string): AdfNode => ({ type: "text", text: value });
  const said = `${name} changed the ${field} while Lorekeep was updating it. The update went over these words:`;
  const kept = words.trim() === "" ? [] : [{ type: "codeBlock", content: [text(words)] }];
  return { type: "doc", version: 1, content: [{ type: "paragraph", content: [text(said)] }, ...kept] };
}
