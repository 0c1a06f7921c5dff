import type { KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { hashText } from "./known-content.ts";
import type { PublicationRow } from "./queries.ts";

/** Computes the labels to remove from a page, and whether it has all the article's labels. Labels that people added stay. */
export function computeLabelChange(
  { publishedLabels, pendingLabels }: PublicationRow,
  labels: string[],
  kind: KnowledgeTarget<never>["labels"],
) {
  const wanted = new Set(labels.map(hashText));
  const dropped = new Set([...(publishedLabels ?? []), ...(pendingLabels ?? [])].filter((one) => !wanted.has(one)));
  // An interrupted call may have created the page without its labels.
  const mayLack = kind === "apart" && pendingLabels !== null;
  const hasAll = publishedLabels === null ? !mayLack : [...wanted].every((one) => publishedLabels.includes(one));
  return {
    droppedLabels: dropped.size > 0 ? dropped : undefined,
    areRight: kind === undefined || (hasAll && dropped.size === 0),
  };
}
