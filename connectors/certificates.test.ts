import { createServer } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSafeFetch } from "./safe-fetch.ts";

/** A self-signed certificate for 'confluence.corp' and 127.0.0.1, valid until 2126. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBrDCCAVOgAwIBAgIUAtyqrsswfHzOt2Axxr2xL2M9GLEwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPY29uZmx1ZW5jZS5jb3JwMCAXDTI2MTEyMjExNTgxMVoYDzIx
MjYxMDI5MTE1ODExWjAaMRgwFgYDVQQDDA9jb25mbHVlbmNlLmNvcnAwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAStqVcZSTB7EA8X/H2i7T4iQwpEf23sSR0BL3gY
K4qUSkMyZ4c0ab2Qh1PSdW/dpNZiQco0DWuWl8mBOemDCG4Zo3UwczAdBgNVHQ4E
FgQUBFNoyYtmlnafbV86RiKXb5/rI0cwHwYDVR0jBBgwFoAUBFNoyYtmlnafbV86
RiKXb5/rI0cwDwYDVR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgg9jb25mbHVlbmNl
LmNvcnCHBH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgcqEkbcBZ/VDYXUzmclb/s3xr
p7ePyTyMNkacituJb6sCICqPaPi+Z2awdMgzOtKhaBmIOsH0EA17FevyTZVy40xD
-----END CERTIFICATE-----
`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgI3YlviHk4CLHBPZO
NDgpi9zVKiyBdy2izwVfmH6zDKmhRANCAAStqVcZSTB7EA8X/H2i7T4iQwpEf23s
SR0BL3gYK4qUSkMyZ4c0ab2Qh1PSdW/dpNZiQco0DWuWl8mBOemDCG4Z
-----END PRIVATE KEY-----
`;

const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => response.end("inside"));
const here: LookupFunction = (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

it.each([
  ["confluence.corp", "is signed by nobody this server trusts."],
  ["confluence.corp", "NODE_EXTRA_CA_CERTS"],
])("the message about a bad certificate of %s names the problem and the solution: %s", async (name, words) => {
  const fetch = createSafeFetch({ allow: ["127.0.0.1"], lookup: here });
  await expect(fetch(`https://${name}:${port}/`, { method: "POST", body: "x" })).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`^The certificate of ${name} .*${words}`)),
    mayHaveHappened: false,
  });
});
