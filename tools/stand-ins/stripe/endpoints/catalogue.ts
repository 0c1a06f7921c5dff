import type { Stripe } from "stripe";
import type { StripeAccount } from "../account.ts";
import { PAGING, paginate } from "../answers.ts";
import { addPrice, addProduct } from "../catalogue.ts";
import type { WebhookEndpoint } from "../resources.ts";
import { type CallParameters, createInvalidError } from "../wire.ts";
import { type Call, type Endpoints, parameterNames } from "./endpoint.ts";

/** The endpoints for objects that an operator creates: products, prices and webhook endpoints. */
export const catalogueEndpoints: Endpoints = {
  "POST /v1/products": {
    takes: parameterNames<Stripe.ProductCreateParams>()("id", "name", "description", "metadata"),
    run: ({ account, given }) => {
      const id = given.text("id");
      if (id && account.find(id))
        throw createInvalidError(`Product already exists: ${id}`, { code: "resource_already_exists", param: "id" });
      const product = addProduct(account, {
        ...(id && { id }),
        name: given.required("name"),
        description: given.text("description") ?? null,
        metadata: given.metadata(),
      });
      account.emit("product.created", product);
      return product;
    },
  },
  "GET /v1/products": {
    takes: [...PAGING, ...parameterNames<Stripe.ProductListParams>()("active", "ids")],
    run: ({ account, given }) => {
      const [active, ids] = [given.flag("active"), given.texts("ids")];
      const found = account
        .list("product")
        .filter((one) => active === undefined || one.active === active)
        .filter((one) => ids.length === 0 || ids.includes(one.id));
      return paginate(found, given, "/v1/products");
    },
  },
  "GET /v1/products/:id": { takes: [], run: ({ account, id }) => account.get("product", id) },
  "POST /v1/products/:id": {
    takes: parameterNames<Stripe.ProductUpdateParams>()("name", "description", "metadata", "active", "default_price"),
    run: ({ account, id, given }) =>
      account.change(account.get("product", id), "product.updated", (draft) => {
        draft.name = given.text("name") ?? draft.name;
        draft.description = given.text("description") ?? draft.description;
        draft.metadata = given.metadata(draft.metadata);
        draft.active = given.flag("active") ?? draft.active;
        const price = given.text("default_price");
        if (price) draft.default_price = account.get("price", price, "default_price").id;
      }),
  },
  "POST /v1/prices": {
    takes: parameterNames<Stripe.PriceCreateParams>()(
      "product",
      "product_data",
      "unit_amount",
      "currency",
      "recurring",
      "lookup_key",
      "transfer_lookup_key",
      "nickname",
      "metadata",
    ),
    run: createPrice,
  },
  "GET /v1/prices": {
    takes: [
      ...PAGING,
      ...parameterNames<Stripe.PriceListParams>()("active", "lookup_keys", "product", "type", "currency"),
    ],
    run: ({ account, given }) => {
      const [active, product, keys] = [given.flag("active"), given.text("product"), given.texts("lookup_keys")];
      const found = account
        .list("price")
        .filter((one) => active === undefined || one.active === active)
        .filter((one) => keys.length === 0 || keys.includes(one.lookup_key ?? ""))
        .filter((one) => !product || one.product === product);
      return paginate(found, given, "/v1/prices");
    },
  },
  "GET /v1/prices/:id": { takes: [], run: ({ account, id }) => account.get("price", id) },
  "POST /v1/prices/:id": {
    takes: parameterNames<Stripe.PriceUpdateParams>()(
      "active",
      "lookup_key",
      "transfer_lookup_key",
      "nickname",
      "metadata",
    ),
    run: ({ account, id, given }) => {
      const price = account.get("price", id);
      const key = lookupKey(account, given);
      return account.change(price, "price.updated", (draft) => {
        draft.active = given.flag("active") ?? draft.active;
        draft.lookup_key = key === undefined ? draft.lookup_key : key || null;
        draft.nickname = given.text("nickname") ?? draft.nickname;
        draft.metadata = given.metadata(draft.metadata);
      });
    },
  },
  "POST /v1/webhook_endpoints": {
    takes: parameterNames<Stripe.WebhookEndpointCreateParams>()(
      "url",
      "enabled_events",
      "api_version",
      "description",
      "metadata",
    ),
    run: ({ account, given }) => {
      const endpoint = account.add<"webhook_endpoint">({
        id: account.newId("webhook_endpoint"),
        object: "webhook_endpoint",
        api_version: given.text("api_version") ?? null,
        application: null,
        created: account.now(),
        description: given.text("description") ?? null,
        enabled_events: enabledEvents(given),
        livemode: false,
        metadata: given.metadata(),
        status: "enabled",
        url: address(given),
      });
      account.endpoint.sendTo(endpoint.url);
      // Only this response contains the secret.
      return { ...endpoint, secret: account.endpoint.secret } satisfies WebhookEndpoint;
    },
  },
  "GET /v1/webhook_endpoints": {
    takes: PAGING,
    run: ({ account, given }) => paginate(account.list("webhook_endpoint"), given, "/v1/webhook_endpoints"),
  },
  "POST /v1/webhook_endpoints/:id": {
    takes: parameterNames<Stripe.WebhookEndpointUpdateParams>()(
      "url",
      "enabled_events",
      "description",
      "disabled",
      "metadata",
    ),
    run: ({ account, id, given }) => {
      const endpoint = account.change(account.get("webhook_endpoint", id), null, (draft) => {
        if (given.text("url") !== undefined) draft.url = address(given);
        if (given.texts("enabled_events").length > 0) draft.enabled_events = enabledEvents(given);
        const disabled = given.flag("disabled");
        if (disabled !== undefined) draft.status = disabled ? "disabled" : "enabled";
      });
      account.endpoint.sendTo(endpoint.status === "enabled" ? endpoint.url : undefined);
      return endpoint;
    },
  },
  "DELETE /v1/webhook_endpoints/:id": {
    takes: [],
    run: ({ account, id }) => {
      account.endpoint.sendTo(undefined);
      return account.remove(account.get("webhook_endpoint", id));
    },
  },
};

