CREATE TABLE "categories" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"parent_id" uuid,
	"position" integer,
	"made_by_person" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "categories_name" UNIQUE("workspace_id","name")
);
--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent" FOREIGN KEY ("workspace_id","parent_id") REFERENCES "public"."categories"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The categories that articles have so far are the roots of the tree.
INSERT INTO "categories" (workspace_id, id, name)
  SELECT workspace_id, gen_random_uuid(), category FROM (SELECT DISTINCT workspace_id, category FROM "articles") used;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_name" FOREIGN KEY ("workspace_id","category") REFERENCES "public"."categories"("workspace_id","name") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
-- Whatever category an article is written with is in the tree: as a root, until a person places it.
CREATE FUNCTION keep_category() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO categories (workspace_id, id, name) VALUES (NEW.workspace_id, gen_random_uuid(), NEW.category)
    ON CONFLICT (workspace_id, name) DO NOTHING;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_category BEFORE INSERT OR UPDATE OF category ON "articles" FOR EACH ROW EXECUTE FUNCTION keep_category();
--> statement-breakpoint
-- The names of a category and of all below it.
CREATE FUNCTION category_names_under(of_workspace uuid, of_name text) RETURNS text[] LANGUAGE sql STABLE SET search_path = public AS $$
  WITH RECURSIVE under AS (
    SELECT id, name FROM categories WHERE workspace_id = of_workspace AND name = of_name
    UNION
    SELECT c.id, c.name FROM categories c JOIN under u ON c.parent_id = u.id WHERE c.workspace_id = of_workspace
  )
  SELECT coalesce(array_agg(name), '{}') FROM under
$$;
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "categories" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "categories" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
