-- Targets of before are taken as filled: an upgrade publishes nothing that nobody asked for.
ALTER TABLE "knowledge_integrations" ADD COLUMN "filled_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ALTER COLUMN "filled_at" DROP DEFAULT;
