import type { InjectOptions } from "fastify";
import type { TestApp } from "../../../testing/test-app.ts";

/** Returns the token in the link of a verification mail; '' without a mail. */
export const findMailedToken = (mail: { text: string } | undefined) =>
  /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";

/** Returns functions that send requests as signed-out people, each in a browser with its own cookies and network address. */
export function createSignedOutClients(test: TestApp) {
  let number = 0;
  const newPlace = () => `10.5.${Math.floor((number += 1) / 250)}.${(number % 250) + 1}`;

  return {
    newPlace,
    newBrowser(place = newPlace()) {
      const cookies: Record<string, string> = {};
      async function send({ form, ...options }: InjectOptions & { form?: Record<string, string> }) {
        const answer = await test.app.inject({
          remoteAddress: place,
          cookies,
          ...options,
          ...(form && {
            method: "POST",
            headers: { "content-type": "application/x-www-form-urlencoded" },
            payload: new URLSearchParams(form).toString(),
          }),
        });
        for (const { name, value } of answer.cookies) cookies[name] = value;
        return answer;
      }
      return {
        cookies,
        send,
        register: (payload: object) => send({ method: "POST", url: "/api/register", payload }),
        open: (token: string) => send({ url: `/verify-email?token=${token}` }),
        verify: (token: string) => send({ url: `/api/verify-email?token=${token}` }),
        choose: (token: string, password: string) =>
          send({ url: "/verify-email", form: { token, password, confirm: password } }),
        signIn: (email: string, password: string) => send({ url: "/api/login", form: { email, password } }),
      };
    },
  };
}

let people = 0;
/** Returns the values of the sign-up form for a new person. */
export function buildSignUpForm<T extends object>(values: T = {} as T) {
  people += 1;
  return {
    firstName: "Ada",
    lastName: "Lovelace",
    email: `ada${people}@acme.test`,
    company: "Acme",
    password: "analytical engine",
    confirmPassword: "analytical engine",
    plan: "starter",
    ...values,
  };
}
