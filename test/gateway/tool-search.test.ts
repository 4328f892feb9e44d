import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { callsIn } from '../counted';
import { bookings, both, seeded, text } from '../protect/payloads';
import { ada, call, contextOf, data, first, gatewayOf, scripted } from './gateway';

const path = {
	type: 'object',
	properties: { path: { type: 'string', description: 'A file.' } },
	required: ['path'],
};

const setting = (config = {}) => {
	const files = scripted('files', {
		read_text_file: {
			definition: { description: 'Reads a text file.', inputSchema: path },
			answer: ({ path: given }) =>
				given === undefined ? { ...text('path is required'), isError: true } : text(`of ${given}`),
		},
		writeFile: {
			definition: { description: 'Creates or overwrites a file.', inputSchema: path },
			answer: () => text('done'),
		},
		list: {
			definition: { description: 'Lists bookings, page by page.' },
			answer: () => both({ bookings: bookings(seeded(1), 500) }),
		},
	});
	const browser = scripted('browser', {
		take_screenshot: {
			definition: { description: 'A picture of the page.' },
			answer: () => text('png'),
		},
		click: { definition: { description: 'Clicks an element.' }, answer: () => text('clicked') },
	});
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const gateway = gatewayOf({ sources: [files.source, browser.source], config, observed });
	return { gateway, files, browser, observed };
};
const searching = contextOf(ada, { tools: 'search' });
const found = async (gateway: ReturnType<typeof gatewayOf>, args: object) =>
	JSON.parse(first(await call(gateway, 'find_tools', { ...args }, searching)));

