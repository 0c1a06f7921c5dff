import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { signUpPages } from "../../../site/sign-up/page.tsx";
import * as sample from "../../../testing/sample-data.ts";
import { PlanChoices } from "./plan-choices.tsx";

it("SUB-016 sign-up promises Starter 10 articles a month and Manage Subscription up to 100: both readings are kept", () => {
  const onSignUp = renderToStaticMarkup(signUpPages.find(({ variant }) => variant === "starter")?.body);
  expect(onSignUp).toContain("10 articles/month");
  expect(onSignUp).not.toContain("Up to 100 articles");
  const toManage = renderToStaticMarkup(
    <PlanChoices
      subscription={sample.subscription}
      chosen={null}
      pending={null}
      onChoose={() => {}}
      onFailure={() => {}}
    />,
  );
  expect(toManage).toContain("Up to 100 articles");
  expect(toManage).not.toContain("10 articles/month");
});
