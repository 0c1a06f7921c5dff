import type { Membership } from "../../../shared/domain/access.ts";
import { isEmail, normaliseEmail } from "../../../shared/domain/people.ts";
import { createValueError, ScimError } from "./scim-error.ts";

/**
 * A person as a SCIM resource (RFC 7643, section 4.1) with the attributes that the product stores. Attribute names are compared
 * without case.
 */

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

export interface ScimPerson {
  id: string;
  userName: string;
  externalId: string | null;
  firstName: string;
  lastName: string;
  email: string;
  jobTitle: string | null;
  isActive: boolean;
  /** The person's role, which no identity provider can set. */
  membership: Membership;
  createdAt: Date;
  updatedAt: Date;
}

/** Values that an identity provider may set. */
export type PersonValues = Omit<ScimPerson, "id" | "membership" | "createdAt" | "updatedAt">;

/** Received values, by the lower-case path of the attribute: 'name.givenname'. */
export type ScimAttributes = Map<string, unknown>;

const KEPT = new Set([
  "username",
  "externalid",
  "active",
  "displayname",
  "title",
  "name.givenname",
  "name.familyname",
  "name.formatted",
  "emails.value",
]);

export function buildUserResource(person: ScimPerson, baseUrl: string) {
  const formatted = `${person.firstName} ${person.lastName}`.trim();
  return {
    schemas: [USER_SCHEMA],
    id: person.id,
    ...(person.externalId !== null && { externalId: person.externalId }),
    userName: person.userName,
    name: { givenName: person.firstName, familyName: person.lastName, formatted },
    displayName: formatted,
    ...(person.jobTitle !== null && { title: person.jobTitle }),
    emails: [{ value: person.email, type: "work", primary: true }],
    active: person.isActive,
    meta: {
      resourceType: "User",
      created: person.createdAt.toISOString(),
      lastModified: person.updatedAt.toISOString(),
      location: `${baseUrl}/Users/${person.id}`,
    },
  };
}

/**
 * Returns the attributes of a whole user, for creating or replacing a person. Ignores attributes that the product does not
 * store.
 */
export function readAttributes(body: unknown): ScimAttributes {
  const given = toObject(body);
  requireSchema(given, USER_SCHEMA);
  const attributes: ScimAttributes = new Map();
  for (const [name, value] of Object.entries(given)) setAttribute(attributes, name, value);
  return attributes;
}

/** Lists a person's attributes, which a patch then changes. An address equal to the user name changes with the user name. */
export function listPersonAttributes(person: ScimPerson): ScimAttributes {
  const { userName, externalId, firstName, lastName, email, jobTitle, isActive } = person;
  return new Map<string, unknown>([
    ["username", userName],
    ["externalid", externalId],
    ["name.givenname", firstName],
    ["name.familyname", lastName],
    ...(normaliseEmail(userName) === email ? [] : ([["emails.value", email]] as const)),
    ["title", jobTitle],
    ["active", isActive],
  ]);
}

/** Sets one attribute. `isMore`: the value is added to the present values, so only a primary or work address counts. */
export function setAttribute(attributes: ScimAttributes, path: string, value: unknown, { isMore = false } = {}): void {
  const name = normaliseAttributeName(path);
  if (name === "emails") {
    const address = mainAddress(value, { isMore });
    if (address !== undefined) attributes.set("emails.value", address);
  } else if (name === "name") {
    for (const [part, text] of Object.entries(toObject(value))) setAttribute(attributes, `name.${part}`, text);
  } else if (KEPT.has(name)) attributes.set(name, value);
}

/**
 * Normalises attribute names such as 'urn:…:User:userName' and 'emails[type eq "work"].value', as Okta and Entra ID write them.
 */
export function normaliseAttributeName(path: string): string {
  return path
    .trim()
    .replace(new RegExp(`^${USER_SCHEMA.replaceAll(".", "\\.")}:`, "i"), "")
    .replace(/^emails\[\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\](\.value)?$/i, "emails.value")
    .toLowerCase();
}

function mainAddress(value: unknown, { isMore }: { isMore: boolean }): unknown {
  if (!Array.isArray(value)) return value === null ? undefined : toObject(value)["value"];
  const given = value.map(toObject);
  const main =
    given.find(({ primary }) => primary === true || (typeof primary === "string" && /^true$/i.test(primary))) ??
    given.find(({ type }) => type === "work") ??
    (isMore ? undefined : given[0]);
  return main?.["value"];
}

/** Returns checked and complete values; `before` supplies missing names. Throws `ScimError`. */
export function readPersonValues(attributes: ScimAttributes, before?: ScimPerson): PersonValues {
  const text = (name: string, most: number) => textOf(attributes.get(name), name, most);
  const userName = text("username", 254);
  if (!userName) throw createValueError("userName is required.");
  const email = normaliseEmail(text("emails.value", 254) || userName);
  if (!isEmail(email)) throw createValueError("Give an email address: in emails, or as the userName.");
  const [first = "", ...rest] = (text("name.formatted", 200) || text("displayname", 200)).split(/\s+/);
  const isNamed = attributes.has("name.givenname") || attributes.has("name.familyname");
  return {
    userName,
    externalId: text("externalid", 255) || null,
    firstName:
      text("name.givenname", 100) ||
      (isNamed ? "" : first) ||
      before?.firstName ||
      email.slice(0, email.lastIndexOf("@")).slice(0, 100),
    lastName: text("name.familyname", 100) || (isNamed ? "" : rest.join(" ") || before?.lastName || ""),
    email,
    jobTitle: text("title", 100) || null,
    isActive: flagOf(attributes.get("active")),
  };
}

function textOf(value: unknown, name: string, most: number): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw createValueError(`${name} must be text.`);
  if (Array.from(value).length > most) throw createValueError(`${name} may have ${most} characters at most.`);
  return value.trim();
}

/** Parses a boolean; Entra ID writes "True" and "False". */
function flagOf(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word !== "true" && word !== "false") throw createValueError("active must be true or false.");
  return word === "true";
}

export function requireSchema(given: Record<string, unknown>, schema: string): void {
  const schemas = given["schemas"];
  const isThere =
    Array.isArray(schemas) &&
    schemas.some((name) => typeof name === "string" && name.toLowerCase() === schema.toLowerCase());
  if (!isThere) throw new ScimError(400, `schemas must hold ${schema}.`, "invalidSyntax");
}

export function toObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ScimError(400, "An object was expected.", "invalidSyntax");
  return value as Record<string, unknown>;
}
