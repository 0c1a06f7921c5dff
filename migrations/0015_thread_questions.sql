CREATE TABLE "thread_questions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"article_id" uuid,
	"asked_of" text NOT NULL,
	"state" text DEFAULT 'to-ask' NOT NULL,
	"intent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"message_external_id" text,
	"answer" text,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "thread_questions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "thread_questions_once" UNIQUE("workspace_id","channel_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "asks_in_threads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "may_post" boolean;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "removed_up_to" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "thread_questions" ADD CONSTRAINT "thread_questions_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_questions" ADD CONSTRAINT "thread_questions_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE SET NULL ("article_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_questions_due" ON "thread_questions" USING btree ("next_attempt_at") WHERE state not in ('asked', 'over');--> statement-breakpoint
CREATE INDEX "thread_questions_article" ON "thread_questions" USING btree ("workspace_id","article_id") WHERE article_id is not null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "thread_questions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "thread_questions" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
