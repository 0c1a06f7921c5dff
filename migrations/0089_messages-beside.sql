ALTER TABLE "messages" ADD COLUMN "beside" jsonb;--> statement-breakpoint
-- Whatever erases a message's text, its files and reactions go with it.
CREATE FUNCTION erase_beside_text() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.beside := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER erase_beside_text BEFORE INSERT OR UPDATE ON "messages"
  FOR EACH ROW WHEN (NEW.text = '' AND NEW.beside IS NOT NULL) EXECUTE FUNCTION erase_beside_text();
