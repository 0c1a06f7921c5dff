import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

/** Compares every body that passes through its `fetch` with the types of Notion's official client. */
export class NotionChecks {
  requests = 0;
  responses = 0;
  readonly violations: string[] = [];
  readonly #specsDir: string;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(specsDir: string) {
    this.#specsDir = specsDir;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const method = init?.method ?? "GET";
    const [, resource, id, below] = pathname.split("/").slice(1);
    const asked = typeof init?.body === "string" && init.body !== "" ? JSON.parse(init.body) : null;
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const answer = await response.clone().json();
    if (method === "POST" && resource === "pages") this.#check("NotionCreatePage", asked, "requests", pathname);
    if (method === "PATCH" && resource === "pages")
      this.#check("NotionUpdatePage", { page_id: id, ...asked }, "requests", pathname);
    if (method === "PATCH" && below === "children")
      this.#check("NotionAppend", { block_id: id, ...asked }, "requests", pathname);
    if (resource === "pages") this.#check("NotionPage", answer, "responses", pathname);
    if (below === "children") this.#check("NotionListChildren", answer, "responses", pathname);
    if (resource === "blocks" && !below)
      this.#check(
        "NotionListChildren",
        { object: "list", type: "block", block: {}, results: [answer], has_more: false, next_cursor: null },
        "responses",
        pathname,
      );
    return response;
  };

  #check(type: string, body: unknown, kind: "requests" | "responses", pathname: string): void {
    this[kind] += 1;
    const validate = this.#validatorOf(type);
    if (validate(body)) return;
    const deepest = [...(validate.errors ?? [])].sort(
      (one, other) => other.instancePath.length - one.instancePath.length,
    )[0];
    this.violations.push(`${pathname}: ${type}${deepest?.instancePath} ${deepest?.message}`);
  }

  #validatorOf(type: string): ValidateFunction {
    const known = this.#validators.get(type);
    if (known) return known;
    const schema = JSON.parse(readFileSync(join(this.#specsDir, "types", `${type}.schema.json`), "utf8"));
    const made = new Ajv({ strict: false, allErrors: true }).compile(schema);
    this.#validators.set(type, made);
    return made;
  }
}
