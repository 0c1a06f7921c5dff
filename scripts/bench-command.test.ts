import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const COMMAND = join(import.meta.dirname, "../tools/bench/bench.ts");

function bench(...args: string[]): Promise<{ code: unknown; out: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], (error, out, errors) =>
      resolve({ code: error?.code ?? 0, out, errors }),
    );
  });
}

it("npm run bench -- --help prints what there is and ends, and a wrong name or option is told in a sentence", async () => {
  const help = await bench("--help");
  expect(help).toMatchObject({ code: 0, errors: "" });
  for (const word of ["kills", "long-pages", "--requests"]) expect(help.out).toContain(word);
  const wrongName = await bench("nonsense");
  expect(wrongName.code).toBe(2);
  expect(wrongName.errors).toMatch(/^There is no benchmark 'nonsense'\.\n/);
  const wrongOption = await bench("--nonsense");
  expect(wrongOption.code).toBe(2);
  expect(wrongOption.errors).not.toMatch(/\n {4}at /);
});
