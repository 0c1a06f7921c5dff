import { lazy, Suspense } from "react";
import type { EditTarget } from "./editing.ts";

const KnowledgeEditor = lazy(() => import("./knowledge-editor.tsx"));

interface OpenEditorProps {
  editing: NonNullable<EditTarget>;
  onClose: () => void;
}

/** Loads the form with its platforms' guides when it opens. Reserves its space meanwhile. */
export function OpenEditor(props: OpenEditorProps) {
  return (
    <Suspense fallback={<output aria-label="Opening the form" className="block skeleton h-208 rounded-box" />}>
      <KnowledgeEditor {...props} />
    </Suspense>
  );
}
