/** The languages that Notion's code blocks accept, from the types of its official client. */
const LANGUAGES = new Set(
  "abap|abc|agda|arduino|ascii art|assembly|bash|basic|bnf|c|c#|c++|clojure|coffeescript|coq|css|dart|dhall|diff|docker|ebnf|elixir|elm|erlang|f#|flow|fortran|gherkin|glsl|go|graphql|groovy|haskell|hcl|html|idris|java|javascript|json|julia|kotlin|latex|less|lisp|livescript|llvm ir|lua|makefile|markdown|markup|matlab|mathematica|mermaid|nix|notion formula|objective-c|ocaml|pascal|perl|php|plain text|powershell|prolog|protobuf|purescript|python|r|racket|reason|ruby|rust|sass|scala|scheme|scss|shell|smalltalk|solidity|sql|swift|toml|typescript|vb.net|verilog|vhdl|visual basic|webassembly|xml|yaml|java/c/c++/c#".split(
    "|",
  ),
);

const HEADING = ["rich_text", "color", "is_toggleable", "children"];
const TEXT = ["rich_text", "color", "children"];
const FIELDS: Record<string, string[]> = {
  paragraph: [...TEXT, "icon"],
  heading_1: HEADING,
  heading_2: HEADING,
  heading_3: HEADING,
  bulleted_list_item: TEXT,
  numbered_list_item: [...TEXT, "list_start_index", "list_format"],
  quote: TEXT,
  toggle: TEXT,
  to_do: [...TEXT, "checked"],
  callout: [...TEXT, "icon"],
  code: ["rich_text", "language", "caption"],
  divider: [],
};

export type Json = Record<string, unknown>;

/**
 * Returns Notion's error message for an array of blocks; null if it is valid.
 * https://developers.notion.com/reference/request-limits
 */
export function explainInvalidChildren(children: unknown): string | null {
  if (!Array.isArray(children)) return "body.children should be an array.";
  if (Buffer.byteLength(JSON.stringify(children)) > 500_000) return "The request is larger than 500 KB.";
  const counted = { blocks: 0 };
  return (
    whyNotArray(children, "body.children", 1, counted) ??
    (counted.blocks > 1_000 ? "body should have at most 1000 blocks." : null)
  );
}

function whyNotArray(children: unknown[], at: string, level: number, counted: { blocks: number }): string | null {
  if (children.length > 100) return `${at}.length should be ≤ \`100\`, instead was \`${children.length}\`.`;
  if (level > 2) return `${at} is nested deeper than two levels.`;
  for (const [index, block] of children.entries()) {
    counted.blocks += 1;
    const why = whyNotBlock(block, `${at}[${index}]`, level, counted);
    if (why) return why;
  }
  return null;
}

function whyNotBlock(block: unknown, at: string, level: number, counted: { blocks: number }): string | null {
  if (!isObject(block)) return `${at} should be an object.`;
  const type = getBlockType(block);
  const fields = type === null ? undefined : FIELDS[type];
  if (type === null || !fields) return `${at} should have a known type.`;
  const unknown = Object.keys(block).find((key) => ![type, "type", "object"].includes(key));
  if (unknown) return `${at}.${unknown} should be not present.`;
  const content = block[type];
  if (!isObject(content)) return `${at}.${type} should be an object.`;
  const why = explainInvalidContent(type, content, `${at}.${type}`);
  if (why || content.children === undefined) return why;
  if (!Array.isArray(content.children)) return `${at}.${type}.children should be an array.`;
  return whyNotArray(content.children, `${at}.${type}.children`, level + 1, counted);
}

/**
 * Returns Notion's error message for a block's content; null if it is valid. Used for new blocks and for updates of a
 * block.
 */
export function explainInvalidContent(type: string, content: Json, at: string): string | null {
  const fields = FIELDS[type] ?? [];
  const unknown = Object.keys(content).find((key) => !fields.includes(key));
  if (unknown) return `${at}.${unknown} should be not present.`;
  if (fields.includes("rich_text")) {
    const why = explainInvalidRichText(content.rich_text, `${at}.rich_text`);
    if (why) return why;
  }
  if (type === "code" && !LANGUAGES.has(String(content.language)))
    return `${at}.language should be a known language, instead was \`${String(content.language)}\`.`;
  return null;
}

export function explainInvalidRichText(items: unknown, at: string): string | null {
  if (!Array.isArray(items)) return `${at} should be an array.`;
  if (items.length > 100) return `${at}.length should be ≤ \`100\`, instead was \`${items.length}\`.`;
  for (const [index, item] of items.entries()) {
    const why = isObject(item) ? whyNotRun(item, `${at}[${index}]`) : null;
    if (why) return why;
    const text = isObject(item) && isObject(item.text) ? item.text : null;
    if (typeof text?.content !== "string") return `${at}[${index}].text.content should be a string.`;
    if (text.content.length > 2_000)
      return `${at}[${index}].text.content.length should be ≤ \`2000\`, instead was \`${text.content.length}\`.`;
    if (!text.content.isWellFormed()) return `${at}[${index}].text.content holds half a character.`;
    const url = isObject(text.link) ? text.link.url : null;
    if (url !== null && !(typeof url === "string" && isTakenLink(url))) return "Invalid URL for link.";
  }
  return null;
}

const RUN = ["type", "text", "annotations", "plain_text", "href"];
const MARKS = ["bold", "italic", "strikethrough", "underline", "code"];
const COLORS = /^(?:default|gray|brown|orange|yellow|green|blue|purple|pink|red)(?:_background)?$/;

/** https://developers.notion.com/reference/rich-text */
function whyNotRun(run: Json, at: string): string | null {
  const unknown = Object.keys(run).find((key) => !RUN.includes(key));
  if (unknown) return `${at}.${unknown} should be not present.`;
  if (run.type !== undefined && run.type !== "text") return `${at}.type should be \`"text"\`.`;
  const extra = isObject(run.text)
    ? Object.keys(run.text).find((key) => key !== "content" && key !== "link")
    : undefined;
  if (extra) return `${at}.text.${extra} should be not present.`;
  for (const [name, value] of Object.entries(isObject(run.annotations) ? run.annotations : {})) {
    const isTaken = name === "color" ? COLORS.test(String(value)) : MARKS.includes(name) && typeof value === "boolean";
    if (!isTaken) return `${at}.annotations.${name} is not valid.`;
  }
  return null;
}

/**
 * Whether Notion accepts the link. Notion accepts only web addresses of a host with a domain; it does not publish this
 * rule.
 */
function isTakenLink(url: string): boolean {
  if (url.length > 2_000 || !URL.canParse(url) || /[\s<>{}|\\^`]/.test(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "mailto:" || (/^https?:$/.test(protocol) && hostname.includes("."));
}

export function getBlockType(block: Json): string | null {
  return typeof block.type === "string" ? block.type : (Object.keys(block).find((key) => key in FIELDS) ?? null);
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
