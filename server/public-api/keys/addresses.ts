import ipaddr from "ipaddr.js";

/** Returns the stored form, like '203.0.113.0/24'; null if the text is neither an IP address nor a network. */
export function parseNetwork(written: string): string | null {
  const [address = "", bits, ...rest] = written.trim().split("/");
  if (
    rest.length > 0 ||
    !ipaddr.isValid(address) ||
    (/^[\d.]+$/.test(address) && !ipaddr.IPv4.isValidFourPartDecimal(address))
  )
    return null;
  const parsed = ipaddr.process(address);
  if (bits === undefined) return parsed.toString();
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${parsed.toString()}/${Number(bits)}` : null;
}

/** True if `ip` is one of the addresses or belongs to one of the networks. */
export function isAddressInNetworks(ip: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.some((network) => {
    const [base = "", bits] = network.split("/");
    const known = ipaddr.process(base);
    if (known.kind() !== address.kind()) return false;
    return address.match(known, bits === undefined ? (known.kind() === "ipv4" ? 32 : 128) : Number(bits));
  });
}
