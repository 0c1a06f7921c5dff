import { expect, it } from "vitest";
import { toDisplayedStatus } from "./recent-articles.tsx";

it("DASH-018 DASH-019 a recent article's state is Published, Processing, or Failed for any other state", () => {
  expect(["published", "processing", "failed", "archived"].map((status) => toDisplayedStatus(status).label)).toEqual([
    "Published",
    "Processing",
    "Failed",
    "Failed",
  ]);
});
