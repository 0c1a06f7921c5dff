/** The anchor of an article's section. `section`: its position in the article, from 0. */
export const getSectionAnchor = (section: number) => `section-${section + 1}`;
