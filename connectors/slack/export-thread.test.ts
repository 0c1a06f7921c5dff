import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refused } from "../errors.ts";
import { ListParser } from "./export-list.ts";
import { readExportInWorker } from "./export-thread.ts";
import { UnreadableEntry } from "./unreadable-entry.ts";

const LIMITS = { elementCharacters: 10_000, depth: 20 };

/** Gives the parser pieces of this length. */
function parse(text: string, pieceLength: number): unknown[] {
  const parser = new ListParser(LIMITS);
  const found: unknown[] = [];
  for (let at = 0; at < text.length; at += pieceLength) found.push(...parser.push(text.slice(at, at + pieceLength)));
  parser.finish();
  return found;
}

describe("A list that is parsed piece by piece", () => {
  it("returns the same as JSON.parse, even if its text is split anywhere", () => {
    const lists = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 7 }), fc.constantFrom(0, 2), (list, pieceLength, indent) => {
        const values = JSON.parse(JSON.stringify(list)) as unknown[];
        expect(parse(JSON.stringify(list, null, indent), pieceLength)).toEqual(values.map((value) => ({ value })));
      }),
    );
  });

  it("is refused if JSON.parse refuses it", () => {
    const pieces = fc.array(fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", "1", " ", '"a"', "null"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        let isList = false;
        try {
          isList = Array.isArray(JSON.parse(text));
        } catch {}
        if (isList) expect(parse(text, 1)).toHaveLength((JSON.parse(text) as unknown[]).length);
        else expect(() => parse(text, 1)).toThrow(UnreadableEntry);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("The thread of an export", () => {
  const read = (path: string, timeLimitMs?: number) =>
    readExportInWorker(path, {
      program: new URL("./testing/hostile-export-program.ts", import.meta.url),
      ...(timeLimitMs && { timeLimitMs }),
    })
      .next()
      .catch((error: unknown) => error);

  it("refuses a file that hangs or fills the memory, without harm to this process", async () => {
    expect(await read("hangs", 300)).toEqual(new Refused("This export takes too long to read."));
    expect(await read("hoards")).toEqual(new Refused("This export needs too much memory to read."));
  });

  it("does not blame a file for an error in our own code", async () => {
    const error = await read("fails");
    expect(error).toMatchObject({ message: "A fault of our own" });
    expect(error).not.toBeInstanceOf(Refused);
  });
});
