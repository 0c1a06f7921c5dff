/**
 * Returns the URL's host and port as an entry of EGRESS_ALLOW; no entry without a URL. The operator configured the URL,
 * so it may be called even if it is on this machine.
 */
export function toEgressEntry(address: string | undefined): string[] {
  if (!address) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
}
