// Bundles the programs that run in browsers (src/adapters/web) into one text that the Worker holds beside its
// own code: a map from file names to texts, read when somebody asks for the first.
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, 'src/adapters/web');

/** Programs of pages, by the name under which they are asked for; what they load later stands beside them. */
const programs = { playground: join(web, 'playground/index.tsx') };

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
	logLevel: 'error',
	legalComments: 'none',
});

/** @returns {Promise<string>} */
export async function buildPrograms() {
	const { outputFiles } = await build({
		...inBrowsers,
		entryPoints: programs,
		outdir: web,
		chunkNames: '[name]-[hash]',
		splitting: true,
	});
	const files = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
	return JSON.stringify(files);
}
