import { deriveSentence } from "./live/sentence.ts";

/**
 * The example messages and their authors. The article's sentences are derived from the messages, here and in the
 * interactive version (live/live-hero.ts).
 */
const SAID = [
  { who: "Noor", at: "10:41", message: "VPN drops every few minutes since the update to 15.2. Anyone else?" },
  {
    who: "Jonas",
    at: "10:43",
    message: "Had that last week! The update keeps the old profile and adds a second one.",
  },
  {
    who: "Jonas",
    at: "10:44",
    message: "Delete both under System Settings › VPN, then install the new one from the portal.",
  },
  { who: "Noor", at: "10:58", message: "That did it! Restart the Mac once afterwards, only then does it hold." },
] as const;

/**
 * Shows how a conversation becomes an article. Rows have the same height in all three columns, so that the connecting
 * lines meet.
 */
export function Hero() {
  return (
    <>
      <figure className="hero" aria-label="A conversation in chat and the article written from it">
        <div className="chat">
          <p className="place">#help-it</p>
          <p className="try">Edit a message, and watch its sentence.</p>
          <ol className="rows">
            {SAID.map(({ who, at, message }, index) => (
              <li key={at} className={`m m${index + 1}`} data-row={index + 1}>
                <span className="face" aria-hidden="true">
                  {who[0]}
                </span>
                <p>
                  <b>{who}</b> <time>{at}</time>
                  <br />
                  <span className="said">{message}</span>
                </p>
              </li>
            ))}
            <li className="m idle">
              <span className="face" aria-hidden="true">
                S
              </span>
              <p>
                <b>Sam</b> <time>11:02</time>
                <br />
                Ramen at twelve?
              </p>
            </li>
          </ol>
        </div>
        <svg className="ties" viewBox="0 0 100 500" preserveAspectRatio="none" aria-hidden="true">
          {SAID.map(({ at }, index) => (
            <path key={at} className={`t t${index + 1}`} d={tie(50 + index * 100)} />
          ))}
        </svg>
        <article className="written">
          <p className="place">Confluence · IT Help</p>
          <div className="rows">
            <div className="top">
              <h2>VPN drops after the 15.2 update</h2>
              <p>Troubleshooting · 1 min · 92% confidence</p>
            </div>
            {SAID.map(({ who, at, message }, index) => (
              <p key={at} className={`s s${index + 1}`}>
                <span>{deriveSentence(message)}</span> <small>{`${who}, ${at}`}</small>
              </p>
            ))}
          </div>
        </article>
      </figure>
      <output className="told quiet" hidden />
    </>
  );
}

const tie = (y: number) => `M0 ${y}C55 ${y} 45 ${y + 100} 100 ${y + 100}`;
