CREATE TABLE "chat_events" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"channel_external_id" text,
	"message_external_id" text,
	"payload" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_events_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "chat_events_once" UNIQUE("workspace_id","integration_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "remote_state" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "quiet_seconds" integer DEFAULT 600 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "live_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "live_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "live_trouble" text;--> statement-breakpoint
ALTER TABLE "chat_events" ADD CONSTRAINT "chat_events_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."chat_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_events_waiting" ON "chat_events" USING btree ("workspace_id","integration_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "chat_events_left" ON "chat_events" USING btree ("workspace_id","integration_id","channel_external_id") WHERE state = 'left';--> statement-breakpoint
CREATE INDEX "chat_events_received" ON "chat_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "conversations_unjudged" ON "conversations" USING btree ("workspace_id","channel_id","last_at") WHERE fingerprint = '';--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "chat_events" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "chat_events" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
