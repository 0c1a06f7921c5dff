// The page itself changes nothing, so that a mail scanner that opens the link does not use it up; this call does.
const token = new URLSearchParams(location.search).get("token");

function show(state) {
  for (const section of document.querySelectorAll("[data-state]")) section.hidden = section.dataset.state !== state;
}

/** One message at a time, gone after five seconds. */
function toast(text) {
  const note = document.querySelector("[data-toast]");
  note.textContent = text;
  note.hidden = false;
  setTimeout(() => {
    note.hidden = true;
  }, 5000);
}

async function verify() {
  show("loading");
  try {
    const response = await fetch(`/api/verify-email?token=${encodeURIComponent(token)}`);
    const answer = await response.json();
    if (response.ok) {
      const { firstName, lastName, email, plan } = answer.user;
      const facts = { name: `${firstName} ${lastName}`, email, plan: plan[0].toUpperCase() + plan.slice(1) };
      for (const [name, value] of Object.entries(facts))
        document.querySelector(`[data-fact=${name}]`).textContent = value;
      show("success");
      toast("Email Verified!");
    } else {
      const reason = answer.message || "Verification failed";
      const hint = document.querySelector("[data-hint]");
      document.querySelector("[data-reason]").textContent = reason;
      hint.hidden = hint.textContent === reason;
      show("error");
    }
  } catch {
    document.querySelector("[data-reason]").textContent =
      "Network error occurred during verification. Please try again.";
    show("error");
    toast("Connection Error: Please check your internet connection and try again.");
  }
}

if (token) void verify();
