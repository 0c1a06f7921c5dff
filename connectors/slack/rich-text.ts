interface RichElement {
  type?: string;
  text?: unknown;
  style?: unknown;
  elements?: unknown;
  url?: string;
  user_id?: string;
  channel_id?: string;
  usergroup_id?: string;
  range?: string;
  name?: string;
  fallback?: string;
  indent?: number;
}

/** Converts a message's blocks to mrkdwn, for apps and workflows that post without `text`. */
export function convertBlocks(blocks: unknown): string {
  return listOf(blocks).map(blockMrkdwn).filter(Boolean).join("\n");
}

function blockMrkdwn(block: RichElement): string {
  if (block.type === "rich_text") return listOf(block.elements).map(sectionMrkdwn).join("\n");
  if (block.type === "context") return listOf(block.elements).map(blockText).filter(Boolean).join(" ");
  return blockText(block);
}

/**
 * Returns a block's text. It is in an object with the field `text`, except in a context element, where it is the text
 * itself.
 */
function blockText({ text }: RichElement): string {
  if (typeof text === "string") return text;
  const inner = (text as { text?: unknown } | null | undefined)?.text;
  return typeof inner === "string" ? inner : "";
}

function sectionMrkdwn(section: RichElement): string {
  const { type, style } = section;
  if (type === "rich_text_list") {
    const indent = "    ".repeat(Math.min(section.indent ?? 0, 8));
    return listOf(section.elements)
      .map((item, at) => `${indent}${style === "ordered" ? `${at + 1}.` : "•"} ${sectionMrkdwn(item)}`)
      .join("\n");
  }
  const text = listOf(section.elements).map(elementMrkdwn).join("");
  if (type === "rich_text_preformatted") return `\`\`\`${text}\`\`\``;
  if (type === "rich_text_quote") return text.replace(/^/gm, "&gt; ");
  return text;
}

function elementMrkdwn(element: RichElement): string {
  switch (element.type) {
    case "text":
      return styled(escaped(element.text), element.style);
    case "link":
      return `<${escaped(element.url)}${element.text ? `|${escaped(element.text)}` : ""}>`;
    case "user":
      return `<@${element.user_id}>`;
    case "channel":
      return `<#${element.channel_id}>`;
    case "usergroup":
      return `<!subteam^${element.usergroup_id}>`;
    case "broadcast":
      return `<!${element.range}>`;
    case "emoji":
      return `:${element.name}:`;
    case "date":
      return escaped(element.fallback);
    default:
      return "";
  }
}

function styled(text: string, style: unknown): string {
  const { bold, italic, strike, code } = (typeof style === "object" && style ? style : {}) as Record<string, boolean>;
  if (code) return `\`${text}\``;
  const marks = `${bold ? "*" : ""}${italic ? "_" : ""}${strike ? "~" : ""}`;
  return `${marks}${text}${[...marks].reverse().join("")}`;
}

const escaped = (text: unknown) =>
  typeof text === "string" ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") : "";

const listOf = (value: unknown): RichElement[] =>
  Array.isArray(value) ? value.filter((item): item is RichElement => typeof item === "object" && item !== null) : [];
