import ipaddr from "ipaddr.js";

/**
 * The network that limits count for an address: an IPv4 address itself, the /64 of an IPv6 address, which belongs to
 * one subscriber (RFC 6177), or the IPv4 address of an IPv4-mapped one.
 */
export function getNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
