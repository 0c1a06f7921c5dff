import { EXAMPLE_CLAIMS } from "../../content/tool-pages.ts";

/** Example figures, labelled as examples. */
export function Claims() {
  return (
    <>
      <dl>
        {EXAMPLE_CLAIMS.map(({ figure, of }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">Example figures, not measured with customers yet.</p>
    </>
  );
}
