import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { rememberAddresses } from "./place.ts";

/** Starts the product once for all stories, as a process of its own: it runs as it does in production, without a transpiler. */
export default async function startProduct(): Promise<() => Promise<void>> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "product.ts")],
    {
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    once(child, "exit").then(() => [""]),
  ]);
  if (!line) throw new Error("The product did not start.");
  rememberAddresses(line as string);
  return async () => {
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  };
}
