ALTER TABLE "wiki_readings" ADD COLUMN "events_key" text;--> statement-breakpoint
ALTER TABLE "wiki_readings" ADD COLUMN "events_sealed" text;--> statement-breakpoint
ALTER TABLE "wiki_readings" ADD COLUMN "event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wiki_readings" ADD COLUMN "look_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wiki_readings" ADD COLUMN "looks_at_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "wiki_readings_events" ON "wiki_readings" USING btree ("events_key");