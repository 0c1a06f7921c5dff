import { BRAND } from "../../../shared/domain/brand.ts";

const COMPARED_WITH = ["Writing it by hand", "Saving a thread as a page", BRAND] as const;
const COMPARISON: readonly (readonly [string, string, string, string])[] = [
  [
    "Who does the work?",
    "Whoever finds the time",
    "Whoever remembers to press the button",
    "Nobody; you review what is unsure",
  ],
  ["Where is each sentence from?", "Nobody knows later", "A link to the thread", "A message beside every sentence"],
  ["The answer is corrected in chat", "The page stays wrong", "The page stays wrong", "The page is corrected"],
  ["The same question comes again", "Answered again", "A second page", "Another source for the same page"],
  ["Somebody edits the page", "It stays", "Lost at the next save", "It is kept and merged with updates"],
];

/** Compares the product with teams' current practice. */
export function Comparison() {
  return (
    <section className="compared">
      <h2>Compared with what teams do today</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Question</span>
            </th>
            {COMPARED_WITH.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARISON.map(([question, ...answers]) => (
            <tr key={question}>
              <th scope="row">{question}</th>
              {answers.map((answer, at) => (
                <td key={COMPARED_WITH[at]} data-of={COMPARED_WITH[at]}>
                  {answer}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
