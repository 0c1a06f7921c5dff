import fc from "fast-check";
import { FORM_FIELDS, FORM_ROUTES, JSON_EXAMPLES, MULTIPART_BODIES, SCIM_FILTERS } from "./examples.ts";
import type { JsonSchema, TestedRoute } from "./routes.ts";
import { arbitraryOfExample, arbitraryOfSchema, buildPlaceholder, hostile, hostileText, KNOWN_IDS } from "./values.ts";

/** A request without sender and row ids, so that it can be stored and repeated. */
export interface BadRequest {
  method: string;
  url: string;
  /** The sender: an owner of the workspace, the identity provider with its token, or nobody. */
  by: "owner" | "provider" | "nobody";
  headers?: Record<string, string>;
  payload?: string | Buffer | undefined;
  /** The request has a valid signature of the platform, so that the body is read. */
  signed?: boolean;
}

/** Returns the same requests for the same seed. */
export function buildBadRequests(route: TestedRoute, seed: number, count: number): BadRequest[] {
  return fc.sample(requestTo(route), { seed, numRuns: count });
}

function requestTo(route: TestedRoute): fc.Arbitrary<BadRequest> {
  const by = route.path.startsWith("/scim/") ? "provider" : "owner";
  return fc
    .record({
      url: fc.tuple(pathOf(route), queryOf(route)).map(([path, query]) => (query ? `${path}?${query}` : path)),
      body: bodyOf(route),
      headers: oddHeaders,
      isKnown: fc.nat(4).map((dice) => dice > 0),
      signed: fc.boolean(),
    })
    .map(({ url, body, headers, isKnown, signed }) => ({
      method: route.method,
      url,
      // An accepted event stream would never end.
      by: isKnown && route.path !== "/api/events" ? by : "nobody",
      headers: { ...(body && { "content-type": body.type }), ...headers },
      payload: body?.payload,
      signed,
    }));
}

function pathOf({ path }: TestedRoute): fc.Arbitrary<string> {
  const segments = path.split("/").map((segment) => {
    if (!segment.startsWith(":")) return fc.constant(segment);
    const own = segment === ":publicationId" ? "publications" : (path.split("/")[2] ?? "");
    const id = KNOWN_IDS.includes(own) ? own : "people";
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(segment === ":version" ? "1" : buildPlaceholder(id)) },
      { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(text.slice(0, 400).toWellFormed())) },
      { weight: 1, arbitrary: fc.constantFrom("%00", "%ED%A0%80", "%ff", "%", "%zz", "-1", "..%2f..", "99999999999") },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.join("/"));
}

const pair = ([name, value]: [string, string]) =>
  `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.slice(0, 4000).toWellFormed())}`;
const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** Query fields of the contract, and unknown ones. */
function queryOf({ query, path }: TestedRoute): fc.Arbitrary<string> {
  const fields = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    fc.tuple(fc.nat(2), textLike(schema)).map(([dice, value]) => (dice === 0 ? "" : pair([name, asText(value)]))),
  );
  if (path.startsWith("/scim/")) fields.push(scimQuery);
  const loose = fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    { weight: 3, arbitrary: fc.tuple(hostileText, hostileText).map(pair) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "%",
        "a=%ff",
        "limit=-1",
        "page=1e999",
        "next=//host",
        "%00=%00",
        "&&&",
        "a[b]=1",
        "id=1&id=2",
        "__proto__=1",
        "plan=toString",
      ),
    },
  );
  return fc.tuple(...fields, loose).map((parts) => parts.filter(Boolean).join("&"));
}

/** A list in a query is sometimes sent as text, too. */
const textLike = (schema: JsonSchema) => fc.oneof({ weight: 2, arbitrary: arbitraryOfSchema(schema) }, hostileText);

const scimQuery = fc
  .tuple(
    fc.constantFrom("filter", "startIndex", "count", "attributes", "sortBy"),
    fc.constantFrom(...SCIM_FILTERS),
    hostileText,
  )
  .chain(([name, filter, text]) =>
    fc
      .constantFrom(filter, `userName eq "${text}"`, filter + text, `${text} eq 1`, text)
      .map((value) => pair([name, value])),
  );

interface Body {
  type: string;
  payload: string | Buffer;
}

