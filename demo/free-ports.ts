import { once } from "node:events";
import { createServer } from "node:net";

/** The first block of consecutive ports that nobody uses, of those that begin at `first`, `first` + 10 and so on. */
export async function freePorts(first: number, count: number): Promise<number[]> {
  for (let start = first; start + count < 65_536; start += 10) {
    const block = Array.from({ length: count }, (_, index) => start + index);
    const free = await Promise.all(block.map(isFree));
    if (free.every(Boolean)) return block;
  }
  throw new Error(`No ${count} ports in a row are free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
