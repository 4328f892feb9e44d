// Configures VitePress for the site: its title, its table of contents (docs/index.md), and anchors as code
// hosts make them, so that a link is good in both.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs');

/** Sections with their pages, as docs/index.md lists them. */
function sidebar() {
	const [, ...sections] = readFileSync(join(docs, 'index.md'), 'utf8').split(/^## /m);
	return sections.map((section) => ({
		text: section.split('\n')[0],
		items: [...section.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, text, path]) => ({
			text,
			link: `/${path}`,
		})),
	}));
}

/** @param {string} heading */
const slug = (heading) =>
	heading
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
		.replaceAll(' ', '-');

/** The load line: a disc with a line through it. */
const icon =
	'data:image/svg+xml,' +
	encodeURIComponent(
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#1f8fb5" stroke-width="3"><circle cx="16" cy="16" r="9"/><path d="M2 16h28"/></g></svg>',
	);

/**
 * @param {{ base: string, version: string, versions: readonly string[], outDir: string }} wish
 * @returns {object}
 */
export const configOf = ({ base, version, versions, outDir }) => ({
	base,
	outDir,
	title: 'Loadline',
	description: "The load line for a model's context window.",
	lang: 'en',
	head: [['link', { rel: 'icon', href: icon }]],
	cleanUrls: false,
	lastUpdated: false,
	// Anchors too are looked at afterwards (check.mjs).
	ignoreDeadLinks: true,
	markdown: {
		anchor: { slugify: slug },
		// Braces at the end of a line are words.
		attrs: { disable: true },
		toc: { slugify: slug },
		headers: { slugify: slug },
		/** Shows text that looks like a tag as it is written. @param {any} md */
		config: (md) => {
			md.set({ html: false, linkify: false });
			// Two braces would be a place for a value.
			md.renderer.rules.text = (/** @type {any[]} */ tokens, /** @type {number} */ at) =>
				md.utils.escapeHtml(tokens[at]?.content ?? '').replaceAll('{{', '&#123;&#123;');
		},
	},
	themeConfig: {
		search: { provider: 'local' },
		outline: [2, 3],
		sidebar: sidebar(),
		nav: [
			{ text: 'Start', link: '/start/local' },
			{ text: 'Reference', link: '/reference/http' },
			{
				text: version,
				items: versions.map((each) => ({ text: each, link: `../${each}/`, target: '_self' })),
			},
		],
	},
});
