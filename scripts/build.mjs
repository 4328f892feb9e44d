// Builds the package `loadline`, `npm run build`: what other programs import and the command, bundled, so
// that whoever installs it gets no other package. `node scripts/build.mjs FOLDER` builds into another
// folder than dist.
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildCommand } from './command.mjs';
import { notices } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
/** What programs import, by its entry. */
const libraries = {
	client: 'src/client/index.ts',
	protect: 'src/library/protect.ts',
	mcp: 'src/library/mcp.ts',
};
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const bundled = await Promise.all([libraryModules(), buildCommand(join(out, 'bin')), types()]);
writeFileSync(
	join(out, 'THIRD-PARTY-NOTICES.txt'),
	notices(
		root,
		bundled.flatMap((inputs) => inputs ?? []),
	),
);

/** What runs in Node, browsers and Workers alike: the client in one module, the others share theirs. */
async function libraryModules() {
	const { client, ...others } = libraries;
	const [one, shared] = await Promise.all([modules({ client }, false), modules(others, true)]);
	return [...one, ...shared];
}

/**
 * @param {Readonly<Record<string, string>>} entries
 * @param {boolean} splitting
 */
async function modules(entries, splitting) {
	const { metafile } = await build({
		entryPoints: Object.fromEntries(
			Object.entries(entries).map(([name, entry]) => [`${name}/index`, join(root, entry)]),
		),
		outdir: out,
		chunkNames: 'chunks/[name]-[hash]',
		bundle: true,
		splitting,
		metafile: true,
		platform: 'neutral',
		mainFields: ['module', 'main'],
		format: 'esm',
		target: 'es2023',
		sourcemap: true,
		logLevel: 'error',
	});
	// Of a table of tokens nobody wants to see the source.
	for (const map of globSync('chunks/o200k_base-*.js.map', { cwd: out })) rmSync(join(out, map));
	return Object.keys(metafile.inputs);
}

/** Types of the libraries and of what they use, with the extensions that every resolution asks for. */
async function types() {
	const folder = join(out, 'types');
	const options = [
		['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--skipLibCheck'],
		['--exactOptionalPropertyTypes', '--target', 'es2024', '--module', 'esnext'],
		['--moduleResolution', 'bundler', '--rootDir', join(root, 'src'), '--outDir', folder],
		['--types', '@cloudflare/workers-types,node'],
	].flat();
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	const entries = Object.values(libraries).map((entry) => join(root, entry));
	await promisify(execFile)(process.execPath, [tsc, ...options, ...entries]);
	for (const file of globSync('**/*.d.ts', { cwd: folder })) {
		const text = readFileSync(join(folder, file), 'utf8');
		writeFileSync(
			join(folder, file),
			text.replaceAll(/(\bfrom |\bimport\()(['"])(\.[^'"]+)\2/g, '$1$2$3.js$2'),
		);
	}
	for (const [name, entry] of Object.entries(libraries)) {
		const path = entry.replace(/^src\//, '').replace(/\.ts$/, '.js');
		mkdirSync(join(out, name), { recursive: true });
		writeFileSync(join(out, name, 'index.d.ts'), `export * from '../types/${path}';\n`);
	}
}
