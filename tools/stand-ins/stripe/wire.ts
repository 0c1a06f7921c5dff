/** Stripe's error response: https://docs.stripe.com/api/errors */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: StripeErrorBody;

  constructor(status: number, error: StripeErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export interface StripeErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  [more: string]: unknown;
}

export function createInvalidError(message: string, more: { param?: string; code?: string } = {}): StripeFailure {
  return new StripeFailure(400, { type: "invalid_request_error", message, ...more });
}

export function createMissingError(kind: string, id: string, param = "id"): StripeFailure {
  const message = `No such ${kind.replaceAll("_", "").replaceAll(".", " ")}: '${id}'`;
  return new StripeFailure(404, { type: "invalid_request_error", code: "resource_missing", message, param });
}

export type Tree = { [name: string]: string | Tree | (string | Tree)[] };

/** Parses `items[0][price]=a&metadata[k]=v&expand[]=b` to a tree. Numeric or empty names form an array. */
export function parseForm(text: string): Tree {
  const root: Branch = new Map();
  for (const [path, value] of new URLSearchParams(text)) {
    const names = [path.split("[")[0] ?? "", ...[...path.matchAll(/\[([^\]]*)\]/g)].map(([, name]) => name ?? "")];
    const last = names.pop() ?? "";
    let branch = root;
    for (const name of names) {
      const below = branch.get(name);
      const next: Branch = below instanceof Map ? below : new Map();
      branch.set(name, next);
      branch = next;
    }
    branch.set(last === "" ? String(branch.size) : last, value);
  }
  return asTree(root) as Tree;
}

type Branch = Map<string, string | Branch>;

function asTree(branch: Branch): Tree | (string | Tree)[] {
  const entries = [...branch].map(([name, value]) => [name, value instanceof Map ? asTree(value) : value] as const);
  const isArray = entries.length > 0 && entries.every(([name]) => /^\d*$/.test(name));
  return isArray ? (entries.map(([, value]) => value) as (string | Tree)[]) : (Object.fromEntries(entries) as Tree);
}

/** The parameters of a call. Each is parsed to its type. A wrong value is refused with Stripe's own message. */
export class CallParameters {
  readonly #tree: Tree;
  readonly #path: string;

  constructor(tree: Tree, path = "") {
    this.#tree = tree;
    this.#path = path;
  }

  get names(): string[] {
    return Object.keys(this.#tree);
  }

  /** Refuses every parameter with another name, as Stripe does. */
  only(names: readonly string[]): void {
    const unknown = this.names.find((name) => !names.includes(name));
    if (unknown === undefined) return;
    const param = this.#name(unknown);
    throw createInvalidError(`Received unknown parameter: ${param}`, { param, code: "parameter_unknown" });
  }

  text(name: string): string | undefined {
    const value = this.#tree[name];
    if (value === undefined || typeof value === "string") return value;
    throw createInvalidError(`Invalid string: ${JSON.stringify(value)}`, { param: this.#name(name) });
  }

  required(name: string): string {
    const value = this.text(name);
    if (value) return value;
    const param = this.#name(name);
    throw createInvalidError(`Missing required param: ${param}.`, { param, code: "parameter_missing" });
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined || value === "") return undefined;
    if (value === "true" || value === "false") return value === "true";
    throw createInvalidError(`Invalid boolean: ${value}`, { param: this.#name(name) });
  }

  whole(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined || value === "") return undefined;
    if (/^-?\d+$/.test(value)) return Number(value);
    throw createInvalidError(`Invalid integer: ${value}`, {
      param: this.#name(name),
      code: "parameter_invalid_integer",
    });
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = values.find((one) => one === value);
    if (found) return found;
    throw createInvalidError(`Invalid ${name}: must be one of ${values.join(", ")}`, { param: this.#name(name) });
  }

  /**
   * Whether the value matches `created=5` or `created[gte]=5&created[lt]=9`. Without the parameter, every value
   * matches.
   */
  isWithin(name: string, value: number): boolean {
    if (typeof this.#tree[name] === "string") return value === this.whole(name);
    const range = this.group(name);
    range?.only(["gt", "gte", "lt", "lte"]);
    const limit = (bound: string, otherwise: number) => range?.whole(bound) ?? otherwise;
    return (
      value > limit("gt", -Infinity) &&
      value >= limit("gte", -Infinity) &&
      value < limit("lt", Infinity) &&
      value <= limit("lte", Infinity)
    );
  }

  group(name: string): CallParameters | undefined {
    const value = this.#tree[name];
    if (value === undefined || value === "") return undefined;
    if (typeof value === "object" && !Array.isArray(value)) return new CallParameters(value, this.#name(name));
    throw createInvalidError("Invalid object", { param: this.#name(name) });
  }

  groups(name: string): CallParameters[] | undefined {
    const value = this.#tree[name];
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw createInvalidError("Invalid array", { param: this.#name(name) });
    return value.map((one, index) => {
      if (typeof one === "object") return new CallParameters(one, `${this.#name(name)}[${index}]`);
      throw createInvalidError("Invalid object", { param: `${this.#name(name)}[${index}]` });
    });
  }

  texts(name: string): string[] {
    const value = this.#tree[name];
    if (value === undefined) return [];
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
    throw createInvalidError("Invalid array", { param: this.#name(name) });
  }

  /**
   * Merges the parameter into the current metadata. An empty value removes its key, and an empty parameter removes all
   * keys.
   */
  metadata(current: Record<string, string> = {}): Record<string, string> {
    if (this.#tree["metadata"] === "") return {};
    const given = this.group("metadata");
    const merged = { ...current };
    for (const key of given?.names ?? []) {
      const value = given?.text(key) ?? "";
      if (key.length > 40 || value.length > 500)
        throw createInvalidError("Metadata keys have up to 40 characters and values up to 500.", {
          param: `metadata[${key}]`,
        });
      if (value === "") delete merged[key];
      else merged[key] = value;
    }
    if (Object.keys(merged).length > 50) throw createInvalidError("Metadata has up to 50 keys.", { param: "metadata" });
    return merged;
  }

  #name(name: string): string {
    return this.#path ? `${this.#path}[${name}]` : name;
  }
}
