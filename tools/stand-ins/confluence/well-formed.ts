const TOKEN =
  /<!\[CDATA\[[\s\S]*?\]\]>|<!--(?:(?!--)[\s\S])*-->|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Matches HTML's named entities, which Confluence's parser accepts. Only the common ones are listed. */
const ENTITY =
  /&(?!(?:amp|lt|gt|quot|apos|nbsp|rsquo|lsquo|rdquo|ldquo|ndash|mdash|hellip|bull|middot|copy|times|rarr|larr|euro|[aeiouAEIOU](?:uml|acute|grave|circ)|szlig|ccedil|ntilde|#\d+|#x[0-9a-fA-F]+);)/;
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
const FORBIDDEN = /^(script|style|iframe|object|embed|form|input|svg|link|meta|base)$/i;

/** Returns the reason why Confluence would refuse a page's storage format; null if it would not. */
export function explainInvalidStorage(storage: string): string | null {
  if (NOT_XML.test(storage)) return "a character that XML does not allow";
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < storage.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(storage);
    if (!token) return `unexpected text at ${at}`;
    const [, closing, opening, attributes = "", selfClosing, text] = token;
    if (closing && open.pop() !== closing) return `</${closing}> closes another element at ${at}`;
    if (opening) {
      const why = whyNotElement(opening, attributes);
      if (why) return `${why} at ${at}`;
      if (!selfClosing) open.push(opening);
    }
    if (text && ENTITY.test(text)) return `an unknown entity or a bare ampersand at ${at}`;
    if (text?.includes("]]>")) return `the end of a CDATA section without its beginning at ${at}`;
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : null;
}

/**
 * Whether the name has an unknown prefix. Confluence accepts only its own two prefixes and the prefix of templates, and
 * ignores `xmlns` in a page.
 */
const isUnbound = (name: string) => name.includes(":") && !/^(?:ac|ri|at|xml):/.test(name);

function whyNotElement(name: string, attributes: string): string | null {
  if (FORBIDDEN.test(name)) return `<${name}> is not allowed`;
  if (isUnbound(name)) return `The prefix "${name.split(":")[0]}" for element "${name}" is not bound`;
  const seen = new Set<string>();
  for (const [, key = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    if (isUnbound(key)) return `The prefix "${key.split(":")[0]}" for attribute "${key}" is not bound`;
    if (seen.has(key)) return `attribute ${key} twice`;
    seen.add(key);
    if (ENTITY.test(double ?? single ?? "")) return "a bare ampersand in an attribute";
    if (/^on/i.test(key)) return `attribute ${key} is not allowed`;
  }
  return null;
}
