// Commands that routes declare: their hints name what is there, each has a place in the help, and tables keep words whole.
import type { Command } from 'commander';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/v4';
import { createProgram } from '../../../src/adapters/cli';
import { commandKeys, wordsOf } from '../../../src/adapters/cli/api-command';
import { filled, print, tableOf } from '../../../src/adapters/cli/shown';
import { contract, type RouteKey, routeOf } from '../../../src/contract';
import { serveWeb } from '../../upstreams/node-http';
import { inProcess } from './in-process';

const program = createProgram(() => Promise.reject(new Error('nothing is opened')), ['loadline']);
const found = (words: readonly string[]) =>
	words.reduce<Command | undefined>(
		(at, word) => at?.commands.find((each) => each.name() === word),
		program,
	);
const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)];

interface Json {
	readonly properties?: Readonly<Record<string, Json>>;
	readonly items?: Json;
	readonly type?: string;
	readonly additionalProperties?: unknown;
}
const has = (schema: Json | undefined, path: string): boolean => {
	let at = schema;
	for (const name of path.split('.')) {
		const within: Json | undefined = at?.items ?? at;
		if (!within?.properties?.[name])
			return within !== undefined && typeof within.additionalProperties === 'object';
		at = within.properties[name];
	}
	return true;
};

it.each((Object.keys(contract) as RouteKey[]).filter((key) => routeOf(key).schemas().command))(
	'the command of %s names members of its answer, and is in the help',
	(key) => {
		const { command, answer } = routeOf(key).schemas();
		const { usage = '', columns, rows, says, once, prints } = command ?? {};
		expect(found(wordsOf(usage))?.description(), usage).not.toBe('');
		const json = z.toJSONSchema(answer as z.ZodType, {
			unrepresentable: 'any',
			io: 'output',
		}) as Json;
		const list = Object.entries(json.properties ?? {}).find(([name, { type }]) =>
			rows === undefined ? type === 'array' : name === rows,
		)?.[1];
		for (const column of columns?.split(' ') ?? [])
			expect([column, has(list?.items, column)]).toEqual([column, true]);
		const named = [...(says?.matchAll(/\{([\w.]+)\}/g) ?? [])].map(([, name = '']) => name);
		for (const name of [...named, once, prints].filter((each) => each !== undefined))
			expect([name, has(json, name)]).toEqual([name, true]);
	},
);

it('help has one word for a server behind, and one for a conversation, as pages have', () => {
	for (const command of all(program)) {
		const help = command
			.helpInformation()
			.replaceAll(/(?<=server|conversation)\|\w+|GET \/\S+|\$\{\S+\}|session_id/g, '');
		const told = /.*\b(?:upstreams?|sessions?)\b.*/i.exec(help)?.[0] ?? '';
		expect([command.name(), told]).toEqual([command.name(), '']);
	}
});

it('every command of the API has --json but those whose output is a file of its own', () => {
	const keys = commandKeys().map((key) =>
		found(wordsOf(routeOf(key).schemas().command?.usage ?? '')),
	);
	for (const command of keys)
		expect([command?.name(), command?.options.some(({ long }) => long === '--json')]).toEqual([
			command?.name(),
			true,
		]);
});

it('every option says what it is, or which values it takes', () => {
	const silent = all(program).flatMap((command) =>
		command.options
			.filter(({ description, argChoices = [] }) => description === '' && argChoices.length === 0)
			.map(({ long }) => `${command.parent?.name()} ${command.name()} ${long}`),
	);
	expect(silent).toEqual([]);
});

afterEach(() => vi.restoreAllMocks());

it('a table cuts no word, loses none, and aligns its columns', () => {
	const word = fc.stringMatching(/^[a-z]{1,30}$/);
	const texts = fc.array(
		fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
		{ minLength: 1, maxLength: 6 },
	);
	fc.assert(
		fc.property(texts, fc.integer({ min: 20, max: 120 }), (given, columns) => {
			const lines: string[] = [];
			vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
			const before = process.stdout.columns;
			process.stdout.columns = columns;
			try {
				print(
					tableOf(
						['id', 'text'],
						given.map((text, id) => ({ id, text })),
					),
				);
			} finally {
				process.stdout.columns = before;
			}
			const said = lines
				.join(' ')
				.replace(/^ID +TEXT/, '')
				.replaceAll(/(?<=^| )\d+(?= )/g, ' ');
			expect(said.split(' ').filter(Boolean)).toEqual(given.join(' ').split(' '));
			const start = lines[0]?.indexOf('TEXT') ?? 0;
			for (const line of lines.slice(1)) expect(line.slice(0, start).trim()).toMatch(/^\d*$/);
		}),
	);
});

it('a template says what is not there, and times to the second', () => {
	expect(
		filled('{id} ends {expiresAt}, {a.b}, {list}', {
			id: 't',
			expiresAt: null,
			a: { b: 1234 },
			list: ['x', 'y'],
		}),
	).toBe('t ends never, 1234, x, y');
	expect(filled('{at}', { at: 0 })).toBe('1970-01-01T00:00:00Z');
});

it.each([
	['token create x --scope mcp:usr', 2, 'Did you mean mcp:use?'],
	['token creat x', 2, 'Did you mean create?'],
	['token create x --scop mcp:use', 2, 'Did you mean --scope?'],
	['member role u-1 kin', 2, 'It is one of reader, member, reviewer, admin'],
	['config rollback x', 2, 'It takes a whole number.'],
	['data erase', 2, 'give --user or --workspace'],
	['conversation list --url http://127.0.0.1:9', 1, 'no answer from http://127.0.0.1:9'],
	// By the name that it had before.
	['session list --url http://127.0.0.1:9', 1, 'no answer from http://127.0.0.1:9'],
	['upstream list --url http://127.0.0.1:9', 1, 'no answer from http://127.0.0.1:9'],
])('loadline %s ends with %i', async (line, status, said) => {
	const { err, ...rest } = await inProcess(line.split(' '));
	expect({ ...rest, err }).toEqual({ status, out: '', err: expect.stringContaining(said) });
});

it('config history tells each change with its values, and config pull what masks are', async () => {
	const version = { at: 0, by: 'u-1', action: 'replace', more: 0 };
	const changes = [
		{ path: 'maxPageSize', before: 200, after: 100 },
		{ path: 'demo', after: true },
	];
	const versions = [
		{ ...version, version: 3, action: 'rollback', restored: 0, changes: [], more: 7 },
		{ ...version, version: 2, changes },
	];
	const document = { text: 'headers: "***"\n', version: 3, document: {} };
	const members = [{ id: 'u-1', name: 'Ada' }];
	const server = await serveWeb(({ url }) => {
		const { pathname } = new URL(url);
		if (pathname.endsWith('history')) return Response.json({ versions, total: 2 });
		return Response.json(pathname.endsWith('document') ? document : { members, tokens: [] });
	});
	const run = (line: string) => inProcess([...line.split(' '), '--url', server.origin]);
	const [history, pull] = [await run('config history'), await run('config pull')];
	await server.close();
	expect(history.out.split('\n')).toEqual([
		'version 3  1970-01-01T00:00:00Z  Ada  back to version 0',
		'  … and 7 more',
		'version 2  1970-01-01T00:00:00Z  Ada  replaced',
		'  maxPageSize: 200 → 100',
		'  demo: unset → true',
		'',
	]);
	expect(pull.out).toBe(document.text);
	expect(pull.err).toMatch(/^version 3; values shown as \*\*\* .*\n$/);
});
