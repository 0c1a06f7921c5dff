import type { FoundPage, KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import type { pageContent } from "./page-content.ts";
import type { PublicationRow, RowChange } from "./queries.ts";

/** What it takes to bring one publication's page to what it should be. */
export interface PageWriter {
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  row: PublicationRow;
  content: Awaited<ReturnType<typeof pageContent>>;
  signal: AbortSignal;
  /** Pages of other articles, and of categories, on this integration. */
  others(): Promise<ReadonlySet<string>>;
  /** Own pages with the marker that no row knows, because the database is older than they are. */
  lostPages(): Promise<FoundPage[]>;
  /** Own pages with the marker beside the publication's: put away, or a person is asked. */
  settleCopies(pages: FoundPage[]): Promise<void>;
  /** Changes the publication's row. This and the next throw when another worker has taken over. */
  store(change: RowChange): Promise<void>;
  /**
   * Commits that a call goes out now with this title and these blocks; one that makes a page leaves an earlier page behind.
   * `detached`: comments that lose their words by it.
   */
  intend(call: { title: string; pendingBlocks: string[]; isNewPage: boolean; detached?: string[] }): Promise<void>;
}
