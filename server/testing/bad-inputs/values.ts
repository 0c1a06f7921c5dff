import fc from "fast-check";
import { ROW_OF_RESOURCE } from "../rows-of-resources.ts";
import type { JsonSchema } from "./routes.ts";

/** Placeholders for ids of the tested company (`company.ts`). They may occur anywhere in a request. */
export const KNOWN_IDS = [...Object.keys(ROW_OF_RESOURCE), "publications"];
export const buildPlaceholder = (name: string) => `[[${name}]]`;
const NOBODY = "01900000-0000-7000-8000-000000000000";

const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then", "toJSON"];
const nested = (depth: number): unknown => (depth === 0 ? "deep" : { a: [nested(depth - 1)] });

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...[
      NAMES,
      ["", " ", "\0", "a\0b", "\ud800", "x\udfff", "\ufeff", "\u202etxt", "\r\nx-injected: 1", "%", "%00", "%ff", "\\"],
      [
        "-1",
        "1e999",
        "NaN",
        "Infinity",
        "null",
        "undefined",
        "true",
        "[object Object]",
        "9".repeat(400),
        "0x10",
        "1.5",
      ],
      ["'; drop table users; --", "$1", "../../../../etc/passwd", "<script>alert(1)</script>", "{{7*7}}", "${7*7}"],
      ["2026-13-45T99:99:99Z", "0000-00-00T00:00:00Z", "+275760-09-13T00:00:00.001Z", "-000001-01-01T00:00:00Z"],
      ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z", "2026-02-30", "12:60", "Mars/Olympus"],
      ["http://127.0.0.1:1/", "file:///etc/passwd", "http://[::1", "https://", "javascript:alert(1)", "//host"],
      ["@", "a@", "@b.example", "a@b@c.example", "a@[127.0.0.1]", `${"a".repeat(300)}@b.example`, "ａ@b.example"],
      [NOBODY, "00000000-0000-0000-0000-000000000000", `held.${NOBODY}`, "held.", "held.x", "."],
      ["x".repeat(300), "x".repeat(20_000), "😀".repeat(600), "`".repeat(3000), "(".repeat(2000), "a ".repeat(5000)],
    ].flat(),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const hostileNumber = fc.oneof(
  fc.constantFrom(-1, -0, 0, 1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, -(2 ** 63)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [null], [[]], [{}], nested(3), nested(20), Array(3000).fill("x")),
  fc.constantFrom(...NAMES).map((name) => objectOf([[name, name]])),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Creates a normal property even for the name '__proto__'. */
const objectOf = (entries: [string, unknown][]): unknown => Object.fromEntries(entries);

const known = fc.constantFrom(...KNOWN_IDS.map(buildPlaceholder));
const wellKnown = fc.oneof(known, fc.constantFrom("Some text", "starter", "enterprise", "ada@acme.test", "10", "1"));

/** Generates mostly valid values, so that some requests reach the handler. Hostile values may occur anywhere. */
export function arbitraryOfSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  return mostly(goodFor(schema));
}

/** Generates values like the example, for bodies without a schema. */
export function arbitraryOfExample(example: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(example)) return mostly(listOf(example.map(arbitraryOfExample)));
  if (typeof example !== "object" || example === null) return mostly(fc.constant(example));
  return mostly(objectLike(Object.entries(example).map(([name, value]) => [name, arbitraryOfExample(value), true])));
}

const mostly = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 7, arbitrary: good }, { weight: 1, arbitrary: hostile });

function goodFor({ enum: allowed, const: only, anyOf, oneOf, ...schema }: JsonSchema): fc.Arbitrary<unknown> {
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map(goodFor));
  if (allowed) return fc.constantFrom(...allowed);
  if (only !== undefined) return fc.constant(only);
  switch ([schema.type].flat()[0]) {
    case "object": {
      const { properties = {}, required = [] } = schema;
      return objectLike(
        Object.entries(properties).map(([name, value]) => [name, arbitraryOfSchema(value), required.includes(name)]),
      );
    }
    case "array":
      return fc.array(arbitraryOfSchema(schema.items ?? {}), { maxLength: 3 });
    case "integer":
    case "number":
      return fc.oneof(fc.constant(schema.minimum ?? 1), fc.constantFrom(1, 10, 30));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      if (schema.format === "date-time") return fc.constant("2026-05-01T10:00:00.000Z");
      if (schema.format === "uuid") return fc.oneof(known, fc.constant(NOBODY));
      return schema.format === "email" ? fc.constant("ada@acme.test") : wellKnown;
    default:
      return fc.oneof(wellKnown, hostile);
  }
}

/** Generates objects that sometimes lack a required field or have an unknown one. */
function objectLike(fields: [name: string, value: fc.Arbitrary<unknown>, isRequired: boolean][]) {
  const shapes = fields.map(([name, value, isRequired]) =>
    fc
      .tuple(fc.nat(19), value)
      .map(([dice, made]): [string, unknown][] => (dice < (isRequired ? 1 : 8) ? [] : [[name, made]])),
  );
  const extra = fc
    .tuple(fc.nat(11), fc.oneof(fc.constantFrom(...NAMES), hostileText), hostile)
    .map(([dice, name, value]): [string, unknown][] => (dice === 0 ? [[name, value]] : []));
  return fc.tuple(...shapes, extra).map((parts) => objectOf(parts.flat()));
}

const listOf = (items: fc.Arbitrary<unknown>[]) => fc.tuple(...items);