describe('tools that are searched', () => {
	it.each([
		['by the address', {}, { tools: 'search' }],
		['by the configuration', { tools: 'search' }, {}],
		['on one upstream', {}, { tools: 'search', upstream: 'files' }],
	] as const)('are listed as three, for less than 1,200 tokens: %s', async (_, config, scope) => {
		const listed = await setting(config).gateway.listTools(contextOf(ada, scope));
		const tools = listed.ok ? listed.value : [];
		expect(tools.map(({ name }) => name)).toEqual(['find_tools', 'call_tool', 'read_result']);
		expect(countTokens(JSON.stringify(tools))).toBeLessThan(1_200);
	});

	it('are all listed where the address says so, and on /mcp/<upstream> whatever is configured', async () => {
		const { gateway } = setting({ tools: 'search' });
		for (const scope of [{ tools: 'all' }, { upstream: 'files' }] as const) {
			const listed = await gateway.listTools(contextOf(ada, scope));
			expect(listed.ok && listed.value.map(({ name }) => name)).not.toContain('call_tool');
		}
	});

	it.each([
		['read a text file', 'files__read_text_file'],
		['write files', 'files__writeFile'],
		['screenshots', 'browser__take_screenshot'],
		['clicking', 'browser__click'],
		['overwrite', 'files__writeFile'],
	])('are found: %s', async (query, name) => {
		const { tools } = await found(setting().gateway, { query });
		expect(tools[0].name).toBe(name);
	});

	it.each([
		['weather forecast', 'openweather'],
		['weather', 'openweather'],
		['openweathermap', 'openweather'],
		['play a playlist', 'spotifyPlaylist'],
		['githubissues', 'list_issues'],
		['exchange rates', 'exchangerate'],
		['read a thread', 'read_thread'],
	])('are found by parts of names that are run together: %s', async (query, name) => {
		const tool = (description: string) => ({
			definition: { description },
			answer: () => text('x'),
		});
		const { source } = scripted('up', {
			openweather: tool('Conditions at a place.'),
			spotifyPlaylist: tool('Songs, one after the other.'),
			list_issues: tool('Open tickets.'),
			map_route: tool('The way from one place to another.'),
			exchangerate: tool('One currency in another.'),
			read_thread: tool('Messages below one.'),
			report: tool('A summary of a month.'),
		});
		const { tools } = await found(gatewayOf({ sources: [source] }), { query });
		expect(tools[0]?.name).toBe(`up__${name}`);
	});

	it('come with their schemas, as many as are asked for', async () => {
		const { gateway } = setting();
		const { tools, notice } = await found(gateway, { query: 'file', limit: 1 });
		expect(tools).toEqual([expect.objectContaining({ inputSchema: path })]);
		expect(notice).toMatch(/more fit less well/);
		expect((await found(gateway, { query: '' })).tools).toHaveLength(5);
		expect((await found(gateway, { query: 'zzzz' })).notice).toBe('No tool fits. Try other words.');
		expect(first(await call(gateway, 'find_tools', { query: 'x', limit: 99 }))).toMatch(
			/^limit: must be/,
		);
	});

	it('are called as any other: shortened, read on, and told under the real name', async () => {
		const { gateway, observed, files } = setting();
		const page = data(await call(gateway, 'call_tool', { name: 'files__list' }, searching));
		expect(page.totalCount).toBe(500);
		const next = await call(gateway, 'read_result', { handle: page.nextCursor }, searching);
		expect(data(next).bookings).toHaveLength(50);
		expect(observed[0]?.facts).toMatchObject({ endpoint: 'files__list', tool: 'files__list' });
		const spelled = { name: 'files__read_text_file', arguments: '{"path":"a"}' };
		expect(first(await call(gateway, 'call_tool', spelled, searching))).toBe('of a');
		expect(files.calls.at(-1)).toEqual({ tool: 'read_text_file', args: { path: 'a' } });
	});

	it('are asked at once by what stands beside their arguments, too', async () => {
		const { gateway } = setting();
		const own = { _loadline: { select: 'length(bookings)' } };
		const beside = { name: 'files__list', ...own };
		const within = { name: 'files__list', arguments: own };
		for (const args of [beside, within, { ...beside, arguments: '{}' }]) {
			const { result } = data(await call(gateway, 'call_tool', args, searching));
			expect(result).toBe(500);
		}
		const refused = await call(gateway, 'find_tools', { query: 'file', ...own }, searching);
		expect(refused.isError).toBe(true);
		expect(first(refused)).toMatch(/^_loadline: find_tools takes/);
	});

	it('keep an argument of the name _loadline that is theirs, and are asked by what stands beside it', async () => {
		const items = Array.from({ length: 3 }, (_, id) => ({ id }));
		const { source, calls } = scripted('up', {
			list: {
				definition: {
					inputSchema: { type: 'object', properties: { _loadline: { type: 'string' } } },
				},
				answer: () => text(JSON.stringify(items)),
			},
		});
		const gateway = gatewayOf({ sources: [source] });
		const args = { name: 'up__list', arguments: { _loadline: 'theirs' } };
		for (const beside of [{ select: 'length(@)' }, '{"select": "length(@)"}']) {
			const asked = await call(gateway, 'call_tool', { ...args, _loadline: beside }, searching);
			expect(data(asked).result).toBe(3);
		}
		await call(gateway, 'call_tool', { ...args, _loadline: null }, searching);
		for (const { args } of calls) expect(args).toEqual({ _loadline: 'theirs' });
		const wrong = await call(gateway, 'call_tool', { ...args, _loadline: 'length(@)' }, searching);
		expect(first(wrong)).toMatch(/^_loadline: must be an object/);
		expect(calls).toHaveLength(3);
	});

	it('are not called with what stands beside their arguments: it is named', async () => {
		const { gateway, files } = setting();
		const misplaced = { name: 'files__read_text_file', path: 'a', arguments: null };
		const refused = await call(gateway, 'call_tool', misplaced, searching);
		expect(refused.isError).toBe(true);
		expect(first(refused)).toMatch(/^path: call_tool takes name, arguments and _loadline alone/);
		expect(files.calls).toEqual([]);
		const { nextCursor: handle } = data(
			await call(gateway, 'call_tool', { name: 'files__list', limit: null }, searching),
		);
		const read = { name: 'read_result', arguments: { handle }, _loadline: { select: 'length(@)' } };
		expect(data(await call(gateway, 'call_tool', read, searching)).result).toBeGreaterThan(0);
	});

	it('show their schema when the arguments do not fit it', async () => {
		const { gateway } = setting();
		const failed = await call(
			gateway,
			'call_tool',
			{ name: 'files__read_text_file', arguments: {} },
			searching,
		);
		expect(failed.isError).toBe(true);
		expect(first(failed)).toBe('path is required');
		expect(failed.content[1]?.text).toMatch(
			/^Arguments missing: path\. inputSchema of files__read_text_file: \{"type":"object"/,
		);
	});

	it.each([
		[
			{ name: 'files__read_file' },
			/^Unknown tool: files__read_file\. The closest are files__read_text_file/,
		],
		[{ name: 'nowhere__x' }, /^Unknown tool: nowhere__x/],
		[{}, /^name: missing/],
		[{ name: 'files__list', arguments: [1] }, /^arguments: must be an object/],
		[{ name: 'call_tool', arguments: {} }, /^name: call_tool cannot call itself/],
		[
			{ name: 'files__list', arguments: { _loadline: { limit: 3 } }, _loadline: { limit: 2 } },
			/^_loadline: stands in arguments and beside them/,
		],
		[{ name: 'files__list', _loadline: 'first two' }, /^_loadline: must be an object/],
		[
			{ name: 'files__list', _loadline: '{"limit": 3,}' },
			/^_loadline: must be .*: a comma stands before \}: take it out \(line 1, column 13\)\. Nothing/,
		],
		[
			{ name: 'files__list', arguments: '{"path": a}' },
			/^arguments: must be .*: texts stand in double quotes \(line 1, column 10\)\.$/,
		],
		[
			{ name: 'find_tools', arguments: { query: 'file' }, _loadline: { limit: 1 } },
			/^_loadline: find_tools takes query and limit alone/,
		],
	])('say what is wrong with %j', async (args, message) => {
		const refused = await call(setting().gateway, 'call_tool', args, searching);
		expect(refused.isError).toBe(true);
		expect(first(refused)).toMatch(message);
	});

	it('of a thousand are searched with work that grows as their number, once they are indexed', async () => {
		const hostile = Array.from({ length: 60 }, (_, at) => `numbre${at}`).join(' ');
		const workFor = async (many: number) => {
			const tools = Object.fromEntries(
				Array.from({ length: many }, (_, at) => [
					`tool_${at}_of_many`,
					{
						definition: { description: `Does the thing of number ${at}.` },
						answer: () => text('x'),
					},
				]),
			);
			const gateway = gatewayOf({ sources: [scripted('up', tools).source] });
			const indexing = await callsIn(() => found(gateway, { query: 'number 7' }));
			const searching = await callsIn(() => found(gateway, { query: 'number 8' }));
			return {
				indexing,
				searching,
				hostile: await callsIn(() => found(gateway, { query: hostile })),
			};
		};
		const [few, many] = [await workFor(250), await workFor(1_000)];
		// Four times as many tools: four times the work, were it sixteen times, it would be quadratic.
		for (const part of ['indexing', 'searching', 'hostile'] as const)
			expect(many[part]).toBeLessThan(6 * few[part]);
		expect(many.searching).toBeLessThan(many.indexing / 2);
	});
});
