import { expect, it } from "vitest";
import { readDemoOptions } from "./demo-options.ts";

it("the demo says which options it has, also when it was given one that it does not know", () => {
  expect(readDemoOptions(["--rough"])).toEqual({ options: expect.objectContaining({ rough: true, once: false }) });
  expect(readDemoOptions(["--help"])).toEqual({ exitCode: 0, print: expect.stringContaining("--rough") });
  expect(readDemoOptions(["--ruogh"])).toEqual({
    exitCode: 1,
    print: expect.stringMatching(/^Unknown option '--ruogh'\.\nnpm run demo -- \[options\]\n {2}--rough/),
  });
  expect(readDemoOptions(["now"])).toMatchObject({ exitCode: 1 });
});
