CREATE TABLE "sign_on_providers" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"scopes" text NOT NULL,
	"test_begun_at" timestamp with time zone,
	"tested_at" timestamp with time zone,
	"test_fault" text,
	"activated_at" timestamp with time zone,
	"speaks_for_owners" boolean DEFAULT false NOT NULL,
	"is_required" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_on_providers_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "workspace_identities" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_identities_workspace_id_user_id_issuer_pk" PRIMARY KEY("workspace_id","user_id","issuer")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_on_by" uuid;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "proven_by" text DEFAULT 'dns' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "mail_token_hash" text;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD COLUMN "signs_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_on_providers" ADD CONSTRAINT "sign_on_providers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_identities" ADD CONSTRAINT "workspace_identities_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_providers_state" ON "sign_on_providers" USING btree ("workspace_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_identities_subject" ON "workspace_identities" USING btree ("workspace_id","issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_domains_sign_on" ON "mail_domains" USING btree ("domain") WHERE signs_on;
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "sign_on_providers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "sign_on_providers" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "workspace_identities" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "workspace_identities" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
