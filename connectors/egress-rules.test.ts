import ipaddr from "ipaddr.js";
import { expect, it } from "vitest";
import { createEgressRules } from "./egress-rules.ts";

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast. */
const IPV4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32`;
/** https://www.iana.org/assignments/iana-ipv6-special-registry, multicast, site-local, and unassigned ranges. */
const IPV6 = `::1/128 ::/128 ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23
  2001::/32 2001:1::1/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32
  2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 4000::/3 8000::/3 e000::/4 200::/7`;
const METADATA = ["169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16"];

const words = (text: string) => text.split(/\s+/);
const refuses = (allow: string[], address: string) =>
  createEgressRules(allow).refusesAddresses({ hostname: "a.example", port: 443 }, [address]) !== null;
const refusesLiteral = (address: string) =>
  createEgressRules([]).refusesUrl(new URL(`https://${address.includes(":") ? `[${address}]` : address}/`)) !== null;

function ends(range: string): string[] {
  const [first, bits] = ipaddr.parseCIDR(range);
  const bytes = first.toByteArray().map((byte, index) => {
    const own = Math.min(8, Math.max(0, bits - index * 8));
    return byte | (0xff >> own);
  });
  return [first.toString(), ipaddr.fromByteArray(bytes).toString()];
}

it.each([...words(IPV4), ...words(IPV6)])("no address of the special range %s may be called", (range) => {
  for (const address of ends(range)) {
    expect([address, refuses([], address)]).toEqual([address, true]);
    expect([address, refusesLiteral(address)]).toEqual([address, true]);
  }
});

it("a cloud's own addresses must be allowed one by one and not as a network", () => {
  for (const address of METADATA) {
    expect(refuses(["0.0.0.0/0", "::/0"], address)).toBe(true);
    expect(refuses([address], address)).toBe(false);
  }
});

it("public addresses may be called", () => {
  for (const address of ["93.184.215.14", "168.63.129.17", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450::8"])
    expect([address, refuses([], address), refusesLiteral(address)]).toEqual([address, false, false]);
});