function bodyOf({ key, method, body }: TestedRoute): fc.Arbitrary<Body | undefined> {
  if (method === "GET") return fc.constant(undefined);
  const examples = JSON_EXAMPLES[key];
  const asForm = FORM_ROUTES.includes(key);
  const shaped = body ? arbitraryOfSchema(body) : examples ? fc.oneof(...examples.map(arbitraryOfExample)) : hostile;
  const good =
    key === "POST /api/imports"
      ? multipart
      : key === "POST /api/slack/interactions"
        ? shaped.map((value) => form({ payload: JSON.stringify(value) }))
        : key === "POST /api/slack/commands"
          ? shaped.map(form)
          : asForm
            ? arbitraryOfExample(FORM_FIELDS).map(form)
            : shaped.map((value) => ({ type: "application/json", payload: JSON.stringify(value) }));
  return fc.oneof(
    { weight: 6, arbitrary: good },
    { weight: 2, arbitrary: fc.tuple(good, oddTypes).map(([made, type]) => ({ ...made, type })) },
    { weight: 1, arbitrary: fc.tuple(brokenBodies, oddTypes).map(([payload, type]) => ({ type, payload })) },
    { weight: 1, arbitrary: brokenBodies.map((payload) => ({ type: "application/json", payload })) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

function form(fields: unknown): Body {
  const payload = Object.entries(Object(fields) as object).map(([name, value]) => pair([name, asText(value)]));
  return { type: "application/x-www-form-urlencoded", payload: payload.join("&") };
}

const multipart = fc
  .tuple(fc.constantFrom(...MULTIPART_BODIES), fc.constantFrom("b0", "b0", "b0", '"b0"', "other", "", "x".repeat(300)))
  .map(([payload, boundary]) => ({ type: `multipart/form-data; boundary=${boundary}`, payload }));

const oddTypes = fc.constantFrom(
  ...[
    [
      "application/scim+json",
      "application/json; charset=utf-16",
      "application/json;",
      "APPLICATION/JSON",
      "text/plain",
    ],
    ["text/xml", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=b0", "/"],
    ["", ";;;", "application/json, text/plain", "a".repeat(2000), "__proto__", "application/octet-stream"],
  ].flat(),
);

const brokenBodies = fc.constantFrom<(string | Buffer)[]>(
  ...[
    [
      "{",
      "[",
      '"',
      "nul",
      "{}{}",
      "[1,]",
      "{'a':1}",
      "NaN",
      "1e999",
      "",
      " ",
      "\0",
      "null",
      "0",
      "[]",
      '"text"',
      "true",
    ],
    [
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '{"a":1,"a":2}',
      '{"a":"\\ud800"}',
      '{"a":"\\u0000"}',
    ],
    ['{"a":1e999}', '{"id":-1e400}', "[".repeat(5000), `${"[".repeat(40)}${"]".repeat(40)}`, "%", "a=%ff&__proto__=1"],
    ["x".repeat(300_000), "a=1&".repeat(5000), Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('\ufeff{"a":1}')],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ].flat(),
);

/** Sometimes adds an unusual header. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          "cookie",
          "authorization",
          "stripe-signature",
          "x-slack-signature",
          "x-slack-request-timestamp",
        ),
        fc.constantFrom(
          ...[
            ["", "t=1,v1=", "t=,v1", "t=99999999999999999999,v1=00", "v0=", "v0=zz", "NaN", "-1", "1e999"],
            [
              "Bearer",
              "Bearer ",
              "Bearer \u00ff",
              "Basic OjpO",
              `Bearer ${"x".repeat(5000)}`,
              "sid=",
              "sid=%00; sid=%",
            ],
            ["sid=%ff%fe", "=;=;", "__proto__=1", "sid=toString", "__Host-sid=x", ";".repeat(3000)],
          ].flat(),
        ),
      )
      .map(([name, value]) => ({ [name]: value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { "accept-encoding": "gzip;q=zz, *;q=-1, br;q=9" },
      { "accept-encoding": "identity;q=0" },
      { "accept-language": "x".repeat(3000) },
      { accept: "*/*;q=nothing" },
      { origin: "null" },
      { origin: "http://[" },
      { origin: "javascript:1" },
      { "sec-fetch-site": "cross-site" },
      { "if-none-match": '"' },
      { range: "bytes=9-1,x" },
      { "x-forwarded-for": "not an address, ::ffff:999.1.1.1" },
      { "x-request-id": "\u00e9".repeat(60) },
      { "user-agent": "\u00ff".repeat(2000) },
      { "content-encoding": "gzip" },
      { "transfer-encoding": "odd" },
      { "last-event-id": "-1" },
      { "x-csrf-token": "\ud83d" },
    ),
  },
);
