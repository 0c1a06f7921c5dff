/** A node of the Atlassian Document Format. */
export interface AdfNode {
  type: string;
  version?: number;
  attrs?: Record<string, unknown>;
  content?: AdfNode[];
  text?: string;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
}

const INLINE = ["text", "hardBreak", "mention", "emoji", "inlineCard"];
const BLOCK = [
  "paragraph",
  "heading",
  "codeBlock",
  "bulletList",
  "orderedList",
  "panel",
  "blockquote",
  "rule",
  "mediaSingle",
  "table",
];

/**
 * The permitted content and the required attributes of each node, from https://unpkg.com/@atlaskit/adf-schema (v1
 * full).
 */
const NODES: Record<string, { holds: string[]; needs?: string[] }> = {
  doc: { holds: BLOCK },
  paragraph: { holds: INLINE },
  heading: { holds: INLINE, needs: ["level"] },
  codeBlock: { holds: ["text"] },
  bulletList: { holds: ["listItem"] },
  orderedList: { holds: ["listItem"] },
  listItem: { holds: ["paragraph", "codeBlock", "mediaSingle", "bulletList", "orderedList"] },
  panel: { holds: ["paragraph", "heading", "bulletList", "orderedList", "codeBlock"], needs: ["panelType"] },
  blockquote: { holds: ["paragraph", "codeBlock", "bulletList", "orderedList"] },
  rule: { holds: [] },
  hardBreak: { holds: [] },
  mention: { holds: [], needs: ["id"] },
  emoji: { holds: [], needs: ["shortName"] },
  inlineCard: { holds: [] },
  mediaSingle: { holds: ["media"] },
  media: { holds: [], needs: ["id", "type", "collection"] },
  table: { holds: ["tableRow"] },
  tableRow: { holds: ["tableCell", "tableHeader"] },
  tableCell: { holds: BLOCK },
  tableHeader: { holds: BLOCK },
  text: { holds: [] },
};
const NOT_EMPTY = new Set(["bulletList", "orderedList", "listItem", "panel", "blockquote", "table"]);
const MARKS = new Set(["strong", "em", "strike", "underline", "code", "link", "subsup", "textColor"]);
const BESIDE_CODE = new Set(["code", "link", "annotation"]);
const KNOWN = new Set(["type", "version", "attrs", "content", "text", "marks"]);

/** Returns the reason why Jira would refuse the document; null if Jira would accept it. */
export function explainInvalidDocument(document: unknown): string | null {
  if (!isNode(document) || document.type !== "doc" || document.version !== 1 || !Array.isArray(document.content))
    return "not a document of version 1";
  return whyNot(document);
}

function whyNot(node: AdfNode): string | null {
  const rule = NODES[node.type];
  if (!rule) return `unknown node ${node.type}`;
  const unknown = Object.keys(node).find((key) => !KNOWN.has(key));
  if (unknown) return `${unknown} in ${node.type}`;
  const missing = rule.needs?.find((name) => node.attrs?.[name] === undefined);
  if (missing) return `${node.type} without ${missing}`;
  if (node.type === "text") return whyNotText(node);
  const content = node.content ?? [];
  if (!Array.isArray(content)) return `content of ${node.type} is no list`;
  if (content.length === 0 && NOT_EMPTY.has(node.type)) return `empty ${node.type}`;
  if (node.marks) return `marks on ${node.type}`;
  for (const child of content) {
    if (!isNode(child) || !rule.holds.includes(child.type)) return `${String(child?.type)} in ${node.type}`;
    if (node.type === "codeBlock" && child.marks) return "marks in codeBlock";
    const why = whyNot(child);
    if (why) return why;
  }
  const [first] = content;
  return node.type === "listItem" && first && first.type.endsWith("List") ? "a list as the first of a listItem" : null;
}

function whyNotText({ text, marks = [] }: AdfNode): string | null {
  if (typeof text !== "string" || text === "") return "empty text";
  const types = marks.map(({ type }) => type);
  const unknown = types.find((type) => !MARKS.has(type));
  if (unknown) return `unknown mark ${unknown}`;
  if (new Set(types).size !== types.length) return "the same mark twice";
  if (types.includes("code") && types.some((type) => !BESIDE_CODE.has(type))) return "code beside another mark";
  const link = marks.find(({ type }) => type === "link");
  return link && typeof link.attrs?.["href"] !== "string" ? "link without href" : null;
}

const isNode = (value: unknown): value is AdfNode =>
  typeof value === "object" && value !== null && typeof (value as AdfNode).type === "string";

const MOST_CHARACTERS = 32_767;

/** Returns the fields of an issue that Jira would refuse, with the reasons; empty if it would accept all. */
export function explainInvalidFields(
  fields: Record<string, unknown>,
  screen: ReadonlySet<string>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of Object.keys(fields))
    if (!screen.has(name))
      errors[name] = `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`;
  const { summary, description, labels } = fields;
  if (summary !== undefined) {
    if (typeof summary !== "string" || summary.trim() === "")
      errors["summary"] = "You must specify a summary of the issue.";
    else if (summary.length > 255) errors["summary"] = "Summary must be less than 255 characters.";
    else if (/[\r\n]/.test(summary))
      errors["summary"] = "The summary is invalid because it contains newline characters.";
  }
  if (description !== undefined && description !== null) {
    if (explainInvalidDocument(description) !== null)
      errors["description"] = "Operation value must be an Atlassian Document (see the Atlassian Document Format)";
    else if (lengthOf(description as AdfNode) > MOST_CHARACTERS)
      errors["description"] = "The entered text is too long. It exceeds the allowed limit of 32,767 characters.";
  }
  if (labels !== undefined) {
    const spaced = Array.isArray(labels) && labels.find((label) => typeof label !== "string" || /\s/.test(label));
    if (!Array.isArray(labels) || spaced)
      errors["labels"] = `The label '${String(spaced)}' contains spaces which is invalid.`;
  }
  return errors;
}

const lengthOf = ({ text = "", content = [] }: AdfNode): number =>
  text.length + content.reduce((sum, child) => sum + lengthOf(child), 0);
