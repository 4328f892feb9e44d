// Builds the package `loadline`, `npm run build`: what other programs import and the command, bundled, so
// that whoever installs it gets no other package. `node scripts/build.mjs FOLDER` builds into another
// folder than dist.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { buildCommand } from './command.mjs';
import { notices } from './notices.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(root, 'dist'));
/** An import or export of names from a path. */
const NAMED = /^((?:import|export)(?: type)?) \{([^}]*)\} from ['"](\.[^'"]+)['"];$/gm;
/** Modules that programs import, by their entry. */
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

/** Builds what runs in Node, browsers and Workers alike: the client in one module, the others share theirs. */
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
	const declared = ['--noEmit', 'false', '--emitDeclarationOnly', '--rootDir', join(root, 'src')];
	// `npm run check` looks for faults; without that, and in one thread, it takes a third of the work.
	declared.push('--noCheck', '--singleThreaded');
	const project = ['-p', join(root, 'tsconfig.package.json'), ...declared, '--outDir', folder];
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	await promisify(execFile)(process.execPath, [tsc, ...project]);
	const written = reachableTypes(folder, Object.values(libraries));
	for (const file of globSync('**/*.d.ts', { cwd: folder })) {
		const text = written.get(join(folder, file));
		if (text === undefined) rmSync(join(folder, file));
		else writeFileSync(join(folder, file), text);
	}
	for (const [name, entry] of Object.entries(libraries)) {
		const path = entry.replace(/^src\//, '').replace(/\.ts$/, '.js');
		mkdirSync(join(out, name), { recursive: true });
		writeFileSync(join(out, name, 'index.d.ts'), `export * from '../types/${path}';\n`);
	}
}

/**
 * Follows what the entries import, name by name: the index of a room would bring the types of everything in it.
 * @param {string} folder of the declarations
 * @param {readonly string[]} entries paths from the repository
 * @returns {Map<string, string>} the files that are needed with their texts; imports name the files themselves
 */
function reachableTypes(folder, entries) {
	const found = new Map();
	const waiting = entries.map((entry) =>
		join(folder, entry.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')),
	);
	const visit = (/** @type {string} */ path) => {
		waiting.push(path);
		return path.replace(/\.d\.ts$/, '.js');
	};
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		if (found.has(path)) continue;
		const here = dirname(path);
		const from = (/** @type {string} */ file) => {
			const name = relative(here, visit(file)).replaceAll('\\', '/');
			return name.startsWith('.') ? name : `./${name}`;
		};
		const text = readFileSync(path, 'utf8')
			.replace(NAMED, (whole, kind, names, spec) => {
				const room = join(here, spec, 'index.d.ts');
				if (!existsSync(room)) return whole;
				return names
					.split(',')
					.flatMap((/** @type {string} */ name) => {
						if (name.trim() === '') return [];
						const file = exporterOf(
							room,
							name
								.replace(/^\s*type\s/, '')
								.trim()
								.split(' ')[0] ?? '',
						);
						return `${kind} { ${name.trim()} } from '${from(file)}';`;
					})
					.join('\n');
			})
			.replace(/(\bfrom |\bimport\()(['"])(\.[^'"]+?)(?<!\.js)\2/g, (_, before, quote, spec) => {
				const file = [`${spec}.d.ts`, `${spec}/index.d.ts`]
					.map((name) => join(here, name))
					.find(existsSync);
				return `${before}${quote}${from(file ?? join(here, `${spec}.d.ts`))}${quote}`;
			});
		found.set(path, text);
	}
	return found;
}

/**
 * @param {string} index
 * @param {string} wanted
 * @returns {string} the file of a room that declares a name of its index
 */
function exporterOf(index, wanted) {
	for (const [, , names, spec] of readFileSync(index, 'utf8').matchAll(NAMED)) {
		const exported = names?.split(',').map((name) => name.replace(/^\s*type\s/, '').trim());
		if (exported?.includes(wanted)) return join(dirname(index), `${spec}.d.ts`);
	}
	throw new Error(`${index} does not export ${wanted}`);
}
