import { expect, it } from "vitest";
import { getNetwork } from "./network.ts";

it("ASVS 6.3.1 rate limits count an IPv6 subscriber's whole /64 as one network, and each IPv4 address separately in any spelling", () => {
  const own = ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0DB8:1:2:3::9"].map(getNetwork);
  expect(new Set(own)).toEqual(new Set(["2001:db8:1:2::/64"]));
  expect(getNetwork("2001:db8:1:3::1")).not.toBe(own[0]);
  expect(new Set(["203.0.113.7", "::ffff:203.0.113.7", "::ffff:cb00:7107"].map(getNetwork))).toEqual(
    new Set(["203.0.113.7"]),
  );
  expect(getNetwork("203.0.113.8")).toBe("203.0.113.8");
});
