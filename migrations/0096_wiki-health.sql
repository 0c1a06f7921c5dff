CREATE TABLE "answer_pages" (
	"workspace_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"is_answer" boolean NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "answer_pages_workspace_id_answer_id_page_id_pk" PRIMARY KEY("workspace_id","answer_id","page_id")
);
--> statement-breakpoint
CREATE TABLE "wiki_duplicates" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"other_id" uuid,
	"article_id" uuid,
	"shared" integer NOT NULL,
	"sentences" integer NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wiki_duplicates_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "wiki_duplicates_once" UNIQUE NULLS NOT DISTINCT("workspace_id","page_id","other_id","article_id"),
	CONSTRAINT "wiki_duplicates_of_one" CHECK (other_id is null or article_id is null)
);
--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "counted_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "verified_by" uuid;--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "compared_version" text;--> statement-breakpoint
ALTER TABLE "answer_pages" ADD CONSTRAINT "answer_pages_answer" FOREIGN KEY ("workspace_id","answer_id") REFERENCES "public"."given_answers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_pages" ADD CONSTRAINT "answer_pages_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_duplicates" ADD CONSTRAINT "wiki_duplicates_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_duplicates" ADD CONSTRAINT "wiki_duplicates_other" FOREIGN KEY ("workspace_id","other_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_duplicates" ADD CONSTRAINT "wiki_duplicates_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_pages_of_page" ON "answer_pages" USING btree ("workspace_id","page_id");--> statement-breakpoint
CREATE INDEX "wiki_duplicates_of_other" ON "wiki_duplicates" USING btree ("workspace_id","other_id");--> statement-breakpoint
CREATE INDEX "wiki_duplicates_of_article" ON "wiki_duplicates" USING btree ("workspace_id","article_id");--> statement-breakpoint
CREATE INDEX "wiki_pages_to_compare" ON "wiki_pages" USING btree ("workspace_id","id") WHERE read_version is distinct from compared_version and not is_ours;--> statement-breakpoint
ALTER TABLE "answer_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "answer_pages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "wiki_duplicates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_duplicates" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
