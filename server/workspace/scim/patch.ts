import { createValueError, ScimError } from "./scim-error.ts";
import { normaliseAttributeName, requireSchema, type ScimAttributes, setAttribute, toObject } from "./user-resource.ts";

const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const MOST_OPERATIONS = 100;
/** Attribute paths such as 'name.givenName', 'emails[type eq "work"].value' and 'urn:…:User:department'. */
const PATH = /^[\w:.$-]+(\[[^[\]]+\](\.[\w$-]+)?)?$/;

/** Applies the operations of a PATCH (RFC 7644, 3.5.2) to a person's attributes, in their order. Throws `ScimError`. */
export function applyPatch(attributes: ScimAttributes, body: unknown): void {
  const given = toObject(body);
  requireSchema(given, PATCH_SCHEMA);
  const operations = given["Operations"] ?? given["operations"];
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MOST_OPERATIONS)
    throw new ScimError(400, `Operations must be a list of 1 to ${MOST_OPERATIONS}.`, "invalidSyntax");
  for (const operation of operations) apply(attributes, toObject(operation));
}

function apply(attributes: ScimAttributes, { op, path, value }: Record<string, unknown>): void {
  if (path !== undefined && (typeof path !== "string" || !PATH.test(path.trim())))
    throw new ScimError(400, "This path is not understood.", "invalidPath");
  const word = typeof op === "string" ? op.toLowerCase() : "";
  if (word === "remove") return remove(attributes, path);
  if (word !== "add" && word !== "replace")
    throw new ScimError(400, "op must be add, replace or remove.", "invalidSyntax");
  const isMore = word === "add";
  if (path !== undefined) setAttribute(attributes, path, value, { isMore });
  else for (const [name, part] of Object.entries(toObject(value))) setAttribute(attributes, name, part, { isMore });
}

function remove(attributes: ScimAttributes, path: string | undefined): void {
  if (path === undefined) throw new ScimError(400, "A remove needs a path.", "noTarget");
  const name = normaliseAttributeName(path);
  if (name === "username") throw createValueError("userName is required.");
  for (const each of attributes.keys()) if (each === name || each.startsWith(`${name}.`)) attributes.delete(each);
}
