CREATE TABLE "recovery_codes" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_workspace_id_user_id_code_hash_pk" PRIMARY KEY("workspace_id","user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"secret_sealed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_factors_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"account" text,
	"workspace" uuid,
	"ip" text,
	"method" text,
	"route" text,
	"status" integer,
	"request_id" text
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" USING btree ("at");
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001.
ALTER TABLE "second_factors" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "second_factors" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "recovery_codes" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- Security events are written and never changed; what is older than 29 days may go: within 30 nothing of a deleted account is left. This holds for the tables' owner too.
CREATE FUNCTION keep_security_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '29 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Security events cannot be changed, and not be deleted within 29 days' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_security_events BEFORE UPDATE OR DELETE ON "security_events"
  FOR EACH ROW EXECUTE FUNCTION keep_security_events();
--> statement-breakpoint
CREATE TRIGGER keep_all_security_events BEFORE TRUNCATE ON "security_events"
  FOR EACH STATEMENT EXECUTE FUNCTION keep_security_events();
--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON security_events FROM lorekeep_app;
  END IF;
END $$;
