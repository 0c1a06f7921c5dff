import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Finds free ports of this machine, for servers that cannot choose a port themselves. Without `from`, any ports; otherwise
 * consecutive ports in the first free block of `from`, `from` + 10 and so on.
 * @param {number} count
 * @param {number} [from]
 * @returns {Promise<number[]>}
 */
export async function freePorts(count, from) {
  if (from === undefined) return (await takeTogether(Array.from({ length: count }, () => 0))) ?? [];
  for (let first = from; first + count < 65_536; first += 10) {
    const block = await takeTogether(Array.from({ length: count }, (_, index) => first + index));
    if (block) return block;
  }
  throw new Error(`No ${count} ports in a row are free.`);
}

export async function freePort() {
  const [port = 0] = await freePorts(1);
  return port;
}

/**
 * Returns null when one of the ports is taken. Opens all ports at the same time, so that no port is returned twice.
 * @param {number[]} wanted 0 for any
 */
async function takeTogether(wanted) {
  const servers = wanted.map((port) => createServer().listen(port, "127.0.0.1"));
  // Waits for every server, because a server that is closed before it listens would listen afterwards.
  const answers = await Promise.allSettled(servers.map((server) => once(server, "listening")));
  const isTaken = answers.some(({ status }) => status === "rejected");
  const ports = isTaken
    ? null
    : servers.map((server) => /** @type {import("node:net").AddressInfo} */ (server.address()).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
