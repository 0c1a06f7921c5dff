CREATE TABLE "article_rechecks" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"causes" jsonb NOT NULL,
	"has_erased" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_rechecks_workspace_id_article_id_pk" PRIMARY KEY("workspace_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "erased_authors" (
	"workspace_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"author_hash" text NOT NULL,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_authors_workspace_id_platform_author_hash_pk" PRIMARY KEY("workspace_id","platform","author_hash")
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "standing" text DEFAULT 'stands' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "standing_reason" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "llm_calls" ADD COLUMN "sources" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "retracts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "notice" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "swept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "article_rechecks" ADD CONSTRAINT "article_rechecks_workspace_id_article_id_articles_workspace_id_id_fk" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erased_authors" ADD CONSTRAINT "erased_authors_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_rechecks_due" ON "article_rechecks" USING btree ("next_attempt_at");
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "article_rechecks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "article_rechecks" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "erased_authors" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "erased_authors" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- What a page's merge compares is kept as hashes: a deleted sentence must not live on in the base of a merge.
CREATE FUNCTION pg_temp.hashed(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(value, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
UPDATE "publications" SET
  "published_title" = pg_temp.hashed("published_title"),
  "published_blocks" = CASE WHEN "published_blocks" IS NOT NULL THEN (SELECT coalesce(jsonb_agg(pg_temp.hashed(key) ORDER BY place), '[]')
    FROM jsonb_array_elements_text("published_blocks") WITH ORDINALITY AS block (key, place)) END
WHERE "published_blocks" IS NOT NULL OR "published_title" IS NOT NULL;
--> statement-breakpoint
UPDATE "publications" SET
  "pending_blocks" = (SELECT coalesce(jsonb_agg(pg_temp.hashed(key) ORDER BY place), '[]')
    FROM jsonb_array_elements_text("pending_blocks") WITH ORDINALITY AS block (key, place))
WHERE "pending_blocks" IS NOT NULL;
--> statement-breakpoint
UPDATE "publications" SET
  "echoed_keys" = (SELECT jsonb_object_agg(pg_temp.hashed(echo.key), pg_temp.hashed(echo.value)) FROM jsonb_each_text("echoed_keys") AS echo)
WHERE "echoed_keys" <> '{}';
