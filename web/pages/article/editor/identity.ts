import type { Node } from "prosemirror-model";
import { Plugin, type Transaction } from "prosemirror-state";
import { Mapping } from "prosemirror-transform";
import { createRandomId } from "../../../lib/random-id.ts";

interface SentenceIdentity {
  id: string;
  key: string | null;
  from: string[];
}
const identityOf = ({ attrs }: Node) => attrs as SentenceIdentity;
const isStatement = ({ type }: Node) => type.name === "sentence" || type.name === "code";

/** Marks a transaction that replaces the whole text, so that no sentence counts as joined or split. */
export const NEW_TEXT = "new text";

/**
 * Keeps the identity of sentences. After a split, the first part with words keeps the identity, and the second part
 * cites the same messages. After a join, the first sentence keeps its identity, and cites the messages of both.
 */
export const keepIdentity = new Plugin({
  appendTransaction(transactions, before, after) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    if (transactions.some((one) => one.getMeta(NEW_TEXT))) return null;
    const tr = after.tr;
    nameEach(after.doc, tr);
    recordJoinedSentence(before.doc, tr, mappingOf(transactions));
    return tr.docChanged ? tr : null;
  },
});

function mappingOf(transactions: readonly Transaction[]): Mapping {
  const mapping = new Mapping();
  for (const { mapping: one } of transactions) mapping.appendMapping(one);
  return mapping;
}

function nameEach(doc: Node, tr: Transaction): void {
  const seen = new Set<string>();
  const withWords = new Set(doc.children.filter(({ content }) => content.size > 0).map((node) => identityOf(node).id));
  doc.forEach((node, at) => {
    const { id, key, from } = identityOf(node);
    const isWhole = node.content.size > 0 || !withWords.has(id);
    if (id !== "" && isWhole && !seen.has(id)) return void seen.add(id);
    const own = { ...node.attrs, id: createRandomId() };
    const isEmpty = node.content.size === 0;
    const origins = isEmpty || !isStatement(node) ? [] : [...new Set([...(key ? [key] : []), ...from])];
    tr.setNodeMarkup(at, undefined, isStatement(node) ? { ...own, key: null, from: origins } : own);
  });
}

/** If a block is gone but its text is left, the sentence was joined to another one. */
function recordJoinedSentence(before: Node, tr: Transaction, mapping: Mapping): void {
  const present = new Set<string>();
  tr.doc.forEach((node) => void present.add(identityOf(node).id));
  before.forEach((node, at) => {
    const { id, key, from } = identityOf(node);
    if (!isStatement(node) || present.has(id) || node.content.size === 0) return;
    const [first, last] = [at + 1, at + node.nodeSize - 2];
    const left = [mapping.mapResult(first, 1), mapping.mapResult(last, 1)].find((result) => !result.deleted);
    if (!left) return;
    const place = tr.doc.resolve(Math.min(left.pos, tr.doc.content.size));
    const into = place.depth > 0 ? place.node(1) : null;
    if (!into || !isStatement(into)) return;
    const known = identityOf(into);
    const more = [key, ...from].filter((one) => one !== null && one !== known.key && !known.from.includes(one));
    if (more.length > 0)
      tr.setNodeMarkup(place.before(1), undefined, { ...into.attrs, from: [...known.from, ...more] });
  });
}