function createPrice({ account, given }: Call) {
  const { interval = "month", count = 1 } = {
    interval: given.group("recurring")?.required("interval"),
    count: given.group("recurring")?.whole("interval_count"),
  };
  if (given.required("currency") !== "usd" || interval !== "month" || count !== 1)
    throw createInvalidError("The stand-in knows prices in US dollars by the month only.");
  const data = given.group("product_data");
  const product = data
    ? addProduct(account, { name: data.required("name"), metadata: data.metadata() })
    : account.get("product", given.required("product"), "product");
  const price = addPrice(account, {
    product,
    cents: Number(given.required("unit_amount")),
    lookupKey: lookupKey(account, given) || null,
    nickname: given.text("nickname") ?? product.name,
    metadata: given.metadata(),
  });
  account.emit("price.created", price);
  return price;
}

/** Returns the lookup key of a price. A key belongs to one price and moves to another only on request. */
function lookupKey(account: StripeAccount, given: CallParameters): string | undefined {
  const key = given.text("lookup_key");
  const owner = key ? account.list("price").find((one) => one.lookup_key === key) : undefined;
  if (!owner) return key;
  if (!given.flag("transfer_lookup_key"))
    throw createInvalidError(`A price (\`${owner.id}\`) already uses that lookup key.`, { param: "lookup_key" });
  account.change(owner, "price.updated", (draft) => {
    draft.lookup_key = null;
  });
  return key;
}

function enabledEvents(given: CallParameters): string[] {
  const events = given.texts("enabled_events");
  if (events.length > 0) return events;
  throw createInvalidError("Missing required param: enabled_events.", {
    param: "enabled_events",
    code: "parameter_missing",
  });
}

function address(given: CallParameters): string {
  const url = given.required("url");
  if (URL.canParse(url)) return url;
  throw createInvalidError("Invalid URL: An explicit scheme (such as https) must be provided.", { param: "url" });
}
