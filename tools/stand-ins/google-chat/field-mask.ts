type Mask = Map<string, Mask>;

/**
 * Parses a field mask such as `a,b(c,d/e)`; null for an invalid one.
 * https://developers.google.com/workspace/chat/api/reference/rest#partial-response
 */
export function parseFieldMask(text: string): Mask | null {
  let at = 0;
  function fields(): Mask | null {
    const mask: Mask = new Map();
    for (;;) {
      const path = /^\w+(?:\/\w+)*/.exec(text.slice(at))?.[0];
      if (!path) return null;
      at += path.length;
      let inner = mask;
      for (const name of path.split("/")) {
        const next: Mask = inner.get(name) ?? new Map();
        inner.set(name, next);
        inner = next;
      }
      if (text[at] === "(") {
        at += 1;
        const nested = fields();
        if (!nested || text[at] !== ")") return null;
        at += 1;
        for (const [name, value] of nested) inner.set(name, value);
      }
      if (text[at] !== ",") return mask;
      at += 1;
    }
  }
  const mask = fields();
  return at === text.length ? mask : null;
}

/** Returns only the fields in the mask; an empty mask returns everything. */
export function applyFieldMask(value: unknown, mask: Mask): unknown {
  if (mask.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => applyFieldMask(item, mask));
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const nested = mask.get(name);
    return nested ? [[name, applyFieldMask(inner, nested)]] : [];
  });
  return Object.fromEntries(kept);
}
