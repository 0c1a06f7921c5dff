import { lazy, Suspense, useState } from "react";
import { useCan } from "../../components/permissions.tsx";
import { Button } from "../../ui/button.tsx";

const TakeOverDialog = lazy(() => import("./import-page-edits-dialog.tsx"));

interface ImportPageEditsProps {
  articleId: string;
  publicationId: string;
  integrationName: string;
}

/** The button that shows people's edits of a page. Hidden from people who may not edit articles. */
export function ImportPageEdits(props: ImportPageEditsProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useCan()("change", "articles")) return null;
  return (
    <>
      <Button size="small" className="not-printed" onClick={() => setOpen(true)}>
        Import page edits…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TakeOverDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
