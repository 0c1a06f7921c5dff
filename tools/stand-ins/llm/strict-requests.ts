/**
 * Rules by which vendors refuse a request with status 400, from their documentation of autumn 2026. The stand-in
 * refuses the same requests.
 */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the parts of a schema that a vendor's strict mode does not support, as 'path: description'. */
export function listStrictModeViolations(
  vendor: "openai" | "azure" | "anthropic" | "google" | "mistral",
  schema: unknown,
): string[] {
  const found: string[] = [];
  let nullable = 0;
  let properties = 0;
  const refused = REFUSED_KEYWORDS[vendor];
  function look(node: unknown, path: string, depth: number): void {
    if (!isObject(node)) return;
    if (depth > 10) found.push(`${path}: deeper than 10 levels`);
    for (const keyword of Object.keys(node)) if (refused.has(keyword)) found.push(`${path}: ${keyword}`);
    if (vendor === "anthropic" && typeof node.minItems === "number" && node.minItems > 1)
      found.push(`${path}: minItems above 1`);
    const types = Array.isArray(node.type) ? node.type : [];
    if (types.includes("null") || Array.isArray(node.anyOf)) nullable += 1;
    if (node.type === "object") {
      const inner = isObject(node.properties) ? node.properties : {};
      properties += Object.keys(inner).length;
      const required = new Set(Array.isArray(node.required) ? node.required : []);
      if (vendor !== "google") {
        if (node.additionalProperties !== false) found.push(`${path}: open object`);
        for (const name of Object.keys(inner)) if (!required.has(name)) found.push(`${path}.${name}: not required`);
      }
      for (const [name, part] of Object.entries(inner)) look(part, `${path}.${name}`, depth + 1);
    }
    look(node.items, `${path}[]`, depth + 1);
    for (const part of Array.isArray(node.anyOf) ? node.anyOf : []) look(part, `${path}|`, depth);
  }
  if (!isObject(schema) || schema.type !== "object" || "anyOf" in schema) found.push("$: not an object");
  look(schema, "$", 0);
  if (vendor === "anthropic" && nullable > 16) found.push(`$: ${nullable} union-typed properties, more than 16`);
  if (properties > 5_000) found.push("$: more than 5,000 properties");
  return found;
}

const NOBODYS = [
  "$schema",
  "minLength",
  "maxLength",
  "uniqueItems",
  "propertyNames",
  "oneOf",
  "not",
  "if",
  "dependentRequired",
];
const REFUSED_KEYWORDS = {
  openai: new Set([...NOBODYS, "allOf"]),
  azure: new Set([...NOBODYS, "allOf", "default", "minItems", "maxItems", "minimum", "maximum", "pattern", "format"]),
  anthropic: new Set([...NOBODYS, "minimum", "maximum", "multipleOf", "maxItems", "exclusiveMinimum"]),
  google: new Set([...NOBODYS, "allOf", "pattern", "const", "default"]),
  mistral: new Set(NOBODYS),
};

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

const CHARACTERS_PER_TOKEN = 4;

/** Returns the reason why the vendor would refuse this request; null if the vendor would accept it. */
export function findReasonToRefuse(path: string, url: string, body: Json): string | null {
  if (path === "/v1/responses") {
    if (body.temperature !== undefined && String(body.model).startsWith("gpt-6")) return "temperature is not supported";
    if (body.store !== false) return "the stand-in wants nothing stored";
    const breaches = listStrictModeViolations("openai", at(body, "text", "format", "schema"));
    return breaches[0] ? `Invalid schema for response_format: ${breaches[0]}` : null;
  }
  if (path === "/v1/messages") {
    if (body.max_tokens === undefined) return "max_tokens: Field required";
    if (at(body, "tool_choice", "type") === "tool" && /-5-5|-5-[12]/.test(String(body.model)))
      return "tool_choice forces tool use, which is not supported with this model";
    const schema = at(body, "output_config", "format", "schema");
    const [breach] = schema === undefined ? [] : listStrictModeViolations("anthropic", schema);
    return breach ? `output_config.format.schema: ${breach}` : null;
  }
  if (path === "/v1beta/models/:call") {
    const level = at(body, "generationConfig", "thinkingConfig", "thinkingLevel");
    if (level === "minimal" && /gemini-4/.test(url)) return "Request contains an invalid argument.";
    const most = Number(at(body, "generationConfig", "maxOutputTokens"));
    if (most > (url.includes(":stream") ? 65_536 : 32_768)) return "maxOutputTokens is out of range";
    const [breach] = listStrictModeViolations(
      "google",
      at(body, "generationConfig", "responseJsonSchema") ?? { type: "object" },
    );
    return breach ? "Request contains an invalid argument." : null;
  }
  if (path === "/api/chat") {
    const window = at(body, "options", "num_ctx");
    if (typeof window !== "number") return "the stand-in wants the window set";
    const tokens = Math.ceil(JSON.stringify(body.messages).length / CHARACTERS_PER_TOKEN);
    return body.truncate === false && tokens > window ? "the input length exceeds the context length" : null;
  }
  return null;
}
