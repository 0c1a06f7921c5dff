ALTER TABLE "inbox_assignments" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_decisions" ADD COLUMN "note" text DEFAULT '' NOT NULL;