import type { FoundPage, KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import type { buildPageContent } from "./page-content.ts";
import type { PublicationRow, RowChange } from "./queries.ts";

/** Everything needed to write a publication's page. */
export interface PageWriter {
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  row: PublicationRow;
  content: Awaited<ReturnType<typeof buildPageContent>>;
  signal: AbortSignal;
  /** The approval that the page began with was undone. */
  isUnapproved: boolean;
  /** True if people commented on the page, its words were imported, or there are copies of it that nobody removed. */
  hasTraces(): Promise<boolean>;
  /** Ids of the pages of other articles and of categories on this integration. */
  others(): Promise<ReadonlySet<string>>;
  /** Our pages with the marker that no row names because an older database was restored. */
  lostPages(): Promise<FoundPage[]>;
  /** Archives additional pages of ours with the marker, or asks a person about them. */
  settleCopies(pages: FoundPage[]): Promise<void>;
  /** Changes the publication's row. Throws, like `intend`, if another worker has claimed it. */
  store(change: RowChange): Promise<void>;
  /**
   * Commits the intent of a call with this title and these blocks; a call that creates a page removes the previous page from the
   * row. `detached`: ids of comments that lose their words.
   */
  intend(call: { title: string; pendingBlocks: string[]; isNewPage: boolean; detached?: string[] }): Promise<void>;
}
