CREATE TABLE "ask_articles" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"terms" integer NOT NULL,
	"meanings" "bytea",
	"meaning" "bytea",
	"is_encoded" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ask_articles_workspace_id_article_id_pk" PRIMARY KEY("workspace_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "ask_terms" (
	"workspace_id" uuid NOT NULL,
	"term" text NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "ask_terms_workspace_id_term_article_id_pk" PRIMARY KEY("workspace_id","term","article_id")
);
--> statement-breakpoint
ALTER TABLE "ask_articles" ADD CONSTRAINT "ask_articles_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ask_terms" ADD CONSTRAINT "ask_terms_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ask_terms_article" ON "ask_terms" USING btree ("workspace_id","article_id");--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "ask_articles" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "ask_articles" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "ask_terms" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "ask_terms" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
