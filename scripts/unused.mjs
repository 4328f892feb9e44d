// In the place of what markdown-it brings for words inside of blocks: rules are read block by block
// (src/memory/markdown.ts), so nothing looks for links or reads their addresses, and of named characters there are
// only those that the language of a code fence may have.

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

/**
 * For mdurl: the address of a link stays as it is written.
 * @param {string} url
 */
export const parse = (url) => ({ url });
/** @param {{ url: string }} parsed */
export const format = ({ url }) => url;
/** @param {string} part */
export const encode = (part) => part;
export { encode as decode };

/** For punycode.js. */
export default {};

/** For uc.micro. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
