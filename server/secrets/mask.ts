const DOTS = "••••";

/** Returns the form of a secret that people see: '••••' and its last four characters; '' without a secret. */
export function maskSecret(last4: string): string {
  return last4 === "" ? "" : DOTS + last4;
}

/** True for a mask that a form sends back unchanged. The stored secret then stays. */
export function isMasked(value: string): boolean {
  return value.startsWith(DOTS);
}
