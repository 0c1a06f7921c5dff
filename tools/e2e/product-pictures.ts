import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { browserOptions } from "../../playwright.config.ts";

/**
 * Takes the product's pictures for the public page, in light and dark, for desktop and phone, from a running demo that has read
 * everything. Start `npm run demo`, and run `npm run file -- tools/e2e/product-pictures.ts http://localhost:3000`.
 */
const [address = "http://localhost:3000"] = process.argv.slice(2);
const OUT = join(import.meta.dirname, "../../web/public/pictures");
const DESKTOP: BrowserContextOptions = { viewport: { width: 1400, height: 875 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 1200 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

interface Shot {
  name: string;
  height: number;
  quality: number;
  /** Opens the screen. Returns the scroll offset of the picture. */
  open: (page: Page, article: string) => Promise<number>;
}
const ON_DESKTOP: readonly Shot[] = [
  { name: "article", height: 875, quality: 72, open: openArticle },
  { name: "library", height: 875, quality: 72, open: (page) => openLibrary(page, "") },
];
/** Pictures of a phone in the displayed size. They show only text, without top bar and buttons. */
const ON_PHONE: readonly Shot[] = [
  {
    name: "article-phone",
    height: 620,
    quality: 60,
    open: async (page, article) => {
      await openArticle(page, article);
      await page.locator("main").getByRole("button", { name: "Show the source" }).first().tap();
      await page.getByRole("note").first().waitFor();
      return topOf(page, "h1");
    },
  },
  {
    name: "library-phone",
    height: 530,
    quality: 60,
    open: async (page) => {
      await openLibrary(page, "order");
      return topOf(page, "input");
    },
  },
];

await mkdir(OUT, { recursive: true });
const browser = await chromium.launch(browserOptions);
try {
  for (const colorScheme of ["light", "dark"] as const) {
    await take(ON_DESKTOP, { ...DESKTOP, colorScheme });
    await take(ON_PHONE, { ...PHONE, colorScheme });
  }
} finally {
  await browser.close();
}

async function take(shots: readonly Shot[], options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto("/demo");
  await page.waitForURL(/\/articles\/.*try=/);
  const article = await undisputed(page);
  for (const { name, height, quality, open } of shots) {
    const y = await open(page, article);
    await page.evaluate(() => document.fonts.ready);
    const clip = { x: 0, y, width: options.viewport?.width ?? 0, height };
    const data = await asWebp(context, await page.screenshot({ clip }), quality);
    const file = join(OUT, `${name}-${options.colorScheme}.webp`);
    await writeFile(file, Buffer.from(data, "base64"));
    process.stdout.write(`${file}: ${Math.round((data.length * 3) / 4 / 1024)} kB\n`);
  }
  await context.close();
}

/** Returns the path of the first longer article with a short title and without a contradiction, as a typical example. */
async function undisputed(page: Page): Promise<string> {
  const articles: { id: string; title: string }[] = await (await page.request.get("/api/articles?limit=60")).json();
  for (const { id, title } of articles) {
    if (title.length > 40) continue;
    const { contradictions, sections, summaryStatements } = await (
      await page.request.get(`/api/articles/${id}`)
    ).json();
    const many = sections.flatMap(({ statements }: { statements: object[] }) => statements).length;
    if ((contradictions ?? []).length === 0 && many >= 4 && summaryStatements.length > 0) return `/articles/${id}`;
  }
  throw new Error("The demo has no article of four sentences that nobody contradicts.");
}

/** Converts the picture to WebP, which Playwright cannot take. */
async function asWebp(context: BrowserContext, png: Buffer, quality: number): Promise<string> {
  const page = await context.newPage();
  const data = await page.evaluate(
    async ([source, quality]) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", quality);
    },
    [`data:image/png;base64,${png.toString("base64")}`, quality / 100] as const,
  );
  await page.close();
  return data.slice(data.indexOf(",") + 1);
}

async function openArticle(page: Page, article: string): Promise<number> {
  await page.goto(article);
  await page.locator("[data-sources]").first().waitFor();
  await page.getByText("Connected").first().waitFor();
  return 0;
}

async function openLibrary(page: Page, words: string): Promise<number> {
  await page.goto(`/articles?show=list&keywords=${words}`);
  await page.locator("[data-article]").first().waitFor();
  await page.getByText("100%").first().waitFor();
  return 0;
}

/** Returns the scroll offset that leaves some space above the element. */
async function topOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(`main ${selector}`).first().boundingBox();
  return Math.max(0, (box?.y ?? 0) - 22);
}
