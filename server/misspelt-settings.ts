import { computeEditDistance } from "../shared/domain/edit-distance.ts";

/** Only `lorekeep user create` reads this variable (server/cli). */
const PASSWORD_OF_USER_CREATE = "LOREKEEP_PASSWORD";

/** Kubernetes sets LOREKEEP_PORT and similar variables for a service of that name, so this is only a hint. */
export function findMisspeltSettings(source: Readonly<Record<string, string | undefined>>, known: string[]): string[] {
  return Object.keys(source)
    .filter((name) => name.startsWith("LOREKEEP_") && name !== PASSWORD_OF_USER_CREATE)
    .map((name) => `${name} is not a setting. Did you mean ${nearest(name.slice("LOREKEEP_".length), known)}?`);
}

function nearest(name: string, known: string[]): string {
  return known.toSorted((a, b) => computeEditDistance(name, a) - computeEditDistance(name, b))[0] ?? "";
}
