// Checks that a built site is whole: every link and anchor leads somewhere in it, and no page asks another host for
// anything.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * @param {string} folder of one version
 * @param {string} base its path
 * @returns {{ readonly pages: number, readonly links: number, readonly faults: readonly string[] }}
 */
export function check(folder, base) {
	const pages = globSync('**/*.html', { cwd: folder });
	/** @type {Map<string, ReadonlySet<string>>} */
	const anchors = new Map();
	/** @param {string} page */
	const anchorsOf = (page) => {
		const known = anchors.get(page);
		if (known) return known;
		const text = readFileSync(join(folder, page), 'utf8');
		const found = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
		anchors.set(page, found);
		return found;
	};
	/** @type {string[]} */
	const faults = [];
	let links = 0;
	for (const page of pages) {
		const text = readFileSync(join(folder, page), 'utf8');
		for (const [, tag, link = ''] of text.matchAll(
			/<(a|link|img|script)\b[^>]*?(?:href|src)="([^"]*)"/g,
		)) {
			if (/^(?:https?:)?\/\//.test(link)) {
				// Whoever follows a link may go elsewhere; what a page loads may not.
				if (tag !== 'a') faults.push(`${page}: loads ${link}`);
				continue;
			}
			if (/^(?:mailto|data):/.test(link)) continue;
			links++;
			const fault = faultOf(page, decodeURI(link));
			if (fault) faults.push(`${page}: ${link} ${fault}`);
		}
	}
	for (const style of globSync('**/*.css', { cwd: folder }))
		for (const [, url = ''] of readFileSync(join(folder, style), 'utf8').matchAll(
			/url\(["']?(https?:[^)"']+)/g,
		))
			faults.push(`${style}: loads ${url}`);
	return { pages: pages.length, links, faults };

	/**
	 * @param {string} page
	 * @param {string} link
	 */
	function faultOf(page, link) {
		const [path = '', anchor] = link.split('#');
		// Other versions stand beside this one.
		if (/^\.\.\/[\d.]+\/$/.test(path)) return undefined;
		const plain = path.replace(/\?.*$/, '');
		const at = plain.startsWith(base)
			? plain.slice(base.length)
			: plain === ''
				? page
				: relative('/', join('/', dirname(page), plain));
		const file = [at, `${at}.html`, join(at, 'index.html')].find(
			(each) => existsSync(join(folder, each)) && /\.\w+$/.test(each),
		);
		if (file === undefined) return 'is not there';
		if (anchor === undefined || anchor === '' || !file.endsWith('.html')) return undefined;
		return anchorsOf(file).has(anchor) ? undefined : 'has no such anchor';
	}
}
