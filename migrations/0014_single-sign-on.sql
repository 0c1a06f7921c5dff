CREATE TABLE "identities" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_workspace_id_user_id_issuer_pk" PRIMARY KEY("workspace_id","user_id","issuer")
);
--> statement-breakpoint
CREATE TABLE "provider_sessions" (
	"workspace_id" uuid NOT NULL,
	"token_hash" text PRIMARY KEY NOT NULL,
	"id_token_sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provisioned_people" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"external_id" text,
	"is_made" boolean NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "provisioned_people_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "scim_tokens" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"last4" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "scim_tokens_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_sessions" ADD CONSTRAINT "provider_sessions_session" FOREIGN KEY ("token_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provisioned_people" ADD CONSTRAINT "provisioned_people_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_tokens" ADD CONSTRAINT "scim_tokens_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject" ON "identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "provisioned_people_name" ON "provisioned_people" USING btree ("workspace_id",lower("user_name")) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "provisioned_people_external" ON "provisioned_people" USING btree ("workspace_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_tokens_hash" ON "scim_tokens" USING btree ("token_hash");--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "identities" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "identities" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "provider_sessions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "provider_sessions" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "scim_tokens" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "scim_tokens" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "provisioned_people" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "provisioned_people" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
