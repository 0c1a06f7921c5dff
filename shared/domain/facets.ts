/** The fixed values of an article's labels, in the sequence in which the interface shows them. */
export const CONTENT_TYPES = ["tutorial", "troubleshooting", "explanation", "faq", "howto", "documentation"] as const;
export const DIFFICULTIES = ["beginner", "intermediate", "advanced"] as const;
export const PRIORITIES = ["low", "medium", "high", "critical"] as const;
/**
 * Article statuses, derived from an article's state and its pages. `draft`: nobody has reviewed it. `held`: hidden until a person
 * decides. `library`: in the library but on no platform.
 */
/** Whether a person confirmed the article, and whether it changed since then. */
export const VERIFICATIONS = ["verified", "changed", "unverified"] as const;
export type Verification = (typeof VERIFICATIONS)[number];

export const ARTICLE_STATUSES = ["processing", "published", "draft", "held", "library", "failed"] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];
export type Difficulty = (typeof DIFFICULTIES)[number];
export type Priority = (typeof PRIORITIES)[number];
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];
