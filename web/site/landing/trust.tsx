/** The reasons why an article's statements can be trusted. */
export function Trust() {
  return (
    <section className="trust">
      <h2>Every sentence has a source</h2>
      <p className="lead">Beside every sentence: who said it, when, and a link to the message.</p>
      <dl className="columns">
        <div>
          <dt>Nothing made up</dt>
          <dd>If no message says it, it is not in the article. Numbers, commands and addresses are copied exactly.</dd>
        </div>
        <div>
          <dt>It follows its sources</dt>
          <dd>
            Edit a message, and the article is updated. Where a person changed the sentence or another message says
            otherwise, you are asked first. Delete one, and its sentence is removed.
          </dd>
        </div>
        <div>
          <dt>Your edits win</dt>
          <dd>Change a page in Confluence or Notion. Later updates merge with your words and never replace them.</dd>
        </div>
        <div>
          <dt>One article per topic</dt>
          <dd>
            The same answer again becomes another source. A different answer waits for you: you see both texts and
            decide.
          </dd>
        </div>
        <div>
          <dt>Unsure stays a draft</dt>
          <dd>What is not clearly worth publishing waits in your inbox. Most chat never becomes an article.</dd>
        </div>
        <div>
          <dt>Your servers, if you like</dt>
          <dd>
            It runs without a language model and without any account elsewhere.{" "}
            <a href="/docs/security">How your chat is protected</a>
          </dd>
        </div>
      </dl>
    </section>
  );
}
