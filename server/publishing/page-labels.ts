import type { KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { hashOf } from "./known-content.ts";
import type { PublicationRow } from "./queries.ts";

/** What is to become of the labels that we put on a page: the article's own are wanted there, and what people added stays. */
export function labelChange(
  { publishedLabels, pendingLabels }: PublicationRow,
  labels: string[],
  kind: KnowledgeTarget<never>["labels"],
) {
  const wanted = new Set(labels.map(hashOf));
  const dropped = new Set([...(publishedLabels ?? []), ...(pendingLabels ?? [])].filter((one) => !wanted.has(one)));
  // A page that was just found may have been left without them.
  const mayLack = kind === "apart" && pendingLabels !== null;
  const hasAll = publishedLabels === null ? !mayLack : [...wanted].every((one) => publishedLabels.includes(one));
  return {
    droppedLabels: dropped.size > 0 ? dropped : undefined,
    areRight: kind === undefined || (hasAll && dropped.size === 0),
  };
}
