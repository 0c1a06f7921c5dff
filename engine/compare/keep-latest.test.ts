import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cacheLatest } from "./knowledge-terms.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("The cache of words for comparisons", () => {
  const keepUpTo = (characters: number) => {
    const read = vi.fn((text: string) => ({ text }));
    return { read, keep: cacheLatest(characters, read) };
  };

  it("is limited by the length of its texts, and keeps the texts that were used last", () => {
    const { read, keep } = keepUpTo(10);
    for (const text of ["aaaa", "bbbb", "aaaa", "cccc"]) keep(text);
    expect(read).toHaveBeenCalledTimes(3);
    keep("aaaa");
    expect(read).toHaveBeenCalledTimes(3);
    keep("bbbb");
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("does not keep the words of long texts", () => {
    const { read, keep } = keepUpTo(100_000);
    const long = "x".repeat(2_001);
    keep(long);
    keep(long);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("forgets words after a minute, so that erased words do not stay", () => {
    const { read, keep } = keepUpTo(100);
    keep("secret");
    vi.advanceTimersByTime(59_000);
    keep("secret");
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    keep("secret");
    expect(read).toHaveBeenCalledTimes(2);
  });
});
