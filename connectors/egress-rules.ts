import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * Decides which addresses the server may call: public addresses over https, and addresses that the operator allowed.
 */
export interface EgressRules {
  /** Returns a sentence with the reason why this address may never be called; null if it may. */
  refusesUrl(url: URL): string | null;
  /** Returns the reason why no connection to these resolved addresses is allowed; null if all are allowed. */
  refusesAddresses(place: { hostname: string; port: number }, addresses: string[]): string | null;
}

interface HostEntry {
  host: string;
  port: number | null;
}

/**
 * Metadata services of clouds, which give out credentials, and a service of Azure's virtual machines (168.63.129.16).
 */
const METADATA = new Set(["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16"]);

/**
 * The range assigned to the public internet (https://www.iana.org/assignments/ipv6-unicast-address-assignments). Other addresses
 * that look like unicast are not public: `[::127.0.0.1]`, 5f00::/16 and unassigned blocks.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/**
 * Special ranges inside `GLOBAL_UNICAST` that the library does not know:
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * Whether the address is public. `range()` covers all of https://www.iana.org/assignments/iana-ipv4-special-registry.
 */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_UNICAST) && !SPECIAL.some((range) => address.match(range));
}

/**
 * `allow` contains exact hosts ('wiki.corp', 'wiki.corp:8443', '10.1.2.3', '[fd00::1]:8443') and networks
 * ('10.1.2.0/24'). A network never includes this machine or a cloud's metadata service. They must be listed as exact
 * hosts.
 */
export function createEgressRules(allow: string[]): EgressRules {
  const networks = allow.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
  const hosts = allow.filter((entry) => !ipaddr.isValidCIDR(entry)).map(parseHostEntry);

  const isListed = (hostname: string, port: number) =>
    hosts.some((entry) => entry.host === hostname && (entry.port === null || entry.port === port));
  const isInNetwork = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
    networks.some(([range, bits]) => address.kind() === range.kind() && address.match([range, bits] as never));

  function mayConnect(hostname: string, port: number, text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const plain = address.toString();
    if (isListed(plain, port)) return true;
    if (METADATA.has(plain)) return false;
    if (address.range() === "loopback" || address.range() === "unspecified" || isOurs(plain))
      return isThisMachine(hostname) && isListed(hostname, port);
    return isPublic(address) || isListed(hostname, port) || isInNetwork(address);
  }

  return {
    refusesUrl(url) {
      const { hostname, port } = parseHostAndPort(url);
      if (url.username || url.password) return "The address holds a user name or a password. Give it without.";
      if (url.protocol !== "https:" && url.protocol !== "http:") return "Only https addresses can be called.";
      const isLiteral = ipaddr.isValid(hostname);
      if (
        url.protocol === "http:" &&
        !isListed(hostname, port) &&
        !(isLiteral && isInNetwork(ipaddr.process(hostname)))
      )
        return "Only https addresses can be called.";
      return isLiteral && !mayConnect(hostname, port, hostname) ? notPublic(hostname) : null;
    },
    refusesAddresses({ hostname, port }, addresses) {
      const name = nameOf(hostname);
      return addresses.length > 0 && addresses.every((address) => mayConnect(name, port, address))
        ? null
        : notPublic(name);
    },
  };
}

export function parseHostAndPort(url: URL): { hostname: string; port: number } {
  return { hostname: nameOf(url.hostname), port: Number(url.port) || (url.protocol === "https:" ? 443 : 80) };
}

function notPublic(hostname: string): string {
  return `${hostname} is not on the public internet and may not be called. The operator can allow it with EGRESS_ALLOW.`;
}

function parseHostEntry(entry: string): HostEntry {
  const [, host = entry, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
  const name = nameOf(host);
  return { host: ipaddr.isValid(name) ? ipaddr.process(name).toString() : name, port: port ? Number(port) : null };
}

/** Returns a host name in lower case, without an IPv6 address's brackets and without a trailing dot. */
function nameOf(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

function isOurs(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address));
}
