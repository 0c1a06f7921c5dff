import type { KnowledgePlatform, OAuthPlatform } from "../../../connectors/manifests.ts";
import type { PagesOfPeople } from "../../../connectors/testing/pages-of-people.ts";
import type { Integration } from "../../../shared/contract/integrations.ts";
import type { Fault, StandIn } from "../../stand-ins/stand-in.ts";

export type PlatformType = KnowledgePlatform;

export interface BenchPage {
  platform: PlatformType;
  /** The platform's id of the page, which the product stores. */
  id: string;
  title: string;
  /** The page's text in the platform's own format, and its labels. */
  text: string;
  /** False for a page in the trash. */
  stands: boolean;
  /** True when the last change is saved but not published, on platforms with a separate publishing step. */
  isUnpublished?: boolean;
}

export interface PageComment {
  pageId: string;
  id: string;
  isOnPage: boolean;
  isAnchored: boolean;
}

/** A knowledge platform with people's actions on its pages. Unsupported actions are absent. */
export interface BenchPlatform {
  readonly type: PlatformType;
  readonly standIn: StandIn;
  /** The values that a person enters in the product. */
  readonly integration: Pick<Integration, "name" | "baseUrl" | "spaceId"> & { type: PlatformType; apiKey: string };
  /** The product's settings for the platform. */
  readonly environment: Record<string, string>;
  /** The calls that write, in the form that `Fault.match` uses. */
  readonly writes: readonly string[];
  /** Simulates another person's edit at the moment of a write. */
  collide(write: string): void;
  /** Lists all pages, including those in the trash. */
  pages(): Promise<BenchPage[]>;
  /** Lists other titles that redirect to pages. */
  otherTitles?(): string[];
  write(pageId: string, words: string, at: InsertPosition): Promise<void>;
  rename(pageId: string, title: string): void;
  /** Moves the page to another place, or back. */
  move?(pageId: string, isAway: boolean): void;
  trash(pageId: string): void;
  restore?(pageId: string): void;
  /** Copies the page and returns the copy's id. */
  copy?(pageId: string, title: string, random: () => number): string;
  /** Hides the place of all pages from the product's account, or shows it again. */
  hide?(isHidden: boolean): void;
  /** Comments on words of one sentence that are contiguous on the page. Returns false when there are no such words. */
  commentOnWords?(pageId: string, random: () => number): boolean;
  remark?(pageId: string): void;
  comments?(): PageComment[];
  /** Pages that people write without the product, on platforms where the product can repair such pages. */
  readonly people?: PagesOfPeople;
  /** An account that a person can connect, on platforms where pages are repaired with it. */
  readonly ownAccount?: OwnBenchAccount;
  close(): Promise<void>;
}

export interface OwnBenchAccount {
  platform: OAuthPlatform;
  /** The account on the platform's consent page. */
  subject: string;
  /** Counts the changes of pages that were made with this account. */
  countChanges(): number;
}

/** The product's address for people. Nothing listens there: visitors ask the processes themselves. */
export const PUBLIC_URL = "http://localhost:3000";

export interface InsertPosition {
  where: "top" | "bottom" | "inside";
  random: () => number;
}

export const pickRandomItem = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

export const withLabels = (text: string, labels: readonly string[]) => `${text}\nLabels: ${labels.join(", ")}`;

/** Creates a fault: the platform refuses one call before anything is changed. */
export const createRefusal = (match: string, body: unknown, status = 409): Fault => ({ match, kind: { status, body } });
