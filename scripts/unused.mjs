// In the place of what markdown-it brings for words inside of blocks: rules are read block by block
// (src/memory/markdown.ts), so nothing looks for links, and of named characters there are only those that the
// language of a code fence may have.

/** For linkify-it. */
export class LinkifyIt {}

/** @type {Readonly<Record<string, string>>} */
const NAMED = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/**
 * For entities: what has another name stays as it is.
 * @param {string} text
 */
export const decodeHTMLStrict = (text) =>
	text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (name) => NAMED[name] ?? name);
