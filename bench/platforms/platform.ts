import type { KnowledgePlatform } from "../../connectors/manifests.ts";
import type { Integration } from "../../shared/contract/integrations.ts";
import type { Fault, StandIn } from "../../stand-ins/stand-in.ts";

export type PlatformType = KnowledgePlatform;

export interface PlatformPage {
  platform: PlatformType;
  /** As the product knows it. */
  id: string;
  title: string;
  /** All of its text, in the platform's own format, and its labels. */
  text: string;
  /** False of one in the trash. */
  stands: boolean;
  /** True of one whose last change waits until somebody publishes it; where the platform publishes in a step of its own. */
  isUnpublished?: boolean;
}

export interface PageComment {
  pageId: string;
  id: string;
  isOnPage: boolean;
  isAnchored: boolean;
}

/** A knowledge platform, and what people do on it; what it does not have is absent. */
export interface BenchPlatform {
  readonly type: PlatformType;
  readonly standIn: StandIn;
  /** As somebody enters it in the product. */
  readonly integration: Pick<Integration, "name" | "baseUrl" | "spaceId"> & { type: PlatformType; apiKey: string };
  /** The product's settings for it. */
  readonly environment: Record<string, string>;
  /** The calls that write, as a fault names them. */
  readonly writes: readonly string[];
  /** Somebody else was faster by an instant. */
  collide(write: string): void;
  /** Also those in the trash. */
  pages(): Promise<PlatformPage[]>;
  /** Other titles that lead to pages. */
  otherTitles?(): string[];
  write(pageId: string, words: string, at: Spot): Promise<void>;
  rename(pageId: string, title: string): void;
  /** To another place, or back. */
  move?(pageId: string, isAway: boolean): void;
  trash(pageId: string): void;
  restore?(pageId: string): void;
  /** Answers the copy's id. */
  copy?(pageId: string, title: string, random: () => number): string;
  /** The place of all pages is out of the account's sight, or back again. */
  hide?(isHidden: boolean): void;
  /** On the words of one sentence that are on the page in one piece; false when there are none. */
  commentOnWords?(pageId: string, random: () => number): boolean;
  remark?(pageId: string): void;
  comments?(): PageComment[];
  close(): Promise<void>;
}

export interface Spot {
  where: "top" | "bottom" | "inside";
  random: () => number;
}

export const pickOf = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

export const withLabels = (text: string, labels: readonly string[]) => `${text}\nLabels: ${labels.join(", ")}`;

/** Refused before anything was done, once. */
export const refusal = (match: string, body: unknown, status = 409): Fault => ({ match, kind: { status, body } });
