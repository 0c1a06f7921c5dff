CREATE TABLE "setting_defaults" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text
);

--> statement-breakpoint
-- Nothing of a workspace is in it: its transactions have no business here.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    REVOKE ALL ON setting_defaults FROM lorekeep_app;
  END IF;
END $$;
