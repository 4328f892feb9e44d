// Bundles what runs in browsers, programs and the scripts of pages
// (src/adapters/http/browser), into one text: a map from file names to texts.
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, 'src/adapters/http/browser');
const ui = join(root, 'src/adapters/http/ui');

/** By the name under which pages ask for them; their styles, and what they load later, stand beside them. */
const programs = {
	playground: join(web, 'playground/index.tsx'),
	editor: join(web, 'islands/editor.ts'),
	page: join(web, 'islands/page.ts'),
	side: join(web, 'islands/side.ts'),
};
/** Stylesheets; each part of one stands beside its page. */
const styles = {
	'pages.css': join(root, 'src/adapters/http/pages/style.ts'),
	'ui.css': join(ui, 'styles.ts'),
};
/** Pages that hosts of MCP Apps show: everything they need stands in them. */
const apps = { 'context-app.html': join(web, 'context-app/index.tsx') };

/** @satisfies {import('esbuild').BuildOptions} */
const inBrowsers = /** @type {const} */ ({
	bundle: true,
	minify: true,
	write: false,
	format: 'esm',
	platform: 'browser',
	target: 'es2023',
	jsx: 'automatic',
	jsxImportSource: 'hono/jsx/dom',
	// Code that renders pages at the server is no part of them.
	alias: { 'hono/jsx/dom': 'hono/jsx/dom', 'hono/jsx': 'hono/jsx/dom' },
	logLevel: 'error',
	legalComments: 'none',
});

/** @returns {Promise<{ text: string, inputs: string[] }>} with the files that programs were made of */
export async function buildPrograms() {
	const { outputFiles, metafile } = await build({
		...inBrowsers,
		entryPoints: programs,
		outdir: web,
		chunkNames: '[name]-[hash]',
		splitting: true,
		metafile: true,
	});
	const files = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
	for (const [name, entry] of Object.entries(apps)) files[name] = await appPage(entry);
	for (const [name, entry] of Object.entries(styles)) files[name] = await stylesheet(entry);
	return { text: JSON.stringify(files), inputs: Object.keys(metafile.inputs) };
}

/**
 * @param {string} entry a module that exports the text of one
 * @returns {Promise<string>}
 */
async function stylesheet(entry) {
	const { outputFiles } = await build({ ...inBrowsers, entryPoints: [entry] });
	const [{ text = '' } = {}] = outputFiles;
	const { STYLE } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
	return (await transform(STYLE, { loader: 'css', minify: true })).code;
}

/**
 * @param {string} entry
 * @returns {Promise<string>}
 */
async function appPage(entry) {
	const { outputFiles } = await build({ ...inBrowsers, entryPoints: [entry] });
	const [{ text = '' } = {}] = outputFiles;
	// An end tag in a text of the program would end it.
	const program = text.replaceAll('</script', '<\\/script');
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>The context of this conversation</title></head><body class="ui"><main><p>…</p></main><script type="module">${program}</script></body></html>`;
}
