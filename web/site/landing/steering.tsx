/** Describes what a team can control, and how members see each other's work. */
export function TeamControls() {
  return (
    <section className="steering">
      <div>
        <h2>Confidence scoring</h2>
        <p>Each article has a confidence score. Publish high scores automatically, and review the rest.</p>
        <ul className="scores">
          <li>
            <span>Rotate the signing key</span>
            <Score percent={94} />
          </li>
          <li>
            <span>Refunds after 40 days</span>
            <Score percent={81} />
          </li>
          <li>
            <span>Why staging is slow on Mondays</span>
            <Score percent={58} />
          </li>
        </ul>
      </div>
      <div>
        <h2>Custom sensitivity</h2>
        <p>
          From only clear explanations to anything that may help. One slider for your workspace, and your own keywords.
        </p>
        <svg
          className="slider"
          viewBox="0 0 300 56"
          role="img"
          aria-label="A slider from Conservative to Aggressive, set to 7 of 10"
        >
          <path className="track" d="M10 18H290" />
          <path className="set" d="M10 18H197" />
          <circle cx="197" cy="18" r="8" />
          <text x="10" y="50">
            Conservative
          </text>
          <text x="197" y="50" textAnchor="middle">
            7
          </text>
          <text x="290" y="50" textAnchor="end">
            Aggressive
          </text>
        </svg>
      </div>
      <Together />
    </section>
  );
}

/** Shows other people in the library. */
function Together() {
  return (
    <>
      <div>
        <h2>Live presence and cursors</h2>
        <p>
          See who is in the library with you, what they are doing and where they point. This release shows it with demo
          colleagues.
        </p>
        <svg className="sketch" viewBox="0 0 400 112" aria-hidden="true">
          <path className="track" d="M4 12H330M4 54H376M4 96H250" />
          <Cursor x={120} y={20} name="Noor" />
          <Cursor x={286} y={62} name="Jonas" />
        </svg>
      </div>
      <div>
        <h2>Comments</h2>
        <p>
          See who is commenting while they type, also with demo colleagues for now. On a published page, comment as
          usual; updates leave comments alone.
        </p>
        <p className="remark">
          <b>Jonas</b> Does this hold for the new office, too?
          <br />
          <b>Noor</b> is commenting…
        </p>
      </div>
    </>
  );
}

function Cursor({ x, y, name }: { x: number; y: number; name: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="arrow" d="M0 0L13 5 6 7 4 14z" />
      <text x="16" y="19">
        {name}
      </text>
    </g>
  );
}

function Score({ percent }: { percent: number }) {
  return (
    <>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <path className="track" d="M0 2H100" />
        <path className="set" d={`M0 2H${percent}`} />
      </svg>
      <b>{percent}%</b>
    </>
  );
}
