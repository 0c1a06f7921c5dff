import type { LanguageModelSettings, ListedModel } from "../../../../shared/contract/language-model.ts";
import { formatCount } from "../../../lib/format.ts";
import { formatPrice } from "../../../lib/model-cost.ts";

type Model = ListedModel | NonNullable<LanguageModelSettings["models"]>["main"];
const THOUSAND = 1_000;

/** 'claude-sonnet-5-5 · 1,000k tokens · $3 in, $15 out' */
export const factsOfModel = (model: Model): string => [model.name, ...windowAndPrice(model)].join(" · ");

export function windowAndPrice({ contextTokens, price }: Model): string[] {
  return [
    ...(contextTokens === null ? [] : [`reads ${formatCount(Math.round(contextTokens / THOUSAND))}k tokens`]),
    price === null
      ? "no price known"
      : price.input + price.output === 0
        ? "free"
        : `${formatPrice(price.input)} in, ${formatPrice(price.output)} out`,
  ];
}
