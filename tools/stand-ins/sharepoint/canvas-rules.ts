import { randomUUID } from "node:crypto";
import { sanitizeHtml } from "../kept-html.ts";

export interface WebPart extends Record<string, unknown> {
  "@odata.type": string;
  id?: string;
  innerHtml?: string;
}

export interface Canvas extends Record<string, unknown> {
  horizontalSections?: { id: string; layout: string; columns: { id: string; width: number; webparts: WebPart[] }[] }[];
}

/** https://learn.microsoft.com/graph/api/resources/horizontalsection */
const LAYOUTS: Record<string, number> = {
  oneColumn: 1,
  twoColumns: 2,
  threeColumns: 3,
  oneThirdLeftColumn: 2,
  oneThirdRightColumn: 2,
  fullWidth: 1,
};
const TEXT_PART = "#microsoft.graph.textWebPart";
const STANDARD_PART = "#microsoft.graph.standardWebPart";
const ELEMENTS = new Set(
  "p h2 h3 h4 ul ol li a strong em s u sup sub pre code br blockquote table thead tbody tr td th span hr del".split(
    " ",
  ),
);

/** Returns the reason why Graph would refuse the canvas; null if Graph would accept it. */
export function explainInvalidCanvas(canvas: unknown): string | null {
  const { horizontalSections, verticalSection: _side, ...unknown } = (canvas ?? {}) as Canvas;
  if (Object.keys(unknown).some((key) => !key.includes("@odata"))) return "unknown property of the canvas";
  if (!Array.isArray(horizontalSections)) return "no horizontalSections";
  for (const { id, layout, columns } of horizontalSections) {
    if (typeof id !== "string" || LAYOUTS[layout] !== columns?.length) return "a section's layout and columns differ";
    for (const column of columns) {
      if (typeof column.id !== "string" || typeof column.width !== "number") return "a column without id or width";
      const why = column.webparts.map(whyNotPart).find((one) => one !== null);
      if (why) return why;
    }
  }
  return null;
}

function whyNotPart({ "@odata.type": type, innerHtml, webPartType, data }: WebPart): string | null {
  if (type === TEXT_PART) return typeof innerHtml === "string" && webPartType === undefined ? null : "a text web part";
  if (type !== STANDARD_PART) return `a web part of the type ${type}`;
  return typeof webPartType === "string" && typeof data === "object" ? null : "a standard web part";
}

/** Stores a canvas like SharePoint, which sanitizes text and gives every web part an id. */
export function normalizeCanvas(canvas: Canvas): Canvas {
  const part = (one: WebPart): WebPart => ({
    ...one,
    id: one.id ?? randomUUID(),
    ...(typeof one.innerHtml === "string" && { innerHtml: keptText(one.innerHtml) }),
  });
  const horizontalSections = (canvas.horizontalSections ?? []).map((section) => ({
    ...section,
    columns: section.columns.map((column) => ({ ...column, webparts: column.webparts.map(part) })),
  }));
  return { ...canvas, horizontalSections };
}

const keptText = (html: string) =>
  sanitizeHtml(html, {
    elements: ELEMENTS,
    attributes: (name, { href }): Record<string, string> => (name === "a" && href ? { href } : {}),
    rename: { b: "strong", i: "em", strike: "s", h1: "h2" },
  });
