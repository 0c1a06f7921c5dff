import ExcerptsOffer from "../../components/excerpts/excerpts-offer.tsx";
import { ModelWaitingNote } from "../../components/model-waiting.tsx";

/** What a language model has left to do. It comes after the first paint: most of the time there is nothing to say. */
export default function ModelLeft() {
  return (
    <>
      <ModelWaitingNote className="mb-8" />
      <ExcerptsOffer className="mb-8" />
    </>
  );
}
