import { notInArray } from "drizzle-orm";
import { articles } from "./schema.ts";

/** Not those that only redirect to the article they were merged into, are being removed, or are in the trash. */
export const isListed = notInArray(articles.state, ["merged", "dismissed", "trashed"]);
