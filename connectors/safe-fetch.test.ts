import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Unreachable } from "./errors.ts";
import { createSafeFetch } from "./safe-fetch.ts";

let server: Server;
let port: number;
/** The number of requests that reached the internal service. */
let reached = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    reached += 1;
    if (request.url === "/bomb") {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)));
    } else if (request.url === "/redirect") {
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
    } else if (request.url === "/reset") request.socket.resetAndDestroy();
    else if (request.url !== "/never") response.end("inside");
  });
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  reached = 0;
});

/** Creates a resolver that returns the given addresses, one list per query. */
function names(...answers: string[][]): LookupFunction {
  let asked = 0;
  return (_name, _options, done) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

const HOSTILE = [
  "http://127.0.0.1:PORT/",
  "http://localhost:PORT/",
  "http://LOCALHOST.:PORT/",
  "http://[::1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[0:0:0:0:0:ffff:7f00:1]:PORT/",
  "http://127.1:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://0.0.0.0:PORT/",
  "http://[::]:PORT/",
  "http://0:PORT/",
  "http://127.255.255.254:PORT/",
  "http://①②⑦.0.0.1:PORT/",
  "http://user:pass@127.0.0.1:PORT/",
  "https://127.0.0.1:PORT/",
  "https://localhost:PORT/",
  "https://[::1]:PORT/",
  "https://[::ffff:7f00:1]:PORT/",
  "https://user@public.example:PORT/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[fd00:ec2::254]/latest/meta-data/",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fe80::1]/",
  "http://[::127.0.0.1]:PORT/",
  "https://[::127.0.0.1]:PORT/",
  "https://168.63.129.16/",
  "https://224.0.0.1/",
  "https://inside.example:PORT/",
  "https://one-of-two.example:PORT/",
  "ftp://127.0.0.1:PORT/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:PORT/",
  "data:text/plain,inside",
  "not an address",
];

describe("a call to an address a customer typed", () => {
  it.each(HOSTILE)("never reaches an internal address: %s", async (shape) => {
    const lookup = names(shape.includes("one-of-two") ? ["93.184.215.14", "127.0.0.1"] : ["127.0.0.1"]);
    const fetch = createSafeFetch({ allow: [], lookup });
    const error = await failure(fetch(shape.replace("PORT", String(port)), { method: "POST", body: "x" }));
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({ mayHaveHappened: false });
    expect(reached).toBe(0);
  });

  it("connects to the checked address, even if the name's address changes meanwhile", async () => {
    let asked = 0;
    const rebinding: LookupFunction = (_name, _options, done) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 }]);
    };
    const fetch = createSafeFetch({ allow: ["rebind.example", "192.0.2.0/24"], lookup: rebinding, timeoutMs: 500 });
    expect(await failure(fetch(`http://rebind.example:${port}/`))).toBeInstanceOf(Unreachable);
    expect(asked).toBe(1);
    expect(await failure(fetch(`http://rebind.example:${port}/`))).toBeInstanceOf(Unreachable);
    expect(reached).toBe(0);
  });
});

describe("what the operator allows", () => {
  it("is reached only at the allowed host and port", async () => {
    const fetch = createSafeFetch({ allow: [`127.0.0.1:${port}`] });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("inside");
    expect(await failure(fetch(`http://127.0.0.1:${port + 1}/`))).toBeInstanceOf(Unreachable);
    expect(await failure(fetch(`http://localhost:${port}/`))).toBeInstanceOf(Unreachable);
    expect(reached).toBe(1);
  });

  it("is reached by this machine's name if that name is allowed", async () => {
    const fetch = createSafeFetch({ allow: [`localhost:${port}`] });
    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe("inside");
  });

  it("never includes this machine or a cloud's metadata service if only a network is allowed", async () => {
    const fetch = createSafeFetch({ allow: ["127.0.0.0/8", "169.254.0.0/16", "::/0", "0.0.0.0/0"] });
    for (const url of [`http://127.0.0.1:${port}/`, "http://169.254.169.254/", `http://[::1]:${port}/`])
      expect(await failure(fetch(url))).toBeInstanceOf(Unreachable);
    expect(reached).toBe(0);
  });

  it("does not permit this machine's address under the allowed name of another machine", async () => {
    const fetch = createSafeFetch({ allow: ["confluence.corp"], lookup: names(["127.0.0.1"]) });
    expect(await failure(fetch(`http://confluence.corp:${port}/`))).toBeInstanceOf(Unreachable);
    expect(reached).toBe(0);
  });
});

describe("an answer", () => {
  const fetchWith = (options = {}) => createSafeFetch({ allow: [`127.0.0.1:${port}`], ...options });
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;

  it("with a redirect is not followed", async () => {
    const answer = await fetchWith()(at("/redirect"), { redirect: "follow" });
    expect(answer.status).toBe(302);
    expect(reached).toBe(1);
  });

  it("whose unpacked size exceeds the limit is aborted", async () => {
    const answer = await fetchWith()(at("/bomb"), { method: "POST" });
    expect(await failure(answer.text())).toMatchObject({
      message: "The answer is larger than 5 MB.",
      mayHaveHappened: true,
    });
  });

  it("that never arrives ends with a timeout, after which a write may have happened", async () => {
    const fetch = fetchWith({ timeoutMs: 1_500 });
    expect(await failure(fetch(at("/never"), { method: "POST" }))).toMatchObject({ mayHaveHappened: true });
    expect(await failure(fetch(at("/never")))).toMatchObject({ mayHaveHappened: false });
  });

  it("that is interrupted leaves open whether a write happened", async () => {
    expect(await failure(fetchWith()(at("/reset"), { method: "PUT" }))).toMatchObject({ mayHaveHappened: true });
  });

  it("that cannot arrive because no server listens means that nothing happened", async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port: nobody } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const fetch = createSafeFetch({ allow: [`127.0.0.1:${nobody}`] });
    const error = await failure(fetch(`http://127.0.0.1:${nobody}/`, { method: "POST" }));
    expect(error).toMatchObject({ mayHaveHappened: false, message: "127.0.0.1 could not be reached." });
  });

  it("is not awaited after the caller aborted the call", async () => {
    const controller = new AbortController();
    const call = fetchWith()(at("/never"), { signal: controller.signal });
    controller.abort(new Error("Never mind"));
    expect(await failure(call)).toMatchObject({ message: "Never mind" });
  });
});
