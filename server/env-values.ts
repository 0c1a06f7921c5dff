import ipaddr from "ipaddr.js";
import { z } from "zod";
import { Secret } from "./secrets/secret.ts";

export const secretValue = z.string().transform((value) => new Secret(value));
export const listValue = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean));
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `Give a whole number from ${min} to ${max}.`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `Give a whole number from ${min} to ${max}.`);
export const amountValue = z
  .string()
  .regex(/^\d+(\.\d+)?$/, "Give an amount in US dollars, such as 2.50.")
  .transform(Number);
export const addressValue = (schemes: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `Give an address such as ${example}.`,
    );
export const originValue = (example: string) =>
  addressValue(["http:", "https:"], example).transform((value) => value.replace(/\/+$/, ""));
export const flagValue = z
  .enum(["1", "true", "yes", "0", "false", "no"], "Write yes or no.")
  .transform((value) => ["1", "true", "yes"].includes(value));
export const networkList = listValue.refine(
  (entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)),
  "Give addresses or networks, such as 10.0.0.5 or 10.0.0.0/8.",
);
