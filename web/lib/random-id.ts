/** 28 characters that nobody else has. `crypto.randomUUID` is missing where the product is served without TLS in a company's network. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, "0")).join("");
