CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- Nothing of a workspace is in it: its transactions have no business here.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON workers FROM lorekeep_app;
  END IF;
END $$;
