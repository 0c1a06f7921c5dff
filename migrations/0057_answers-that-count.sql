CREATE TABLE "answer_articles" (
	"workspace_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"is_shown" boolean NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "answer_articles_workspace_id_answer_id_article_id_pk" PRIMARY KEY("workspace_id","answer_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "given_answers" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"matter" text[] DEFAULT '{}' NOT NULL,
	"vote" text,
	"asked_again_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "given_answers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "article_reports" ADD COLUMN "answer_id" uuid;--> statement-breakpoint
ALTER TABLE "article_reports" ADD COLUMN "question" text;--> statement-breakpoint
ALTER TABLE "article_reports" ADD COLUMN "complaint" text;--> statement-breakpoint
ALTER TABLE "answer_articles" ADD CONSTRAINT "answer_articles_answer" FOREIGN KEY ("workspace_id","answer_id") REFERENCES "public"."given_answers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_articles" ADD CONSTRAINT "answer_articles_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_answers" ADD CONSTRAINT "given_answers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "given_answers" ADD CONSTRAINT "given_answers_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_articles_of_article" ON "answer_articles" USING btree ("workspace_id","article_id");--> statement-breakpoint
CREATE INDEX "given_answers_of_user" ON "given_answers" USING btree ("workspace_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "given_answers_by_age" ON "given_answers" USING btree ("created_at") WHERE user_id is not null;--> statement-breakpoint
ALTER TABLE "article_reports" ADD CONSTRAINT "article_reports_answer" FOREIGN KEY ("workspace_id","answer_id") REFERENCES "public"."given_answers"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_reports_of_answer" ON "article_reports" USING btree ("workspace_id","answer_id") WHERE answer_id is not null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "given_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "given_answers" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "answer_articles" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "answer_articles" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
