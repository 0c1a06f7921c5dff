/**
 * As an entry of EGRESS_ALLOW. The operator named the model's address, so it may be called: on this machine, too, such as
 * Ollama's, and nothing beside it.
 */
export function modelOrigin(address: string | undefined): string[] {
  if (!address) return [];
  const { hostname, port, protocol } = new URL(address);
  return [`${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
}
