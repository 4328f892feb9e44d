// The rules of imports (CONTRIBUTING.md, "Folders"), as a function over the texts of files, so that
// the rules themselves can be tested.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';

/** Layers from the bottom up: a folder imports from itself and from layers below, nothing else. */
const layers: readonly (readonly string[])[] = [
	['shared'],
	[
		'protect',
		'transient',
		'workflow',
		'memory',
		'replay',
		'records',
		'telemetry',
		'auth',
		'client',
		'ask',
	],
	['config', 'session'],
	['gateway', 'contract'],
	['adapters/crypto', 'adapters/fetch'],
	[
		'adapters/cloudflare',
		'adapters/files',
		'adapters/hooks',
		'adapters/kv',
		'adapters/llm',
		'adapters/local',
		'adapters/mcp',
		'adapters/sqlite',
	],
	['adapters/node', 'adapters/oauth'],
	['adapters/cli', 'adapters/http'],
	['app', 'library'],
	['worker', 'node'],
	['bin'],
];

/** The five documents; only session composes them, and config knows their types. */
const documents: readonly string[] = ['protect', 'transient', 'workflow', 'memory', 'replay'];

interface Reservation {
	readonly what: string;
	readonly matches: (name: string) => boolean;
	readonly folders: readonly string[];
	readonly instead: string;
}

const isPackage = (name: string, wanted: string): boolean =>
	name === wanted || name.startsWith(`${wanted}/`);

const reservations: readonly Reservation[] = [
	{
		what: 'the Workers runtime',
		matches: (name) => name.startsWith('cloudflare:'),
		folders: ['adapters/cloudflare'],
		instead: 'define a port where you are and implement it in adapters/cloudflare',
	},
	{
		what: 'the MCP SDK',
		matches: (name) => name.startsWith('@modelcontextprotocol/'),
		folders: ['adapters/mcp', 'adapters/http/browser'],
		instead: 'define a port where you are and implement it in adapters/mcp',
	},
	{
		what: 'hono',
		matches: (name) => isPackage(name, 'hono') || name.startsWith('@hono/'),
		folders: ['adapters/http', 'adapters/node'],
		instead: 'take a Request, answer a Response, and route to it in adapters/http',
	},
	{
		what: 'the OAuth libraries',
		matches: (name) =>
			['oauth4webapi', 'jose', '@cloudflare/workers-oauth-provider'].includes(name),
		folders: ['adapters/oauth'],
		instead: 'define a port where you are and implement it in adapters/oauth',
	},
	{
		what: 'Node',
		matches: (name) =>
			name.startsWith('node:') || builtinModules.includes(name.split('/')[0] ?? name),
		folders: ['adapters/cli', 'adapters/files', 'adapters/node'],
		instead: 'take what you need as an argument and read it in adapters/cli or adapters/node',
	},
];

interface Import {
	readonly name: string;
	readonly typesOnly: boolean;
	/** Names that it imports, `*` where it is all. */
	readonly names: readonly string[];
}

/**
 * Checks every import of every file.
 * @param files texts by path from src, `protect/budget.ts`
 * @param dependencies names of the packages a deployment may use
 * @returns one message per violation: file, import, and what to do instead
 */
export function checkImports(
	files: Readonly<Record<string, string>>,
	dependencies: readonly string[],
): string[] {
	return Object.entries(files).flatMap(([path, text]) =>
		importsOf(text).flatMap((found) => {
			const reason = found.name.startsWith('.')
				? checkFolder(path, found)
				: checkPackage(path, found.name, dependencies);
			return reason === undefined ? [] : [`src/${path} imports ${found.name}: ${reason}`];
		}),
	);
}

function checkFolder(path: string, found: Import): string | undefined {
	const from = folderOf(path);
	const target = posix.join(posix.dirname(path), found.name);
	if (target.startsWith('..')) return leavesSource(from, target);
	const to = folderOf(target);
	if (from === to) return undefined;
	const level = levelOf(from);
	const below = levelOf(to);
	if (level === undefined) return `${from} is in no layer; add it to test/rules/import-rules.ts`;
	if (below === undefined) return `${to} is in no layer; add it to test/rules/import-rules.ts`;
	if (below > level) {
		return `${from} lies below ${to}; define a port in ${from} and implement it in ${to}`;
	}
	if (below === level) {
		return documents.includes(from) && documents.includes(to)
			? 'the five documents never import each other; compose them in session'
			: `${from} and ${to} are neighbours; move what both need down, or join them one layer up`;
	}
	if (isInside(target, to)) {
		return `${to} is entered by its index.ts; export there what others need`;
	}
	if (from === 'config' && documents.includes(to) && !found.typesOnly) {
		return `config takes only types from ${to}; use import type`;
	}
	return undefined;
}

