/**
 * As an entry of EGRESS_ALLOW. The operator named the address of a model, a bucket or a collector, so it may be called: on
 * this machine, too, and nothing beside it.
 */
export function operatorPlace(address: string | undefined): string[] {
  if (!address) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
}
