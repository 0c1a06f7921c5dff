import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { storeTestAddresses } from "./story-data.ts";

/**
 * Starts the product for the browser tests of one worker as a separate process, as in production and without a transpiler. Its
 * log is stored with the test results, to investigate failures.
 */
export async function startProduct(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    join(import.meta.dirname, "product.ts"),
  ]);
  child.stderr.pipe(createWriteStream(join(folder, "product.log")));
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => [""]),
  ]);
  if (!line) throw new Error(`The product did not start; ${folder}/product.log says why.`);
  storeTestAddresses(line as string);
  return async () => {
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  };
}
