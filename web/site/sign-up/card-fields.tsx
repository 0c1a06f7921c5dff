import { Elements, PaymentElement, useElements } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripeElements } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure/index.js";
import { useEffect } from "react";
import { buildPaymentElementOptions } from "./purchase.ts";

/** Loads the provider's library, or `standInScript` if the product uses a stand-in. */
export async function openStripe(publishableKey: string, standInScript: string | null): Promise<Stripe | null> {
  if (standInScript && !window.Stripe) await loadScript(standInScript);
  return loadStripe(publishableKey);
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error("The payment library could not be loaded."));
    };
    document.head.append(script);
  });
}

interface CardFieldsProps {
  stripe: Stripe;
  clientSecret: string;
  name: string;
  email: string;
  /** Receives the provider's form; null when the form is removed. */
  onElements: (elements: StripeElements | null) => void;
  onLoadError: () => void;
}

export function CardFields({ stripe, clientSecret, name, email, onElements, onLoadError }: CardFieldsProps) {
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: appearance() }}>
      <PaymentElement options={buildPaymentElementOptions(name, email)} onLoadError={onLoadError} />
      <TellElements to={onElements} />
    </Elements>
  );
}

function TellElements({ to }: { to: CardFieldsProps["onElements"] }) {
  const elements = useElements();
  useEffect(() => {
    to(elements);
    return () => to(null);
  }, [elements, to]);
  return null;
}

/** The page's current colors. The provider's frame cannot read our style sheet. */
function appearance(): Appearance {
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: colour("--accent"),
    colorBackground: colour("--raised"),
    colorText: colour("--ink"),
    colorTextSecondary: colour("--soft"),
    colorTextPlaceholder: colour("--faint"),
    colorDanger: colour("--wrong"),
    borderRadius: "6px",
    fontSizeBase: "16px",
  };
  probe.remove();
  return { theme: "stripe", variables };
}
