import type { PaymentIntent, SetupIntent, StripeElementsOptions, StripeError } from "@stripe/stripe-js";

/**
 * Replaces Stripe's browser library. Browsers get the source text of this function, so it must not use anything outside
 * itself. It renders its fields in the page and calls the stand-in. Stripe's own library uses frames.
 */
export function installBrowserLibrary(origin: string): void {
  const NOTE = "Stand-in for Stripe: no card is charged";
  type Listener = (event?: unknown) => void;
  type Intent = SetupIntent | PaymentIntent;
  type Answer<T> = { error: StripeError } | T;
  type ConfirmOptions = {
    elements?: ReturnType<typeof makeElements>;
    clientSecret?: string;
    confirmParams?: { return_url?: string; payment_method?: string };
    redirect?: "always" | "if_required";
  };

  function el<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, string> = {},
    style: Partial<CSSStyleDeclaration> = {},
  ): HTMLElementTagNameMap[K] {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    Object.assign(made.style, style);
    return made;
  }

  function makeElement(type: string, elements: { options: StripeElementsOptions }, options: Record<string, unknown>) {
    const listeners = new Map<string, Set<Listener>>();
    const emit = (event: string, value?: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(value);
    };
    let root: HTMLElement | null = null;
    const fields: Record<"number" | "expiry" | "cvc", HTMLInputElement | null> = {
      number: null,
      expiry: null,
      cvc: null,
    };
    const digits = (name: keyof typeof fields) => (fields[name]?.value ?? "").replace(/\D/g, "");
    const isComplete = () =>
      digits("number").length >= 13 && digits("expiry").length === 4 && digits("cvc").length >= 3;
    const isEmpty = () => !digits("number") && !digits("expiry") && !digits("cvc");

    function draw(into: HTMLElement) {
      root = el("fieldset", { "aria-label": "Card" }, { border: "0", margin: "0", padding: "0", minWidth: "0" });
      const note = el("p", {}, { margin: "0 0 .75rem", fontSize: ".8125rem", opacity: ".8" });
      note.textContent = NOTE;
      const row = el("div", {}, { display: "grid", gridTemplateColumns: "1fr 1fr", gap: ".75rem" });
      root.append(note, field("number", "Card number", "cc-number", "1234 1234 1234 1234", 19), row);
      row.append(
        field("expiry", "Expiration date", "cc-exp", "MM / YY", 7),
        field("cvc", "Security code", "cc-csc", "CVC", 4),
      );
      into.replaceChildren(root);
      queueMicrotask(() => emit("ready", { elementType: type }));
    }

    function field(
      name: keyof typeof fields,
      label: string,
      autocomplete: string,
      placeholder: string,
      length: number,
    ) {
      const box = el("label", {}, { display: "block", marginBottom: ".75rem", fontSize: ".875rem" });
      const input = el(
        "input",
        { autocomplete, placeholder, inputmode: "numeric", name: `stand-in-${name}`, maxlength: String(length) },
        {
          display: "block",
          boxSizing: "border-box",
          width: "100%",
          minHeight: "2.75rem",
          marginTop: ".25rem",
          padding: ".5rem .75rem",
          font: "inherit",
          fontSize: "1rem",
          color: "inherit",
          background: "transparent",
          border: "1px solid color-mix(in srgb, currentColor 60%, transparent)",
          borderRadius: "6px",
        },
      );
      input.addEventListener("input", () => {
        const plain = input.value.replace(/\D/g, "");
        if (name === "number") input.value = plain.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
        if (name === "expiry" && plain.length > 2) input.value = `${plain.slice(0, 2)} / ${plain.slice(2, 4)}`;
        emit("change", {
          elementType: type,
          empty: isEmpty(),
          complete: isComplete(),
          collapsed: false,
          value: { type: "card" },
        });
      });
      input.addEventListener("focus", () => emit("focus", { elementType: type }));
      input.addEventListener("blur", () => emit("blur", { elementType: type }));
      input.addEventListener("keydown", ({ key }) => {
        if (key === "Escape") emit("escape", { elementType: type });
      });
      fields[name] = input;
      box.append(label, input);
      return box;
    }

    function clear() {
      for (const input of Object.values(fields)) if (input) input.value = "";
    }
    function remove() {
      root?.remove();
      root = null;
    }

    return {
      type,
      mount(target: string | HTMLElement) {
        const node = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
        if (!node) throw new Error(`The selector you specified (${String(target)}) applies to no DOM elements.`);
        draw(node);
      },
      unmount: remove,
      destroy: remove,
      clear,
      focus: () => fields.number?.focus(),
      blur: () => fields.number?.blur(),
      collapse: () => {},
      update(changed: Record<string, unknown>) {
        Object.assign(options, changed);
      },
      on(event: string, listener: Listener) {
        const known = listeners.get(event) ?? new Set();
        listeners.set(event, known.add(listener));
        return this;
      },
      once(event: string, listener: Listener) {
        const only: Listener = (value) => {
          listeners.get(event)?.delete(only);
          listener(value);
        };
        return this.on(event, only);
      },
      off(event: string, listener?: Listener) {
        if (listener) listeners.get(event)?.delete(listener);
        else listeners.delete(event);
        return this;
      },
      /** Returns the validation error of the fields; null if they are valid. */
      problem(): StripeError | null {
        const wrong = (code: string, message: string) => ({ type: "validation_error" as const, code, message });
        if (digits("number").length < 13) return wrong("incomplete_number", "Your card number is incomplete.");
        if (digits("expiry").length !== 4)
          return wrong("incomplete_expiry", "Your card's expiration date is incomplete.");
        if (digits("cvc").length < 3) return wrong("incomplete_cvc", "Your card's security code is incomplete.");
        return null;
      },
      card(): Record<string, string> {
        const { billingDetails } = (options["defaultValues"] ?? {}) as {
          billingDetails?: { name?: string; email?: string };
        };
        return {
          type: "card",
          "card[number]": digits("number"),
          "card[exp_month]": digits("expiry").slice(0, 2),
          "card[exp_year]": `20${digits("expiry").slice(2)}`,
          "card[cvc]": digits("cvc"),
          ...(billingDetails?.name && { "billing_details[name]": billingDetails.name }),
          ...(billingDetails?.email && { "billing_details[email]": billingDetails.email }),
        };
      },
      elements,
    };
  }
  type CardElement = ReturnType<typeof makeElement>;

  function makeElements(options: StripeElementsOptions = {}) {
    let current: CardElement | null = null;
    const self = {
      options: { ...options },
      create(type: string, elementOptions: Record<string, unknown> = {}) {
        current = makeElement(type, self, { ...elementOptions });
        return current;
      },
      /** Finds an element by its name or by its component. */
      getElement(type: string | { __elementType?: string }) {
        const name = typeof type === "string" ? type : type.__elementType;
        return current?.type === name ? current : null;
      },
      element: () => current,
      update(changed: StripeElementsOptions) {
        Object.assign(self.options, changed);
      },
      async submit() {
        const problem = current ? current.problem() : null;
        return problem ? { error: problem } : { selectedPaymentMethod: "card" };
      },
      fetchUpdates: async () => ({}),
    };
    return self;
  }

  function makeStripe(publishableKey: string) {
    if (typeof publishableKey !== "string" || publishableKey === "")
      throw new Error("Please call Stripe() with your publishable key. You used an empty string.");
    if (publishableKey.startsWith("sk_"))
      throw new Error("You should not use your secret key with Stripe.js. Please pass a publishable key instead.");

    /** Makes a call without a CORS preflight, like Stripe's library. */
    async function call<T>(method: "GET" | "POST", path: string, values: Record<string, string>): Promise<Answer<T>> {
      const query = new URLSearchParams({ ...values, key: publishableKey });
      try {
        const url = method === "GET" ? `${origin}${path}?${query}` : `${origin}${path}`;
        const response = await fetch(url, method === "GET" ? {} : { method, body: query });
        const body = (await response.json()) as T & { error?: StripeError };
        return body.error ? { error: body.error } : body;
      } catch {
        return {
          error: {
            type: "api_connection_error",
            message: "An error occurred with our connection to Stripe.",
          },
        };
      }
    }

    const nested = (values: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          `payment_method_data${name.replace(/^[^[]+/, (first) => `[${first}]`)}`,
          value,
        ]),
      );
    const idOf = (secret: string) => secret.split("_secret_")[0] ?? "";
    const pathOf = (secret: string) =>
      secret.startsWith("seti_") ? `/v1/setup_intents/${idOf(secret)}` : `/v1/payment_intents/${idOf(secret)}`;
    const wrongCall = (message: string): { error: StripeError } => ({
      error: { type: "invalid_request_error", message },
    });

    /** Shows the bank's authentication dialog. */
    function ask(): Promise<boolean> {
      return new Promise((resolve) => {
        const dialog = el(
          "dialog",
          { "aria-label": "Confirm with your bank" },
          {
            maxWidth: "24rem",
            padding: "1.5rem",
            border: "1px solid currentColor",
            borderRadius: "8px",
            font: "inherit",
          },
        );
        const text = el("p", {}, { margin: "0 0 1rem" });
        text.textContent = `${NOTE}. Your bank asks whether this is you.`;
        const buttons = el("div", {}, { display: "flex", gap: ".75rem" });
        const button = (label: string, outcome: boolean) => {
          const made = el(
            "button",
            { type: "button" },
            { font: "inherit", padding: ".5rem 1rem", minHeight: "2.75rem" },
          );
          made.textContent = label;
          made.addEventListener("click", () => finish(outcome));
          return made;
        };
        const finish = (outcome: boolean) => {
          dialog.close();
          dialog.remove();
          resolve(outcome);
        };
        dialog.addEventListener("cancel", (event) => {
          event.preventDefault();
          finish(false);
        });
        buttons.append(button("Confirm", true), button("Fail", false));
        dialog.append(text, buttons);
        document.body.append(dialog);
        dialog.showModal();
      });
    }

    async function confirm<T extends Intent>(
      secret: string,
      card: Record<string, string>,
      returnUrl: string | undefined,
    ): Promise<Answer<T>> {
      const answer = await call<T>("POST", `${pathOf(secret)}/confirm`, {
        client_secret: secret,
        use_stripe_sdk: "true",
        ...(returnUrl && { return_url: returnUrl }),
        ...card,
      });
      return "error" in answer ? answer : handleAction(answer, secret);
    }

    async function handleAction<T extends Intent>(intent: T, secret: string): Promise<Answer<T>> {
      if (intent.status !== "requires_action") return intent;
      const outcome = (await ask()) ? "confirmed" : "failed";
      return call<T>("POST", "/v1/authenticate", { client_secret: secret, outcome });
    }

    async function confirmWithElements<T extends Intent>(options: ConfirmOptions, name: string) {
      const { elements, confirmParams = {}, redirect = "always" } = options;
      const secret = options.clientSecret ?? (elements?.options as { clientSecret?: string } | undefined)?.clientSecret;
      if (!secret) return wrongCall(`${name}() needs a client secret.`);
      const element = elements?.element();
      const problem = element?.problem();
      if (problem) return { error: problem };
      if (redirect === "always" && !confirmParams.return_url)
        return wrongCall("confirmParams.return_url is required unless redirect is 'if_required'.");
      const card = element
        ? nested(element.card())
        : { ...(confirmParams.payment_method && { payment_method: confirmParams.payment_method }) };
      const answer = await confirm<T>(secret, card as Record<string, string>, confirmParams.return_url);
      if (!("error" in answer) && redirect === "always" && confirmParams.return_url) {
        const url = new URL(confirmParams.return_url);
        const kind = secret.startsWith("seti_") ? "setup_intent" : "payment_intent";
        url.searchParams.set(kind, idOf(secret));
        url.searchParams.set(`${kind}_client_secret`, secret);
        url.searchParams.set("redirect_status", "succeeded");
        window.location.assign(url);
      }
      return answer;
    }

    const asSetup = (answer: Answer<SetupIntent>) => ("error" in answer ? answer : { setupIntent: answer });
    const asPayment = (answer: Answer<PaymentIntent>) => ("error" in answer ? answer : { paymentIntent: answer });
    const retrieve = <T>(secret: string) => call<T>("GET", pathOf(secret), { client_secret: secret });

    return {
      elements: makeElements,
      createToken: async () => wrongCall("The stand-in makes payment methods, no tokens."),
      async createPaymentMethod(options: { elements?: ReturnType<typeof makeElements>; card?: CardElement }) {
        const element = options.card ?? options.elements?.element();
        if (!element) return wrongCall("createPaymentMethod() needs an element.");
        const problem = element.problem();
        if (problem) return { error: problem };
        const answer = await call<{ id: string }>("POST", "/v1/payment_methods", element.card());
        return "error" in answer ? answer : { paymentMethod: answer };
      },
      confirmSetup: async (options: ConfirmOptions) =>
        asSetup(await confirmWithElements<SetupIntent>(options, "confirmSetup")),
      confirmPayment: async (options: ConfirmOptions) =>
        asPayment(await confirmWithElements<PaymentIntent>(options, "confirmPayment")),
      async confirmCardPayment(secret: string, data: { payment_method?: string | { card: CardElement } } = {}) {
        const method = data.payment_method;
        const card: Record<string, string> =
          typeof method === "object" ? nested(method.card.card()) : method ? { payment_method: method } : {};
        return asPayment(await confirm<PaymentIntent>(secret, card, undefined));
      },
      async confirmCardSetup(secret: string, data: { payment_method?: string | { card: CardElement } } = {}) {
        const method = data.payment_method;
        const card: Record<string, string> =
          typeof method === "object" ? nested(method.card.card()) : method ? { payment_method: method } : {};
        return asSetup(await confirm<SetupIntent>(secret, card, undefined));
      },
      async handleNextAction({ clientSecret }: { clientSecret: string }) {
        const answer = await retrieve<Intent>(clientSecret);
        const done = "error" in answer ? answer : await handleAction(answer, clientSecret);
        return clientSecret.startsWith("seti_")
          ? asSetup(done as Answer<SetupIntent>)
          : asPayment(done as Answer<PaymentIntent>);
      },
      retrieveSetupIntent: async (secret: string) => asSetup(await retrieve<SetupIntent>(secret)),
      retrievePaymentIntent: async (secret: string) => asPayment(await retrieve<PaymentIntent>(secret)),
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    };
  }

  (window as unknown as { Stripe: unknown }).Stripe = Object.assign(makeStripe, { version: "endive" });
}

/** Returns the script's source text for the stand-in at this address. */
export function buildBrowserScript(origin: string): string {
  return `/* Stand-in for Stripe: no card is charged. */\n(${installBrowserLibrary.toString()})(${JSON.stringify(origin)});\n`;
}
