import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { APIRequestContext, BrowserContextOptions, Locator, Page } from "@playwright/test";
import type { ReceivedMail } from "../stand-ins/mail/mail.ts";

/** Where a page is looked at. */
export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: "dark",
};

/** Who walks a visit: presses and keys are counted, what happens is said with its time and, where a folder is given, a picture. */
export class Visitor {
  page: Page;
  readonly #pictures: string | undefined;
  #since = performance.now();
  #pictured = 0;
  #isTouch: boolean | undefined;
  presses = 0;
  keys = 0;

  constructor(page: Page, pictures?: string) {
    this.page = page;
    this.#pictures = pictures;
  }

  /** A click on a desk, a tap on a phone. */
  async press(what: Locator): Promise<void> {
    this.presses += 1;
    // Asked once: a page that is just being left does not answer.
    this.#isTouch ??= await this.page.evaluate(() => matchMedia("(pointer: coarse)").matches);
    await (this.#isTouch ? what.tap() : what.click());
  }

  async key(name: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text, { delay: 10 });
  }

  /** Within a form its labels may be given by their beginning. */
  async fillIn(values: Record<string, string>, form?: Locator): Promise<void> {
    for (const [label, text] of Object.entries(values)) {
      await this.press(form ? form.getByLabel(label) : this.page.getByLabel(label, { exact: true }));
      await this.type(text);
    }
  }

  /** Seconds and presses are counted from here. */
  begin(): void {
    this.#since = performance.now();
    this.presses = 0;
    this.keys = 0;
  }

  get seconds(): number {
    return (performance.now() - this.#since) / 1000;
  }

  async say(what: string): Promise<void> {
    const time = this.seconds.toFixed(1).padStart(6);
    process.stdout.write(`${time} s  ${String(this.presses).padStart(3)} presses  ${this.keys} keys  ${what}\n`);
    await this.picture(what);
  }

  async picture(name: string): Promise<void> {
    if (!this.#pictures) return;
    await mkdir(this.#pictures, { recursive: true });
    this.#pictured += 1;
    const file = `${String(this.#pictured).padStart(2, "0")}-${name.replace(/\W+/g, "-").slice(0, 60)}.png`;
    await this.page.screenshot({ path: join(this.#pictures, file) });
  }
}

/** The first link of this kind in the newest mail to the address. */
export async function linkMailedTo(
  email: string,
  link: RegExp,
  request: APIRequestContext,
  mail: string,
): Promise<string> {
  for (;;) {
    const mails = (await (await request.get(`${mail}/api/mails`)).json()) as ReceivedMail[];
    const found = link.exec(mails.findLast(({ to }) => to.includes(email))?.text ?? "")?.[0];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
