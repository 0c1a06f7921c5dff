// The cookie question on every page. Asks a second after the first paint, and loads the analytics script only if the
// person allows it.
(() => {
  const get = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return "rejected";
    }
  };
  const count = () => {
    document.head.append(Object.assign(document.createElement("script"), { src: "/analytics.js", async: true }));
  };
  const ask = () => {
    const box = document.createElement("section");
    box.id = "cookie-consent";
    box.setAttribute("aria-label", "Cookies");
    box.innerHTML =
      '<p>We need one cookie to keep you signed in. May we also count visits? <a href="/privacy-policy#s8">What is stored</a></p><label hidden><input type="checkbox"> Count my visits (analytics)</label><div><button value="accepted">Accept</button><button value="rejected">Reject</button><button value="customized">Customize</button></div>';
    const label = box.querySelector("label");
    const tick = box.querySelector("input");
    box.onclick = ({ target }) => {
      const choice = target.value;
      if (target.tagName !== "BUTTON") return;
      if (choice === "customized" && label.hidden) {
        label.hidden = false;
        target.textContent = "Save choice";
        tick.focus();
        return;
      }
      const allows = choice === "accepted" || (choice === "customized" && tick.checked);
      localStorage.setItem("cookieConsent", choice);
      localStorage.setItem("analyticsCookies", String(allows));
      box.remove();
      if (allows) count();
    };
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/consent.css" });
    style.onload = () => document.body.append(box);
    document.head.append(style);
  };
  if (!get("cookieConsent")) setTimeout(ask, 1000);
  else if (get("analyticsCookies") === "true") count();
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("[data-cookie-settings]")) return;
    localStorage.removeItem("cookieConsent");
    localStorage.removeItem("analyticsCookies");
    location.reload();
  });
})();
