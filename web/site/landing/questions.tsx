const QUESTIONS = [
  {
    question: "Does it need a language model?",
    answer:
      "No. A local engine does the whole job, with people’s own sentences. A model of your own or a hosted one writes them anew and reads each a second time.",
  },
  {
    question: "Which messages does it read?",
    answer: "Those of the channels you choose. Direct messages between people are never read.",
  },
  {
    question: "Will my wiki fill up with chatter?",
    answer: "No. Most conversations never become an article. Unsure ones wait as drafts until somebody approves them.",
  },
  {
    question: "Can we run it ourselves?",
    answer: "Yes, with one command. It brings its own database, or uses your PostgreSQL.",
  },
  {
    question: "What if we stop?",
    answer: "Your pages stay where they were published. You can export everything and delete the account.",
  },
];

/** Frequent questions before signing up. */
export function Questions() {
  return (
    <section className="questions">
      <h2>Questions</h2>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      <p className="more">
        <a href="/docs">Read the documentation</a>
      </p>
    </section>
  );
}
