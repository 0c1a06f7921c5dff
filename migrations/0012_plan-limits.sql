CREATE TABLE "counted_messages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counted_messages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "paused_for" text;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "paused_for" text;--> statement-breakpoint
ALTER TABLE "counted_messages" ADD CONSTRAINT "counted_messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counted_messages_month" ON "counted_messages" USING btree ("workspace_id","counted_at");--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "counted_messages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "counted_messages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- What was analyzed before this table: as far as its messages are still there. The hash is that of countMessages.
INSERT INTO "counted_messages" ("workspace_id", "id", "counted_at")
  SELECT DISTINCT ON (m."workspace_id", given."id") m."workspace_id", given."id", c."analysed_at"
  FROM "messages" m
  JOIN "conversations" c ON c."workspace_id" = m."workspace_id" AND c."channel_id" = m."channel_id" AND c."key" = m."conversation_key"
  JOIN "channels" ch ON ch."workspace_id" = m."workspace_id" AND ch."id" = m."channel_id"
  LEFT JOIN "workspace_settings" s ON s."workspace_id" = m."workspace_id"
  CROSS JOIN LATERAL (SELECT md5(concat_ws(' ', ch."platform", ch."external_id", m."external_id"))::uuid AS "id") given
  WHERE c."analysed_at" IS NOT NULL AND m."deleted_at" IS NULL AND length(m."text") >= coalesce(s."min_message_length", 20)
  ORDER BY m."workspace_id", given."id", c."analysed_at";
