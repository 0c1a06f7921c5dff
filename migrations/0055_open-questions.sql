CREATE TABLE "open_questions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"channel_id" uuid,
	"message_id" text,
	"thread_id" text,
	"asked_by" text,
	"user_id" uuid,
	"words" text,
	"near" uuid[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"article_id" uuid,
	"checked_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "open_questions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "open_questions_once" UNIQUE("workspace_id","channel_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "question_posts" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"thread_id" text NOT NULL,
	"person_id" text NOT NULL,
	"state" text DEFAULT 'to-post' NOT NULL,
	"intent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"message_external_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_posts_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "question_posts_once" UNIQUE("workspace_id","question_id","kind")
);
--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_questions" ADD CONSTRAINT "open_questions_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_posts" ADD CONSTRAINT "question_posts_question" FOREIGN KEY ("workspace_id","question_id") REFERENCES "public"."open_questions"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_posts" ADD CONSTRAINT "question_posts_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channels"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_questions_of_group" ON "open_questions" USING btree ("workspace_id","group_id");--> statement-breakpoint
CREATE INDEX "open_questions_to_check" ON "open_questions" USING btree ("checked_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "question_posts_due" ON "question_posts" USING btree ("next_attempt_at") WHERE state = 'to-post';--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "open_questions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "open_questions" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "question_posts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "question_posts" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
