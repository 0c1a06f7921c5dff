CREATE TABLE "payers" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"workspace_id" uuid,
	"email" text NOT NULL,
	"plan" text,
	"price_id" text,
	"setup_intent_id" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"subscription_id" text,
	"status" text,
	"period_end" timestamp with time zone,
	"next_plan" text,
	"grace_until" timestamp with time zone,
	"checkout_id" text,
	"was_claimed" boolean DEFAULT false NOT NULL,
	"subscribed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"closing" text,
	"closed_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payers_workspace_id_unique" UNIQUE("workspace_id"),
	CONSTRAINT "payers_setup_intent_id_unique" UNIQUE("setup_intent_id"),
	CONSTRAINT "payers_subscription_id_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "payers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "payers" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- Of no workspace: nothing that works in one has any business there.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON payment_events FROM lorekeep_app;
  END IF;
END $$;
