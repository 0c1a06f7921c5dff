import ipaddr from "ipaddr.js";

/**
 * What limits count an address of the network by: an IPv4 address by itself, an IPv6 address by its /64, which one subscriber
 * has whole (RFC 6177), an IPv4-mapped one as its IPv4 address.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
