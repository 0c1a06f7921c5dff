import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeStorage } from "./canonical.ts";
import { carryOverComments } from "./inline-comments.ts";

const on = (words: string, ref = "r1") =>
  `<ac:inline-comment-marker ac:ref="${ref}">${words}</ac:inline-comment-marker>`;

const note = (number: number) =>
  `<sup><ac:link ac:anchor="source-${number}"><ac:plain-text-link-body><![CDATA[${number}]]></ac:plain-text-link-body></ac:link></sup>`;

describe("people's inline comments on a page that changes", () => {
  it.each([
    ["a sentence is added", `<p>${on("Take care.")}</p>`, "<p>Take care. Then go.</p>"],
    ["the words move", `<p>${on("Take care.")}</p><p>x</p>`, "<p>x</p><ul><li>Take care.</li></ul>"],
    ["blanks and entities are spelled otherwise", `<p>${on("a&nbsp; &ldquo;b&rdquo;")}</p>`, "<p>a “b” c</p>"],
    ["a source gets another number", `<p>${on(`One.${note(1)} Two.`)}</p>`, `<p>One.${note(2)} Two.</p>`],
    ["the words become bold in part", `<p>${on("Take care.")}</p>`, "<p>Take <strong>care</strong>.</p>"],
    ["the comment spans two paragraphs", `<p>${on("Take")}</p><p>${on("care")}</p>`, "<p>Take</p><p>care</p><p>x</p>"],
  ])("stay on their words when %s", (_what, current, wanted) => {
    const { storage, detached } = carryOverComments(current, wanted);
    expect(detached).toEqual([]);
    expect(storage).toContain('ac:ref="r1"');
    expect(normalizeStorage(storage)).toBe(normalizeStorage(wanted));
  });

  it("stay on their own words if the same words also occur elsewhere", () => {
    const current = `<p>Wait a minute here.</p><p>Then ${on("a minute")} there.</p>`;
    expect(carryOverComments(current, "<p>Wait a minute here, please.</p><p>Then a minute there, please.</p>")).toEqual(
      {
        storage: `<p>Wait a minute here, please.</p><p>Then ${on("a minute")} there, please.</p>`,
        detached: [],
      },
    );
  });

  it("are reported if their words are gone, and are moved to no other words", () => {
    const wanted = "<p>Something else.</p>";
    expect(carryOverComments(`<p>${on("Take care.")} ${on("else", "r2")}</p>`, wanted)).toEqual({
      storage: `<p>Something ${on("else", "r2")}.</p>`,
      detached: ["r1"],
    });
  });

  it("that are already in the new text stay unchanged", () => {
    const wanted = `<p>${on("Take")} care.</p>`;
    expect(carryOverComments(`<p>${on("Take")} care</p>`, wanted)).toEqual({ storage: wanted, detached: [] });
  });

  it("are never added to code, to internal names of links or to settings of macros", () => {
    const hidden =
      '<ac:structured-macro ac:name="code"><ac:parameter ac:name="x">word</ac:parameter><ac:plain-text-body><![CDATA[word]]></ac:plain-text-body></ac:structured-macro>';
    expect(carryOverComments(`<p>${on("word")}</p>`, hidden)).toEqual({ storage: hidden, detached: ["r1"] });
  });

  it("never change the text that a reader sees, on any page", () => {
    const words = fc.constantFrom(
      "a",
      "b ",
      "&amp;",
      "&rsquo;",
      " ",
      "<b>c</b>",
      "<br />",
      "</p><p>",
      "</p><ul><li>d</li></ul><p>",
    );
    const text = fc.array(words, { maxLength: 12 }).map((parts) => `<p>${parts.join("")}</p>`);
    fc.assert(
      fc.property(text, text, fc.constantFrom("a", "b ", "&amp;"), (current, wanted, marked) => {
        const { storage, detached } = carryOverComments(
          current.replace(marked, () => on(marked)),
          wanted,
        );
        expect(normalizeStorage(storage)).toBe(normalizeStorage(wanted));
        const isCommented = current.includes(marked);
        expect(detached.length + (storage.includes("ac:ref") ? 1 : 0)).toBe(isCommented ? 1 : 0);
      }),
      { numRuns: 1_000 },
    );
  });
});
