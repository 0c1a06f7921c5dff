import type { FoundPage, KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import type { buildPageContent } from "./page-content.ts";
import type { PublicationChange, PublicationRow } from "./queries.ts";

export interface IntendedCall {
  title: string;
  pendingBlocks: string[];
  isNewPage: boolean;
  /** Where the new page is created. */
  createdIn?: string[];
  detached?: string[];
}

/** Everything needed to write a publication's page. */
export interface PageWriter {
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  row: PublicationRow;
  content: Awaited<ReturnType<typeof buildPageContent>>;
  signal: AbortSignal;
  /** The approval for which the page was requested was undone. */
  isUnapproved: boolean;
  /** True if people commented on the page, the page's text was imported, or copies of the page remain. */
  hasTraces(): Promise<boolean>;
  /** Ids of the pages of other articles and of categories on this integration. */
  others(): Promise<ReadonlySet<string>>;
  /** Lists the containers of people's pages, where the product may have put the page. */
  containers(): Promise<ReadonlySet<string>>;
  /**
   * Where a new page is created, on platforms that do not move pages: in the folder or the categories of the nearest pages of people. The
   * place of an earlier call with an unknown outcome stays.
   */
  chooseContainers(): Promise<string[]>;
  /** Our pages with the marker that no row names, because an older copy of the database was restored. */
  unrecordedPages(): Promise<FoundPage[]>;
  /** Archives additional pages of ours with the marker, or asks a person about them. */
  handlePageCopies(pages: FoundPage[]): Promise<void>;
  /** Changes the publication's row. Throws, like `intend`, if another worker has claimed it. */
  store(change: PublicationChange): Promise<void>;
  /**
   * Commits the intent of a call that sends this title and these blocks. A call that creates a page removes the
   * previous page from the row. `detached`: ids of comments whose commented text the call removes.
   */
  intend(call: IntendedCall): Promise<void>;
}
