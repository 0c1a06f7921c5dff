import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SENSITIVITY } from "../../../shared/domain/detection.ts";
import { SensitivitySlider } from "./sensitivity-slider.tsx";

it("the sensitivity slider shows no figure that was measured on other teams' chat", () => {
  for (let value: number = SENSITIVITY.min; value <= SENSITIVITY.max; value += 1) {
    const text = renderToStaticMarkup(<SensitivitySlider value={value} onChange={() => undefined} />);
    expect(text).toContain("Unsure articles wait as drafts");
    expect(text).not.toMatch(/\d+ ?%/);
  }
});
