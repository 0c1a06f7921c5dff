const DOTS = "••••";

/** The readable form of a secret: '••••' and its last four characters; '' without one. */
export function maskSecret(last4: string): string {
  return last4 === "" ? "" : DOTS + last4;
}

/** True for a mask that a form sends back unchanged: the stored secret stays. */
export function isMasked(value: string): boolean {
  return value.startsWith(DOTS);
}
