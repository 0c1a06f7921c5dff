CREATE TABLE "analyzed_messages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"messages" integer NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analyzed_messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "counted_messages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "analyzed_messages" ADD CONSTRAINT "analyzed_messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "analyzed_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "analyzed_messages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- What was analyzed before this table: as far as its conversations are still there.
UPDATE "conversations" SET "counted_messages" = "message_count" WHERE "analysed_at" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "analyzed_messages" ("workspace_id", "id", "messages", "counted_at")
  SELECT "workspace_id", gen_random_uuid(), sum("message_count"), date_trunc('hour', "analysed_at")
  FROM "conversations" WHERE "analysed_at" IS NOT NULL AND "message_count" > 0
  GROUP BY "workspace_id", date_trunc('hour', "analysed_at");
