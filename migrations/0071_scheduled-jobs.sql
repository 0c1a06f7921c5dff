CREATE TABLE "scheduled_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);

--> statement-breakpoint
-- Nothing of a workspace is in it: its transactions have no business here.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON scheduled_jobs FROM lorekeep_app;
  END IF;
END $$;
