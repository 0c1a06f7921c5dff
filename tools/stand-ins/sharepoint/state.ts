import { randomUUID } from "node:crypto";
import type { TeamsApp } from "../teams/tokens.ts";
import { type Canvas, normalizeCanvas } from "./canvas-rules.ts";

export interface SharepointApp extends TeamsApp {
  /** The role that the permission Sites.Selected gives the app on the site; no role if absent. */
  role?: "read" | "write";
}

export interface StandInPage {
  id: string;
  name: string;
  /** The folders of the library in which the page is: 'HR/Policies'; '' for none. */
  folder: string;
  title: string;
  canvas: Canvas;
  createdAt: number;
  changedAt: number;
  /** The id of the app that made the last change; null if a person made it. */
  lastModifiedBy: string | null;
  /** Increases with every change. */
  version: number;
  /**
   * The published version and the number of saves since then. Example: '2.1' means published twice and saved once
   * since.
   */
  versionId: `${number}.${number}`;
  level: "draft" | "published";
  /** True while a person edits the page. */
  isCheckedOut: boolean;
}

/** The data of one site. */
export class SharepointState {
  readonly pages: StandInPage[] = [];
  readonly recycled: StandInPage[] = [];
  readonly siteId = `127.0.0.1,${randomUUID()},${randomUUID()}`;

  page(id: string): StandInPage | undefined {
    return this.pages.find((page) => page.id === id);
  }

  add(page: Pick<StandInPage, "name" | "title" | "canvas">, by: string | null): StandInPage {
    const made: StandInPage = {
      ...page,
      folder: "",
      canvas: normalizeCanvas(page.canvas),
      id: randomUUID(),
      createdAt: Date.now(),
      changedAt: Date.now(),
      lastModifiedBy: by,
      version: 1,
      versionId: "0.1",
      level: "draft",
      isCheckedOut: false,
    };
    this.pages.push(made);
    return made;
  }

  change(page: StandInPage, by: string | null, to: Partial<Pick<StandInPage, "title" | "canvas" | "level">>): void {
    Object.assign(page, to, { lastModifiedBy: by, changedAt: Date.now(), version: page.version + 1 });
    if (to.canvas) page.canvas = normalizeCanvas(to.canvas);
    if (to.level === undefined) page.level = "draft";
    const [major = 0, minor = 0] = page.versionId.split(".").map(Number);
    page.versionId = page.level === "published" ? `${major + 1}.0` : `${major}.${minor + 1}`;
  }

  recycle(page: StandInPage): void {
    this.pages.splice(this.pages.indexOf(page), 1);
    this.recycled.push(page);
  }
}
