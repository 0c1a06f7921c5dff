import type { LookupAddress } from "node:dns";
import { lookup as resolveSystem } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { type EgressRules, parseHostAndPort } from "./egress-rules.ts";

export const CONNECT_TIMEOUT_MS = 3_000;

/** The connection failed, so no request was sent. */
export class ConnectionFailed extends Error {}
/** Our own egress rules refused the address. People see the message. */
export class BlockedAddress extends ConnectionFailed {}

/**
 * Resolves a host name and connects only to the checked addresses, so that the name cannot change between the check and
 * the connection.
 */
export function createCheckedConnector(
  rules: EgressRules,
  lookup: LookupFunction,
  more: buildConnector.BuildOptions = {},
): buildConnector.connector {
  return (options, callback) => {
    const place = {
      hostname: options.hostname,
      port: Number(options.port) || (options.protocol === "https:" ? 443 : 80),
    };
    const checked: LookupFunction = (hostname, how, done) =>
      lookup(hostname, { ...how, all: true }, (error, found) => {
        if (error) return done(error, []);
        const addresses = found as LookupAddress[];
        const reason = rules.refusesAddresses(
          place,
          addresses.map(({ address }) => address),
        );
        const [first] = addresses;
        if (reason || !first) return done(new BlockedAddress(reason ?? ""), []);
        if (how.all) done(null, addresses);
        else done(null, first.address, first.family);
      });
    const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: checked, ...more });
    connect(options, (...[error, socket]) => {
      if (error)
        callback(findInCauses(error, BlockedAddress) ?? new ConnectionFailed("No connection", { cause: error }), null);
      else callback(null, socket as never);
    });
  };
}

/**
 * Returns the reason why a host name is refused; null if it is allowed. Behind a proxy, the proxy connects, so the
 * proxy also checks names that only it can resolve.
 */
export async function explainBlockedHostname(rules: EgressRules, url: URL): Promise<string | null> {
  const place = parseHostAndPort(url);
  const found = await resolveSystem(place.hostname, { all: true }).catch(() => null);
  return (
    found &&
    rules.refusesAddresses(
      place,
      found.map(({ address }) => address),
    )
  );
}

export function findInCauses<T extends Error>(error: unknown, kind: abstract new (...given: never[]) => T): T | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 10; at = at.cause, depth += 1)
    if (at instanceof kind) return at;
  return null;
}
