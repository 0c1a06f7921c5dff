import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type AnySchema, type ValidateFunction } from "ajv";
import { parseForm, type Tree } from "../stripe/wire.ts";
import {
  convertTo2023,
  FIELDS_NOT_MADE,
  FIELDS_WITHOUT_SAMPLE,
  PARAMETERS_SINCE_2023,
  PATHS_SINCE_2023,
} from "./stripe-known.ts";

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, AnySchema> };
}

interface Operation {
  requestBody?: { content: Record<string, { schema: AnySchema }> };
  parameters?: { in: string; name: string; schema: AnySchema }[];
  responses: Record<string, { content?: Record<string, { schema: AnySchema }> }>;
}

type Json = Record<string, unknown>;

/**
 * Compares everything that passes through its `fetch` with Stripe's OpenAPI file of 2023: the parameters, and the types
 * of fields that have not changed since. If Stripe's current samples are available, also compares which fields exist.
 * stripe-known.ts lists Stripe's changes since 2023.
 */
export class StripeChecks {
  requests = 0;
  responses = 0;
  readonly violations: string[] = [];
  readonly #description: Description;
  readonly #samples: Record<string, Json>;
  readonly #given = new Ajv({ strict: false, validateFormats: false, coerceTypes: true, allErrors: true });
  readonly #answered = new Ajv({ strict: false, validateFormats: false });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(specsDir: string) {
    this.#description = JSON.parse(readFileSync(join(specsDir, "peers", "stripe.peer.json"), "utf8")) as Description;
    const samples = join(specsDir, "stripe.fixtures3.current.json");
    this.#samples = existsSync(samples)
      ? (JSON.parse(readFileSync(samples, "utf8")) as { resources: Record<string, Json> }).resources
      : {};
    for (const ajv of [this.#given, this.#answered])
      ajv.addSchema({ $id: "stripe", components: this.#description.components });
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = (init?.method ?? "GET").toLowerCase();
    const isNew = PATHS_SINCE_2023.has(`${method.toUpperCase()} ${pathname}`);
    const template = isNew ? undefined : this.#templateOf(pathname);
    const where = `${method.toUpperCase()} ${template ?? pathname}`;
    const operation = template && this.#description.paths[template]?.[method];
    if (!operation && !isNew) this.violations.push(`${where} is not described`);
    if (operation) this.#checkRequest(where, operation, parseForm(init?.body ? String(init.body) : search.slice(1)));
    const response = await fetch(input, init);
    const body = (await response.clone().json()) as Json;
    this.#checkFields(body, where);
    if (operation) this.#checkAnswer(where, operation, response.status, convertTo2023(body));
    return response;
  };

  #templateOf(pathname: string): string | undefined {
    const parts = pathname.split("/");
    const fits = Object.keys(this.#description.paths).filter((template) => {
      const wanted = template.split("/");
      return (
        wanted.length === parts.length && wanted.every((part, place) => part.startsWith("{") || part === parts[place])
      );
    });
    return fits.toSorted((one, other) => one.split("{").length - other.split("{").length)[0];
  }

  #checkRequest(where: string, operation: Operation, given: Tree): void {
    this.requests += 1;
    for (const name of PARAMETERS_SINCE_2023[where] ?? []) drop(given, name.split("."));
    const isRead = where.startsWith("GET ");
    const body = isRead ? undefined : operation.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
    const query = (operation.parameters ?? []).filter((one) => one.in === "query");
    const schema = body ?? {
      type: "object",
      properties: Object.fromEntries(query.map(({ name, schema: one }) => [name, one])),
      additionalProperties: false,
    };
    this.#validate(this.#given, `request ${where}`, schema, given, where);
  }

  #checkAnswer(where: string, { responses }: Operation, status: number, body: Json): void {
    this.responses += 1;
    const kind = status === 200 ? "200" : "default";
    const schema = (responses[kind] ?? responses["default"])?.content?.["application/json"]?.schema;
    if (schema) this.#validate(this.#answered, `${kind} ${where}`, schema, body, `${where} answers ${status}`);
  }

  #validate(ajv: Ajv, key: string, schema: AnySchema, value: unknown, where: string): void {
    const validate = this.#validators.get(key) ?? ajv.compile(rooted(schema));
    this.#validators.set(key, validate);
    if (validate(value)) return;
    const deepest = [...(validate.errors ?? [])].sort(
      (one, other) => other.instancePath.length - one.instancePath.length,
    )[0];
    this.violations.push(
      `${where}: ${deepest?.instancePath} ${deepest?.message} ${JSON.stringify(deepest?.params)}`.slice(0, 400),
    );
  }

  /** Requires that every object has exactly the fields of Stripe's sample. */
  #checkFields(value: unknown, where: string): void {
    if (Array.isArray(value)) for (const one of value) this.#checkFields(one, where);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const object = value as Json;
    for (const below of Object.values(object)) this.#checkFields(below, where);
    const kind = String(object["object"] ?? "");
    const sample = object["deleted"] === true ? undefined : this.#samples[kind];
    if (!sample) return;
    const report = (names: string[], excused: ReadonlySet<string>, what: string) => {
      for (const name of names)
        if (!excused.has(`${kind}.${name}`)) this.violations.push(`${where}: ${kind}.${name} ${what}`);
    };
    report(
      Object.keys(object).filter((name) => !(name in sample)),
      FIELDS_WITHOUT_SAMPLE,
      "is not in Stripe's sample",
    );
    report(
      Object.keys(sample).filter((name) => !(name in object)),
      FIELDS_NOT_MADE,
      "is missing",
    );
  }
}

/** Makes references absolute, so that the schema can be compiled separately. */
function rooted(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"stripe#/components/')) as AnySchema;
}

/** Removes the value at a path such as `phases.*.duration`. */
function drop(tree: unknown, [name = "", ...rest]: string[]): void {
  if (typeof tree !== "object" || tree === null) return;
  const branch = tree as Record<string, unknown>;
  if (name === "*") for (const one of Object.values(branch)) drop(one, rest);
  else if (rest.length === 0) delete branch[name];
  else drop(branch[name], rest);
}
