import { expect, it } from "vitest";
import { stateOf } from "./recent-articles.tsx";

it("DASH-018 DASH-019 says Published, Processing, and Failed for everything else", () => {
  expect(["published", "processing", "failed", "archived"].map((status) => stateOf(status).label)).toEqual([
    "Published",
    "Processing",
    "Failed",
    "Failed",
  ]);
});
