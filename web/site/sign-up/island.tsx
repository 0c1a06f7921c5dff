import { hydrateRoot } from "react-dom/client";
import type { PlanId } from "../../../shared/domain/plans.ts";
import { call } from "../../api/client.ts";
import { showToast } from "../../lib/toast-store.ts";
import { focusField, SignUp } from "./sign-up.tsx";
import { SignUpFlow } from "./sign-up-flow.ts";

const root = document.getElementById("sign-up");
if (root) {
  const { plan, free, support = "" } = root.dataset;
  const flow = new SignUpFlow(plan as PlanId, {
    call,
    showToast,
    loadCardPart: () => import("./card-fields.tsx"),
    goTo: (address) => location.assign(address),
    renameTo: (address) => history.replaceState(null, "", address),
    origin: location.origin,
  });
  hydrateRoot(root, <SignUp flow={flow} supportEmail={support} isFree={free !== undefined} />);
  window.addEventListener("pageshow", ({ persisted }) => persisted && flow.comeBack());
  const secret = new URLSearchParams(location.search).get("setup_intent_client_secret");
  if (secret)
    void flow
      .returnFromBank(secret)
      .then((isConfirmed) => isConfirmed && focusField(root.querySelector("form"), "password"));
}
