CREATE TABLE "call_clocks" (
	"key" text PRIMARY KEY NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_checks" (
	"kid" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- Nothing of a workspace is in them: its transactions have no business here.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON call_clocks, key_checks FROM lorekeep_app;
  END IF;
END $$;
