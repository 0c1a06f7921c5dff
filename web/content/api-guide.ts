import { z } from "zod";
import { type KeyEndpoint, publicEndpoints } from "../../shared/contract/public-api.ts";
import { KEY_SCOPE_NAMES, KEY_SCOPES } from "../../shared/domain/api-keys.ts";

/** The reference of the public API, generated from the table that the server serves. */
export const API_GUIDE = [
  "# The API",
  "Read articles, search, ask and work through the inbox from programs of your own.",
  "## Keys",
  "An owner or admin makes a key in **Settings, API Access**. It is shown once. Send it with each call:",
  '```\ncurl {{ORIGIN}}/api/v1/ask \\\n  -H "Authorization: Bearer lk_…" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"question": "How long is the warranty?"}\'\n```',
  "A key sees what everybody of the workspace may read, or what the person who made it may read. It ends when you revoke it, at its date, and with the access of whoever made it.",
  [
    "| scope | what the key may do |",
    "| --- | --- |",
    ...KEY_SCOPES.map((scope) => `| \`${scope}\` | ${KEY_SCOPE_NAMES[scope]} |`),
  ].join("\n"),
  "## Coding agents and assistants",
  "Programs that speak the Model Context Protocol (MCP), such as coding agents, connect to `{{ORIGIN}}/mcp`. Give them this address and nothing else:",
  "```\nclaude mcp add --transport http lorekeep {{ORIGIN}}/mcp\n```",
  "The agent opens your browser. Sign in, see which app asks, for which workspace, what it may do and where you are sent back to, and choose **Allow**. From then on it reads with your eyes: what you may read, in this workspace only. It can search, read articles, ask, see what changed, and report a problem to the inbox.",
  "To end it, open **Settings, Password Reset** and choose **Disconnect** below **Connected apps**; it is refused from the next call on. An owner or admin sees the apps of everybody in **Settings, API Access** and can end them. An app also ends when its person leaves or chooses a new password, after 30 days in which it was not used, and after a year.",
  "An agent without a browser shows a key instead: `Authorization: Bearer lk_…`, with the scope `articles`, and `reports` where it may report problems.",
  "## Rules for every call",
  "Lists come in pages: give `next` of a page as `cursor` to get the one after it. A key may make 600 calls a minute; `ratelimit-remaining` says how many are left, and 429 comes with `retry-after`. A refusal has a `message`, which is a sentence for a person, and a `code`. The whole description is at [/api/v1/openapi.json](/api/v1/openapi.json).",
  ...(Object.entries(publicEndpoints) as [string, KeyEndpoint][]).flatMap(([key, endpoint]) =>
    sectionOf(key, endpoint),
  ),
].join("\n\n");

function sectionOf(key: string, { summary, scope, params, query, body, response }: KeyEndpoint): string[] {
  const rows = [...rowsOf(params, "path"), ...rowsOf(query, "query"), ...rowsOf(body, "body")];
  return [
    `## ${key}`,
    `${summary}. Scope: \`${scope}\`.`,
    ...(rows.length > 0 ? [["| name | in | what it is |", "| --- | --- | --- |", ...rows].join("\n")] : []),
    `Answers:\n\n\`\`\`\n${shapeOf(jsonSchema(response, "output"))}\n\`\`\``,
  ];
}

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

function jsonSchema(type: z.ZodType, io: "input" | "output"): Schema {
  return z.toJSONSchema(type, { io, unrepresentable: "any" }) as Schema;
}

function rowsOf(type: z.ZodType | undefined, place: string): string[] {
  if (!type) return [];
  const { properties = {}, required = [] } = jsonSchema(type, "input");
  return Object.entries(properties).map(([name, schema]) => {
    const what = [
      required.includes(name) ? "required" : "optional",
      schema.enum && `one of ${schema.enum.map((value) => `\`${value}\``).join(", ")}`,
      schema.maxLength && `at most ${schema.maxLength} characters`,
      schema.description,
    ];
    return `| \`${name}\` | ${place} | ${what.filter(Boolean).join("; ")} |`;
  });
}

/** Describes a schema in readable text: names, types and meanings. */
function shapeOf(schema: Schema, indent = ""): string {
  if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(one, indent)).join(" | ");
  if (schema.type === "array") return `[ ${shapeOf(schema.items ?? {}, indent)}, … ]`;
  if (schema.type !== "object") return wordFor(schema);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const about = one.description ? `   // ${one.description.replaceAll("`", "")}` : "";
    return `${inner}"${name}": ${shapeOf(one, inner)}${about}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function wordFor({ type, enum: values, const: only, format }: Schema): string {
  if (values) return values.length > 6 ? `"${values[0]}" | …` : values.map((value) => `"${value}"`).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  return format === "uuid" ? "id" : format === "date-time" ? "time" : (type ?? "any");
}
