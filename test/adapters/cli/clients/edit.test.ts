// Servers of clients' files behind Loadline and back, whatever the file looks like.
import fc from 'fast-check';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { headerOf } from '../../../../src/adapters/cli/clients/adopted';
import { unwrapServers, wrapServers } from '../../../../src/adapters/cli/clients/edit';
import { CLIENTS, type Place, placesOf } from '../../../../src/adapters/cli/clients/places';
import { times } from '../../../fuzz-runs';

const LAUNCHER = ['/usr/bin/node', '/opt/loadline.js'];
const wrap = (text: string, place: Place, names: readonly string[] = []) =>
	wrapServers(text, place, names, LAUNCHER);
const must = <T>(result: { ok: true; value: T } | { ok: false; error: string }): T => {
	if (!result.ok) throw new Error(result.error);
	return result.value;
};
const read = (text: string, { format }: Place): Record<string, unknown> => {
	const bare = text.replace(/^\uFEFF/, '');
	return JSON.parse(JSON.stringify(format === 'json' ? parseJson(bare) : parseToml(bare)));
};
const within = (document: Record<string, unknown>, { keys }: Place) =>
	keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document) as Record<
		string,
		Record<string, unknown>
	>;

/** Formats in which people and editors write their files. */
const formatting = fc.record({
	eol: fc.constantFrom('\n', '\r\n'),
	mark: fc.constantFrom('', '\uFEFF'),
	indent: fc.constantFrom('\t', '  ', '    ', ''),
	last: fc.boolean(),
	comments: fc.boolean(),
	commas: fc.boolean(),
});
type Formatting = typeof formatting extends fc.Arbitrary<infer T> ? T : never;

const word = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'));
const process_ = fc.record({ command: word.filter((text) => text !== ''), args: fc.array(word) });
const remote = fc.record({
	headers: fc.dictionary(fc.constantFrom('Authorization', 'X-Key'), fc.base64String()),
});
const servers = fc.dictionary(
	fc.constantFrom('files', 'my server', 'Ünï', 'a.b', 'x-1', '__x', 'wrap'),
	fc.oneof(process_, remote),
	{ minKeys: 1, maxKeys: 4 },
);

/** The servers as a client writes them. */
const entries = (client: string, all: Record<string, unknown>) =>
	Object.fromEntries(
		Object.entries(all).map(([name, given]) => {
			const { command, args, headers } = given as {
				command?: string;
				args: string[];
				headers: object;
			};
			const url = `https://mcp.example.com/${name.length}`;
			if (client === 'opencode')
				return [
					name,
					command === undefined
						? { type: 'remote', url, headers, enabled: true }
						: { type: 'local', command: [command, ...args], enabled: true },
				];
			if (command !== undefined) return [name, { command, args, env: { KEY: 's3cret' } }];
			if (client === 'gemini') return [name, { httpUrl: url, headers }];
			return [
				name,
				client === 'codex' ? { url, http_headers: headers } : { type: 'http', url, headers },
			];
		}),
	);

