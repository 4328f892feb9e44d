// The documents as a deployment serves them: one text that it holds beside its code, a map from paths to texts
// (src/adapters/http/ui/routes.ts). docs/index.md is the table of contents, of llms.txt too (llmstxt.org).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs');

/** @param {string} path */
const read = (path) => readFileSync(join(docs, path), 'utf8');

/** Paths of pages, those of the table of contents first, in its order. */
export function pages() {
	const listed = [...read('index.md').matchAll(/\]\(([\w/-]+\.md)\)/g)].map(
		([, path = '']) => path,
	);
	const all = readdirSync(docs, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.md'))
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
	return [...new Set([...listed, ...all])].filter((path) => path !== 'index.md');
}

/**
 * The table of contents, its links as they are below an address.
 * @param {string} base such as `/docs/`
 */
export const contents = (base) => read('index.md').replaceAll(/\]\((?=[\w/-]+\.)/g, `](${base}`);

/** All pages in one text, each after its path. */
export const everything = () =>
	pages()
		.map((path) => `<!-- docs/${path} -->\n\n${read(path)}`)
		.join('\n');

/** @returns {string} JSON */
export function buildDocuments() {
	const openapi = JSON.stringify(JSON.parse(read('reference/openapi.json')));
	const texts = pages().map((path) => [`docs/${path}`, read(path)]);
	return JSON.stringify({
		...Object.fromEntries(texts),
		'docs/reference/openapi.json': openapi,
		'llms.txt': contents('/docs/').replace('/docs/reference/openapi.json', '/api/openapi.json'),
	});
}