/** Returns whether an import names a file of a room instead of the room; each file of `shared` is public. */
const isInside = (target: string, room: string): boolean => target !== room && room !== 'shared';

/**
 * The built-in configuration and the example workflows are what the Worker holds from outside src, and the demo,
 * which the composition root serves.
 */
function leavesSource(from: string, target: string): string | undefined {
	const isWorkflow = target.startsWith('../examples/workflows/') && target.endsWith('.yaml');
	const isDemo = from === 'app' && target.startsWith('../examples/demo/');
	return isWorkflow || isDemo || ['../loadline.yaml', '../package.json'].includes(target)
		? undefined
		: 'it lies outside src; move it in';
}

function checkPackage(
	path: string,
	name: string,
	dependencies: readonly string[],
): string | undefined {
	// esbuild leaves out the first of two names as free of side effects, and with it the start of what is loaded late.
	if (name === 'zod') return 'the MCP SDK names it zod/v4; a bundle must have it under one name';
	const reserved = reservations.find((reservation) => reservation.matches(name));
	if (reserved !== undefined && !reserved.folders.some((folder) => path.startsWith(`${folder}/`))) {
		return `only ${reserved.folders.join(' and ')} may name ${reserved.what}; ${reserved.instead}`;
	}
	const isRuntime = name.startsWith('cloudflare:') || name.startsWith('node:');
	if (isRuntime || dependencies.some((dependency) => isPackage(name, dependency))) return undefined;
	return 'it is not among what docs/dependencies.md lists for the Worker; npm install it and list it there, or do without';
}

/**
 * Counts what crosses rooms: the exports of a room that a file of another imports, each once. Those of `shared`, a leaf
 * whose files are all public, do not count.
 * @param files texts by path from src
 * @returns names by room
 */
export function crossings(
	files: Readonly<Record<string, string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
	const found = new Map<string, Set<string>>();
	for (const [path, text] of Object.entries(files))
		for (const { name, names } of importsOf(text)) {
			const target = posix.join(posix.dirname(path), name);
			if (!name.startsWith('.') || target.startsWith('..')) continue;
			const room = folderOf(target);
			if (room === folderOf(path) || room === 'shared') continue;
			const known = found.get(room) ?? new Set();
			for (const each of names) known.add(each);
			found.set(room, known);
		}
	return found;
}

/** `protect/json/parse.ts` → `protect`, `adapters/mcp/server.ts` → `adapters/mcp`, `app.ts` → `app`. */
function folderOf(path: string): string {
	const [first = '', ...rest] = path.split('/');
	if (first === 'adapters') return `adapters/${rest[0]}`;
	return first.replace(/\.ts$/, '');
}

function levelOf(folder: string): number | undefined {
	const level = layers.findIndex((folders) => folders.includes(folder));
	return level === -1 ? undefined : level;
}

const statements = /^(?:import|export)\s+(type\s)?([^;'"]*?)\s*from\s*['"]([^'"]+)['"]/gm;
const bare = /^import\s*['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Every import of a file, those of types too. */
export function importsOf(text: string): Import[] {
	const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
	const named = [...code.matchAll(statements)].map(([, type, names = '', name = '']) => ({
		name,
		typesOnly: type !== undefined || areTypes(names),
		names: namesIn(names),
	}));
	const others = [...code.matchAll(bare), ...code.matchAll(dynamic)].map(([, name = '']) => ({
		name,
		typesOnly: false,
		names: ['*'],
	}));
	return [...named, ...others];
}

/** `{ type A, b as c }` → `A`, `b` */
const namesIn = (names: string): string[] =>
	/^\{([^}]*)\}$/
		.exec(names.trim())?.[1]
		?.split(',')
		.map((name) =>
			name
				.trim()
				.replace(/^type\s+/, '')
				.replace(/\s+as\s.*$/, ''),
		)
		.filter((name) => name !== '') ?? ['*'];

/** `{ type A, type B }` */
function areTypes(names: string): boolean {
	const list = /^\{([^}]*)\}$/.exec(names.trim())?.[1]?.split(',') ?? [];
	const given = list.map((name) => name.trim()).filter((name) => name !== '');
	return given.length > 0 && given.every((name) => name.startsWith('type '));
}
