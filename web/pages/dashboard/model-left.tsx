import ExcerptsOffer from "../../components/excerpts/excerpts-offer.tsx";
import { ModelWaitingNote } from "../../components/model-waiting.tsx";

/** Shows what waits for a language model. It loads after the first paint because it is usually empty. */
export default function ModelLeft() {
  return (
    <>
      <ModelWaitingNote className="mb-8" />
      <ExcerptsOffer className="mb-8" />
    </>
  );
}
