CREATE TABLE "ask_pages" (
	"workspace_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"meanings" "bytea",
	"sketch" bit(512),
	CONSTRAINT "ask_pages_workspace_id_page_id_pk" PRIMARY KEY("workspace_id","page_id")
);
--> statement-breakpoint
ALTER TABLE "ask_pages" ADD CONSTRAINT "ask_pages_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ask_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "ask_pages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
-- The statements that store or erase a page's words set its read_version. Its embeddings go in the same transaction.
CREATE FUNCTION forget_page_meanings() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  DELETE FROM ask_pages WHERE workspace_id = NEW.workspace_id AND page_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_page_meanings AFTER UPDATE OF read_version ON "wiki_pages" FOR EACH ROW
  EXECUTE FUNCTION forget_page_meanings();