function jsonText(
	document: object,
	{ eol, mark, indent, last, comments, commas }: Formatting,
): string {
	let text = JSON.stringify(document, undefined, indent);
	if (comments && indent !== '')
		text = text.replace('\n', ` // of ours, "command": /* not */\n${indent}/* { */\n`);
	if (commas && indent !== '') text = text.replaceAll(/([\]}"])(\n\s*[}\]])/g, '$1,$2');
	return mark + (text + (last ? '\n' : '')).replaceAll('\n', eol);
}

function tomlText(
	all: Record<string, Record<string, unknown>>,
	{ eol, mark, last, comments }: Formatting,
) {
	const quoted = (text: string) => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
	const value = (of: unknown): string =>
		typeof of === 'string'
			? quoted(of)
			: Array.isArray(of)
				? `[${of.map((each) => `\n  ${value(each)},${comments ? ' # one' : ''}`).join('')}\n]`
				: `{ ${Object.entries(of as object)
						.map(([key, each]) => `${key} = ${value(each)}`)
						.join(', ')} }`;
	const lines = ['model = "o9"', ''];
	for (const [name, entry] of Object.entries(all)) {
		lines.push(`[mcp_servers.${quoted(name)}]${comments ? ' # here' : ''}`);
		for (const [key, each] of Object.entries(entry))
			if (key !== 'env') lines.push(`${key} = ${value(each)}`);
		if (entry.env) lines.push('', `[mcp_servers.${quoted(name)}.env]`, 'KEY = "s3cret"');
		lines.push('');
	}
	lines.push('[tui]', 'theme = "dark"');
	return mark + (lines.join('\n') + (last ? '\n' : '')).replaceAll('\n', eol);
}

describe.each(CLIENTS)('any file of %s', (client) => {
	const place = placesOf(client, '/project').at(0) as Place;
	const textOf = (all: Record<string, unknown>, how: Formatting) => {
		const written = entries(client, all) as Record<string, Record<string, unknown>>;
		if (place.format === 'toml') return tomlText(written, how);
		const inner = place.keys.reduceRight<unknown>((value, key) => ({ [key]: value }), written);
		return jsonText({ theme: 'x', ...(inner as object), more: [1, { command: 'not ours' }] }, how);
	};

	it('has every server behind Loadline, the rest as it was, and the servers back as they were', () => {
		fc.assert(
			fc.property(servers, formatting, (all, how) => {
				const before = textOf(all, how);
				const { text, changed, left } = must(wrap(before, place));
				expect(left).toEqual([]);
				expect(changed).toHaveLength(Object.keys(all).length);
				for (const entry of Object.values(within(read(text, place), place))) {
					const words = [entry.command, entry.args ?? []].flat(2) as string[];
					expect(words.slice(0, 4)).toEqual([...LAUNCHER, 'wrap', '--name']);
					const isSet = 'KEY' in ((entry.env ?? entry.environment ?? {}) as object);
					expect(words.join(' ').includes(' --env KEY -- ')).toBe(isSet);
					expect(entry.url ?? entry.httpUrl ?? entry.headers).toBeUndefined();
				}
				// Comments, order and line ends stay, and once more changes nothing.
				expect(text.startsWith('\uFEFF')).toBe(how.mark !== '');
				expect(text.match(/\n$/)?.length).toBe(before.match(/\n$/)?.length);
				if (before.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
				if (how.comments && place.format === 'toml') expect(text).toContain('] # here');
				expect(must(wrap(text, place)).text).toBe(text);
				// Through the file of what was done, where what was not there is not told.
				const record = JSON.parse(JSON.stringify(changed)) as typeof changed;
				const back = must(unwrapServers(text, place, record, { before, after: text }));
				expect(read(back.text, place)).toEqual(read(before, place));
			}),
			{ numRuns: times(20, 60) },
		);
	});
});

describe('a file', () => {
	const [cursor, codex, gemini] = (['cursor', 'codex', 'gemini'] as const).map(
		(client) => placesOf(client, '/project')[0] as Place,
	) as [Place, Place, Place];

	it.each([
		'{"mcpServers":{"a":{"command":"x"}},\n"mcpServers":{"a":{"command":"y"}}}',
		'{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
		'{"mcpServers":{"a":{"command":"x",\n\n"command":"y"}}}',
	])('that says a thing twice is edited where it counts: %s', (before) => {
		const { text, changed } = must(wrap(before, cursor));
		expect(text).toContain('"x"');
		expect(JSON.parse(text).mcpServers.a.args).toEqual(
			expect.arrayContaining(['wrap', '--name', 'a', '--', 'y']),
		);
		const back = (now: string) =>
			must(unwrapServers(now, cursor, changed, { before, after: text })).text;
		const more = `${text.trimEnd().slice(0, -1)},"more":1}`;
		expect(JSON.parse(back(more))).toEqual({ ...JSON.parse(before), more: 1 });
		expect(back(more)).toContain('"x"');
		const edited = text.replace(/"args":/g, '"env":{"K":"1"},"args":');
		expect(JSON.parse(back(edited)).mcpServers.a).toEqual({ command: 'y', env: { K: '1' } });
	});

	it.each([
		[
			cursor,
			'{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t// ours\r\n\t\t\t"command": "x", /* why */\r\n\t\t\t"args": ["1" /* one */]\r\n\t\t}\r\n\t}\r\n}',
			(text: string) => text.replace('"a": {', '"b": { "command": "b" },\r\n\t\t"a": {'),
			(text: string) => text.replace('// ours', '// mine'),
		],
		[
			codex,
			'[mcp_servers.a] # here\r\n# ours\r\ncommand = "x" # why\r\nargs = [\r\n  "1", # one\r\n]\r\n',
			(text: string) => `${text}\r\n[mcp_servers.b]\r\ncommand = "b"\r\n`,
			(text: string) => text.replace('# ours', '# mine'),
		],
	])(
		'keeps the comments of an entry when others changed the file, or the entry: $format',
		(place, lines, beside, inside) => {
			for (const before of [lines, `\uFEFF${lines}`]) {
				const { text, changed } = must(wrap(before, place));
				expect(text).not.toBe(before);
				const back = (now: string) =>
					must(unwrapServers(now, place, changed, { before, after: text })).text;
				expect(back(beside(text))).toBe(beside(before));
				const mine = back(inside(text));
				for (const comment of ['mine', 'why', 'one']) expect(mine).toContain(comment);
				expect(read(mine, place)).toEqual(read(before, place));
				expect(mine.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
			}
		},
	);

	it.each([
		[
			'{"mcpServers":{"n":{"command":"n"},"k":{"command":"k","args":["1"]}},"theme":"x","a":[1,2]}',
			'{"command":"n"}',
		],
		[
			'{\n  "a": [1,2], "mcpServers": {"n": {"url": "https://a.example","headers": {"A":"b"},\n "env": {"K":"1"}},"k":{"command":"k"}},\n"theme":"x"\n}',
			'{"url": "https://a.example","headers": {"A":"b"},\n "env": {"K":"1"}}',
		],
	])('is as it was beside the one entry: %s', (before, entry) => {
		const { text } = must(wrap(before, cursor, ['n']));
		const [head = '', tail = ''] = before.split(entry);
		expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
		const written = text.slice(head.length, -tail.length);
		expect(JSON.parse(written)).toEqual(within(read(text, cursor), cursor).n);
		expect(written.includes('\n')).toBe(entry.includes('\n'));
	});

	it('may repeat what is none of our business', () => {
		expect(
			wrap('{"x":1,"x":2,"mcpServers":{"a":{"command":"y","env":{"K":"1","K":"2"}}}}', cursor).ok,
		).toBe(true);
		expect(must(wrap('\uFEFF \r\n', cursor)).names).toEqual([]);
	});

	it('keeps its servers that Loadline cannot stand before, and says why', () => {
		const text = JSON.stringify({
			mcpServers: {
				old: { type: 'sse', url: 'https://a.example' },
				own: { url: 'https://b.example', auth: { CLIENT_ID: 'x' } },
				good: { command: 'c' },
			},
		});
		const { changed, left } = must(wrap(text, cursor));
		expect(changed.map(({ name }) => name)).toEqual(['good']);
		expect(left).toEqual([
			{ name: 'old', why: expect.stringContaining('HTTP+SSE') },
			{ name: 'own', why: expect.stringContaining('"auth"') },
		]);
		expect(
			must(wrap('{"mcpServers":{"s":{"url":"https://a.example"}}}', gemini)).left,
		).toHaveLength(1);
		const token = '[mcp_servers.t]\nurl = "https://a.example"\nbearer_token_env_var = "T"\n';
		expect(must(wrap(token, codex)).left).toEqual([
			{ name: 't', why: expect.stringContaining('bearer_token_env_var') },
		]);
		const inline = 'mcp_servers = { a = { command = "x" } }\n';
		expect(must(wrap(inline, codex)).left).toEqual([
			{ name: 'a', why: expect.stringContaining('by hand') },
		]);
	});

	it('has the headers of an endpoint where other processes do not see them', () => {
		const text =
			'{"mcpServers":{"a":{"url":"https://a.example/mcp","headers":{"Authorization":"Bearer $TOKEN"}}}}';
		const entry = within(read(must(wrap(text, cursor)).text, cursor), cursor).a;
		expect(entry).toEqual({
			...{ command: LAUNCHER[0], env: { LOADLINE_HEADERS: 'Authorization: Bearer $TOKEN' } },
			args: [LAUNCHER[1], 'wrap', '--name', 'a', '--', 'https://a.example/mcp'],
		});
		expect(headerOf('Authorization: Bearer a:b')).toEqual(['Authorization', 'Bearer a:b']);
	});
});
