CREATE TABLE "chat_answers" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"question_id" text NOT NULL,
	"thread_id" text NOT NULL,
	"asked_by" text NOT NULL,
	"state" text DEFAULT 'to-answer' NOT NULL,
	"intent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"message_external_id" text,
	"article_id" uuid,
	"article_version" integer,
	"fingerprint" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_answers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "chat_answers_once" UNIQUE("workspace_id","channel_id","question_id")
);
--> statement-breakpoint
ALTER TABLE "chat_answers" ADD CONSTRAINT "chat_answers_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_answers_open" ON "chat_answers" USING btree ("next_attempt_at") WHERE state <> 'over';--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "chat_answers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "chat_answers" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
