import { randomUUID } from "node:crypto";
import type { TeamsApp } from "../teams/tokens.ts";
import { type Canvas, normalizeCanvas } from "./canvas-rules.ts";

export interface SharepointApp extends TeamsApp {
  /** The role that Sites.Selected grants on the site; none when absent. */
  role?: "read" | "write";
}

export interface StandInPage {
  id: string;
  name: string;
  title: string;
  canvas: Canvas;
  createdAt: number;
  changedAt: number;
  /** An app's id, or null for a person. */
  lastModifiedBy: string | null;
  /** Increases with every change. */
  version: number;
  /** For example '2.1': published twice, and saved once since then. */
  versionId: `${number}.${number}`;
  level: "draft" | "published";
  /** True while a person has it open. */
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
