ALTER TABLE "article_sources" ADD COLUMN "former_text" text;--> statement-breakpoint
ALTER TABLE "article_sources" ADD COLUMN "followed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "article_sources_followed" ON "article_sources" USING btree ("followed_at") WHERE "article_sources"."followed_at" is not null;