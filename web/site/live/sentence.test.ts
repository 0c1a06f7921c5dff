import { describe, expect, it } from "vitest";
import { deriveSentence } from "./sentence.ts";

describe("the sentence of the landing page's example", () => {
  it("leaves out greetings, thanks and questions to the room", () => {
    expect(deriveSentence("Hey all! The port is 8443 now. Anyone else?")).toBe("The port is 8443 now.");
    expect(deriveSentence("That did it! Restart once afterwards.")).toBe("Restart once afterwards.");
  });

  it("begins with a capital letter and ends with a full stop", () => {
    expect(deriveSentence("  use   port 8443 ")).toBe("Use port 8443.");
    expect(deriveSentence("Is it 8443?")).toBe("Is it 8443?");
  });

  it("is empty when a message holds nothing else", () => {
    expect(deriveSentence("Thanks!")).toBe("");
    expect(deriveSentence("   ")).toBe("");
  });
});
