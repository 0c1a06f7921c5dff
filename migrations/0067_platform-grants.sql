CREATE TABLE "platform_attempts" (
	"workspace_id" uuid NOT NULL,
	"state_hash" text NOT NULL,
	"session_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"integration_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_attempts_workspace_id_state_hash_pk" PRIMARY KEY("workspace_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "platform_grants" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"platform" text NOT NULL,
	"tokens_sealed" text NOT NULL,
	"expires_at" timestamp with time zone,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"renewing_until" timestamp with time zone,
	"scopes" text[] NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"sole_account" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"granted_by" uuid,
	"ended_because" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_grants_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "grant_id" uuid;--> statement-breakpoint
ALTER TABLE "platform_attempts" ADD CONSTRAINT "platform_attempts_session" FOREIGN KEY ("session_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_attempts" ADD CONSTRAINT "platform_attempts_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_grants" ADD CONSTRAINT "platform_grants_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "platform_attempts_state" ON "platform_attempts" USING btree ("state_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_grants_sole" ON "platform_grants" USING btree ("platform","sole_account");--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD CONSTRAINT "chat_integrations_grant" FOREIGN KEY ("workspace_id","grant_id") REFERENCES "public"."platform_grants"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD CONSTRAINT "knowledge_integrations_grant" FOREIGN KEY ("workspace_id","grant_id") REFERENCES "public"."platform_grants"("workspace_id","id") ON DELETE no action ON UPDATE no action;