import ipaddr from "ipaddr.js";

/**
 * Returns the network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber
 * (RFC 6177). IPv4-mapped addresses count as IPv4.
 */
export function getNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
