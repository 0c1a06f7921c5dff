import { z } from "zod";
import { newId } from "../db/new-id.ts";

/** The smallest body that the endpoint accepts. */
export function buildSmallestBody(schema: z.ZodType | undefined): object | undefined {
  if (!schema) return undefined;
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const [way] = whole.anyOf ?? [];
  const { properties = {}, required = [] } = typeof way === "object" ? way : whole;
  const sample = (name: string): unknown => {
    const given = properties[name];
    if (typeof given !== "object") return "x";
    // The field accepts a choice or null.
    const [first] = given.anyOf ?? [];
    const property = typeof first === "object" ? first : given;
    if (property.enum) return property.enum[0];
    if (property.format === "uuid") return newId();
    if (property.type === "boolean") return true;
    if (property.type === "integer" || property.type === "number") return property.minimum ?? 1;
    if (property.type === "array") return [];
    return property.type === "object" ? {} : "x";
  };
  return Object.fromEntries(required.map((name) => [name, sample(name)]));
}
