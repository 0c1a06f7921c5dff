import { notInArray } from "drizzle-orm";
import { articles } from "./schema.ts";

/** One that was merged into another is the way there and nothing else; one that is taken back is on its way out, or in the trash. */
export const isListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);
