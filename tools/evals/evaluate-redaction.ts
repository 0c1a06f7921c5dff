import { redactText } from "../../engine/redact/redact.ts";
import { createSeededSecrets } from "./seeded-secrets.ts";

const EACH = 100;
/**
 * The seed of the random secrets. It was drawn after the patterns were finished, and no pattern was changed for a
 * secret that it missed.
 */
const SEED = 90_210;

/**
 * Measures by kind how many seeded secrets are removed from sentences like those in chat. Kinds without a missed secret
 * are combined.
 */
export function evaluateRedaction() {
  const kinds = Map.groupBy(createSeededSecrets(EACH, SEED), ({ kind }) => kind);
  const rows = [...kinds].map(([kind, secrets]) => {
    const missed = secrets.filter(({ text, secret }) => leaks(redactText(text).text, secret));
    return { kind, seeded: secrets.length, caught: secrets.length - missed.length };
  });
  const total = (name: string, some: typeof rows) => {
    const seeded = some.reduce((sum, row) => sum + row.seeded, 0);
    const caught = some.reduce((sum, row) => sum + row.caught, 0);
    return { kind: name, seeded, caught, recall: Math.round((caught / Math.max(1, seeded)) * 10_000) / 100 };
  };
  const whole = rows.filter(({ seeded, caught }) => caught === seeded);
  return [
    total(`all ${rows.length} kinds`, rows),
    ...rows.filter((row) => !whole.includes(row)).map((row) => total(row.kind, [row])),
    total(`the other ${whole.length} kinds`, whole),
  ];
}

/** A remaining part of a secret with this length counts as a leak. */
const PART = 10;

function leaks(text: string, secret: string): boolean {
  const length = Math.min(PART, secret.length);
  for (let at = 0; at + length <= secret.length; at++) if (text.includes(secret.slice(at, at + length))) return true;
  return false;
}
