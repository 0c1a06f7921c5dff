/**
 * Returns host and port as an entry of EGRESS_ALLOW. The operator configured the URL of a model, bucket or collector, so it may
 * be called even on this machine.
 */
export function toEgressEntry(address: string | undefined): string[] {
  if (!address) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
}
