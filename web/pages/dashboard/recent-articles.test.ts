import { expect, it } from "vitest";
import { toShownState } from "./recent-articles.tsx";

it("DASH-018 DASH-019 says Published, Processing, and Failed for everything else", () => {
  expect(["published", "processing", "failed", "archived"].map((status) => toShownState(status).label)).toEqual([
    "Published",
    "Processing",
    "Failed",
    "Failed",
  ]);
});
