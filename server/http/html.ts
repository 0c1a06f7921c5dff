/** Text that is already HTML. A template escapes all other values. */
export class Html {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  toString(): string {
    return this.value;
  }
}

type Part = string | number | Html | Part[] | null | undefined | false;

export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((sum, text, index) => sum + toHtml(parts[index - 1]) + text));
}

function toHtml(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.value;
  if (Array.isArray(part)) return part.map(toHtml).join("");
  return String(part).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
