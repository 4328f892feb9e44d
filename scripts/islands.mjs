// Bundles the scripts of pages, src/adapters/http/ui/islands: each becomes one text, with its styles
// beside it, that the Worker and the command hold and serve as they are; and the programs and documents
// beside them. Run by whatever bundles them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildDocuments } from './documents.mjs';
import { buildPrograms } from './programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ui = join(root, 'src/adapters/http/ui');
const islands = ['charts', 'editor', 'side'];

/** @returns {Promise<string[]>} the files they were made of */
export async function buildIslands() {
	const folder = join(ui, 'built');
	const { outputFiles, metafile } = await build({
		entryPoints: islands.map((name) => join(ui, 'islands', `${name}.ts`)),
		outdir: folder,
		bundle: true,
		write: false,
		metafile: true,
		minify: true,
		format: 'esm',
		target: 'es2023',
		platform: 'browser',
		legalComments: 'none',
		logLevel: 'error',
	});
	mkdirSync(folder, { recursive: true });
	for (const { path, text } of outputFiles) keep(join(folder, `${basename(path)}.txt`), text);
	keep(join(folder, 'programs.txt'), await buildPrograms());
	keep(join(folder, 'documents.txt'), buildDocuments());
	return Object.keys(metafile.inputs);
}

/**
 * In one step, since others may be reading; and not at all where nothing changed, since others may be watching.
 * @param {string} path
 * @param {string} text
 */
function keep(path, text) {
	if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
	const fresh = `${path}.${process.pid}`;
	writeFileSync(fresh, text);
	renameSync(fresh, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildIslands();
