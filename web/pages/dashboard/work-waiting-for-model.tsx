import ExcerptsOffer from "../../components/excerpts/excerpts-offer.tsx";
import { ModelBacklogNote } from "../../components/model-waiting.tsx";

/** Shows the work that waits for a language model. Loaded after the first paint, because usually no work waits. */
export default function WorkWaitingForModel() {
  return (
    <>
      <ModelBacklogNote className="mb-8" />
      <ExcerptsOffer className="mb-8" />
    </>
  );
}
