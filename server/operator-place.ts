/**
 * The host and port as an entry of EGRESS_ALLOW. The operator configured the URL of a model, a bucket or a collector,
 * so exactly this may be called, on this machine too.
 */
export function operatorPlace(address: string | undefined): string[] {
  if (!address) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
}
