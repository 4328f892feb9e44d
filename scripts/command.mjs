// Bundles the command `loadline`, in pieces that load when they are needed.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onNode } from './on-node.mjs';
import { buildWebFiles } from './web-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} outdir gets `loadline.js`
 * @returns {Promise<string[]>} the files it was made of
 */
export async function buildCommand(outdir) {
	const inBrowsers = await buildWebFiles();
	const { metafile } = await build({
		...onNode,
		entryPoints: { loadline: join(root, 'src/bin.ts') },
		outdir,
		chunkNames: 'chunks/[name]-[hash]',
		splitting: true,
		metafile: true,
		// Less to read at each start; names stay, so that a trace can be read.
		minifySyntax: true,
		minifyWhitespace: true,
		// Some packages are CommonJS and ask for Node's own modules.
		banner: {
			js: "import { createRequire as loadlineRequire } from 'node:module'; const require = loadlineRequire(import.meta.url);",
		},
	});
	return [...Object.keys(metafile.inputs), ...inBrowsers];
}
