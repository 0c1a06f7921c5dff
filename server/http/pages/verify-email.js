// The page itself changes nothing, so that a mail scanner that opens the link does not use it up; this call does.
const token = new URLSearchParams(location.search).get("token");

function show(state) {
  for (const section of document.querySelectorAll("[data-state]")) section.hidden = section.dataset.state !== state;
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
    } else {
      document.querySelector("[data-reason]").textContent = answer.message;
      show("error");
    }
  } catch {
    document.querySelector("[data-reason]").textContent =
      "Network error occurred during verification. Please try again.";
    show("error");
  }
}

if (token) void verify();
