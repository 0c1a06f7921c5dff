import type { ReactNode } from "react";

/** Screenshots of the product. */
export function Pictures() {
  return (
    <section className="pictures" aria-label="Pictures of the product">
      <Picture name="article" phoneHeight={620} alt="An article with a step, and with it who said it, where and when">
        An article: every step with the message it comes from.
      </Picture>
      <Picture
        name="library"
        phoneHeight={530}
        alt="The library as a list of articles with kind, author, channel, state and date"
      >
        The library: what a team explained in chat.
      </Picture>
    </section>
  );
}

interface PictureProps {
  name: string;
  alt: string;
  phoneHeight: number;
  children: ReactNode;
}

/**
 * A screenshot taken by `tools/e2e/product-pictures.ts`, with another size for phones. Loaded when it comes near the
 * viewport.
 */
function Picture({ name, alt, phoneHeight, children }: PictureProps) {
  const phone = { width: 390, height: phoneHeight };
  return (
    <figure>
      <picture>
        <source srcSet={`/pictures/${name}-phone-dark.webp`} media={`${ON_PHONE} and ${IN_DARK}`} {...phone} />
        <source srcSet={`/pictures/${name}-phone-light.webp`} media={ON_PHONE} {...phone} />
        <source srcSet={`/pictures/${name}-dark.webp`} media={IN_DARK} />
        <img src={`/pictures/${name}-light.webp`} alt={alt} width={1400} height={875} loading="lazy" decoding="async" />
      </picture>
      <figcaption>{children}</figcaption>
    </figure>
  );
}
const ON_PHONE = "(max-width: 600px)";
const IN_DARK = "(prefers-color-scheme: dark)";
