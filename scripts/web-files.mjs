// Writes what the Worker and the command hold beside their own code (src/adapters/http/ui/routes.ts): what runs in
// browsers, and documents. Run by whatever bundles them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDocuments } from './documents.mjs';
import { buildPrograms } from './programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @returns {Promise<string[]>} the files that run in browsers were made of */
export async function buildWebFiles() {
	const folder = join(root, 'src/adapters/http/ui/built');
	const { text, inputs } = await buildPrograms();
	mkdirSync(folder, { recursive: true });
	keep(join(folder, 'programs.txt'), text);
	keep(join(folder, 'documents.txt'), buildDocuments());
	return inputs;
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWebFiles();
