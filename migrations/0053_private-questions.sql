CREATE TABLE "private_questions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"asked_by" text NOT NULL,
	"channel_external_id" text NOT NULL,
	"sealed" text,
	"intent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "private_questions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "private_questions_once" UNIQUE("workspace_id","request_id")
);
--> statement-breakpoint
ALTER TABLE "private_questions" ADD CONSTRAINT "private_questions_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."chat_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "private_questions_open" ON "private_questions" USING btree ("next_attempt_at") WHERE sealed is not null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "private_questions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "private_questions" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
