// Tests of what each host is sent, by real clients of both eras: nothing above its cliff, in its own unit and
// on what it shows, and its room used where a call asked for more.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOST_NAMES, HOSTS, type HostName } from '../../src/config/hosts';
import { share } from '../fuzz-runs';
import { type RawUpstream, startRawUpstream } from '../upstreams/raw-upstream';
import { type Loadline, startLoadline } from './serve';

const items = (count: number, note: string) =>
	Array.from({ length: count }, (_, at) => ({
		id: `it_${at}`,
		title: `${note} ${at * 7919}`,
		status: at % 3 ? 'open' : 'closed',
		user: { login: `user${at % 17}` },
		body: `${note} `.repeat(8 + (at % 9)),
		seen: { at: `2026-03-${10 + (at % 18)}`, by: `pilot ${at % 5}` },
	}));
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });
const json = (value: object) => ({ ...text(JSON.stringify(value)), structuredContent: value });
const lines = (count: number, line: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => line(at)).join('\n');
const CJK = '港湾の積荷は喫水線まで達している。';

const LISTS: Readonly<Record<string, object>> = {
	list: json({ items: items(900, 'Ship the order to the far harbour') }),
	listText: text(JSON.stringify(items(900, 'Ship the order to the far harbour'))),
	cjkList: json({ items: items(600, CJK) }),
	escapes: json({ items: items(600, 'line\n"quoted"\t\\back\\ \u0001') }),
};
const TEXTS: Readonly<Record<string, object>> = {
	log: text(
		lines(
			9_000,
			(at) => `2026-01-01 08:00:${at % 60} INFO crane-${at % 7} lift ${at} took ${at % 97} ms`,
		),
	),
	carried: {
		...text(lines(6_000, (at) => `08:00:00 INFO "lift" ${at} ok\tdone, and the hatch is shut`)),
		structuredContent: {
			content: lines(6_000, (at) => `08:00:00 INFO "lift" ${at} ok\tdone, and the hatch is shut`),
		},
	},
	cjkText: text(lines(700, () => CJK.repeat(6))),
	minified: text('berth=quay+7;'.repeat(14_000)),
	digits: text(lines(9_000, (at) => `${at}`)),
};
/** Its parts are small to the room: a page has whole ones. */
const OBJECT = json({
	id: 1,
	name: 'a ship',
	holds: Object.fromEntries(
		Array.from({ length: 240 }, (_, at) => [
			`hold${at}`,
			{ at, text: `What is stowed in hold ${at} of this ship `.repeat(8) },
		]),
	),
});

/** Limits of the user: the usual ones, and ones beyond every host's. */
const USERS = { usual: [4_000, 16_000], wide: [60_000, 400_000] } as const;
const PAYLOADS = { ...LISTS, ...TEXTS, object: OBJECT };

let upstream: RawUpstream;
let loadline: Loadline;
beforeAll(async () => {
	const tools: Record<string, () => string> = {};
	for (const user of Object.keys(USERS))
		for (const [name, payload] of Object.entries(PAYLOADS))
			tools[`${user}_${name}`] = () => JSON.stringify(payload);
	upstream = await startRawUpstream({ tools });
	const [tokenBudgetThreshold, hardByteLimit] = USERS.wide;
	loadline = await startLoadline({
		config: {
			demo: false,
			upstreams: [{ name: 'up', url: upstream.url }],
			endpoints: { 'up__wide_*': { tokenBudgetThreshold, hardByteLimit, chunkSize: 5_000 } },
		},
	});
});
afterAll(async () => {
	await loadline?.stop();
	await upstream?.close();
});

/** A client that says who it is, or whose address does. */
async function connect(kind: 'v1' | 'v2', host: HostName): Promise<Client> {
	if (kind === 'v1') {
		const [name = host] = HOSTS[host].clients;
		const old = new OldClient({ name, version: '1' });
		const url = new URL(`${loadline.url}/mcp/up`);
		await old.connect(new OldTransport(url) as Parameters<typeof old.connect>[0]);
		return old as unknown as Client;
	}
	const client = new Client(
		{ name: 'someone', version: '1' },
		{ versionNegotiation: { mode: 'auto' } },
	);
	const url = new URL(`${loadline.url}/mcp/up?host=${host}`);
	await client.connect(new StreamableHTTPClientTransport(url));
	return client;
}

interface Answer {
	readonly used: number;
	readonly cursor?: string;
	readonly handle?: string;
}

/** Share of the room that an answer takes: of the host's limits and of the user's. */
function usedBy(shown: readonly string[], host: HostName, user: keyof typeof USERS): number {
	const { room } = HOSTS[host];
	const [tokens, bytes] = USERS[user];
	// Structured content stands in the text too, most often word by word.
	const shares = [...new Set(shown)].flatMap((each) => {
		const cost = countTokens(each);
		const size = Buffer.byteLength(each);
		return [
			cost / tokens,
			size / bytes,
			room.tokens ? cost / room.tokens : 0,
			room.bytes ? size / room.bytes : 0,
			room.characters ? each.length / room.characters : 0,
			room.lines ? each.split('\n').length / room.lines : 0,
		];
	});
	return Math.max(...shares);
}

async function ask(
	client: Client,
	host: HostName,
	user: keyof typeof USERS,
	name: string,
	args: object,
): Promise<Answer> {
	const result = await client.callTool({ name, arguments: { ...args } });
	expect(result.isError, JSON.stringify(result.content).slice(0, 300)).toBeFalsy();
	const blocks = result.content.map((block) => (block.type === 'text' ? block.text : ''));
	const all = blocks.join('\n');
	const structured = result.structuredContent ? JSON.stringify(result.structuredContent) : '';
	const { shows } = HOSTS[host].room;
	const shown =
		shows === 'content' || structured === ''
			? [all]
			: shows === 'structured'
				? [structured]
				: [all, structured];
	const last = (blocks.length > 1 ? blocks.at(-1) : structured || blocks[0]) as string;
	const cursor = /"nextCursor":"([^"]+)"/.exec(last)?.[1];
	const handle = /"handle":"([^"]+)"/.exec(last)?.[1];
	return {
		used: usedBy(shown, host, user),
		...(cursor === undefined ? {} : { cursor }),
		...(handle === undefined ? {} : { handle }),
	};
}

const KINDS = Object.keys(USERS) as (keyof typeof USERS)[];
describe('a client', () => {
	it.each(
		share(
			HOST_NAMES.flatMap((host) => KINDS.map((user) => [host, user] as const)),
			22,
		),
	)(
		'of %s is sent nothing above its cliff, and its room is used, under %s limits',
		async (host, user) => {
			const clients = [await connect('v1', host), await connect('v2', host)] as const;
			const over: string[] = [];
			const asked: Record<string, number> = {};
			let turn = 0;
			for (const [label, payload] of Object.entries(PAYLOADS)) {
				const client = clients[turn++ % 2] as Client;
				const tool = `${user}_${label}`;
				const note = (what: string, answer: Answer, isAsked: boolean): Answer => {
					if (answer.used > 1) over.push(`${label} ${what} ${answer.used.toFixed(3)}`);
					// A result that ends here, or at its 200 items or lines, has no more to tell.
					if (isAsked && answer.cursor !== undefined) asked[`${label} ${what}`] = answer.used;
					return answer;
				};
				const call = (args: object, name = tool) => ask(client, host, user, name, args);
				const first = note('first', await call({}), false);
				const isList = payload === LISTS[label];
				if (first.cursor !== undefined) {
					const isFilled = label in TEXTS ? label !== 'digits' : user === 'usual';
					note('cursor', await call({ cursor: first.cursor }), isFilled && label !== 'listText');
				}
				if (isList) note('limit', await call({ _loadline: { limit: 200 } }), user === 'usual');
				if (label in TEXTS && !['minified'].includes(label))
					note('lines', await call({ _loadline: { startLine: 10, endLine: 8_000 } }), true);
				if (label === 'object' && first.handle !== undefined) {
					const pointed = { handle: first.handle, pointer: '/holds' };
					note('pointer', await call(pointed, 'read_result'), user === 'usual');
				}
			}
			await Promise.all(clients.map((client) => client.close()));
			expect(over).toEqual([]);
			expect(Object.keys(asked).length).toBeGreaterThan(5);
			const poor = Object.entries(asked).filter(([, used]) => used < 0.9);
			expect(poor.map(([what, used]) => `${what} ${used.toFixed(2)}`)).toEqual([]);
		},
	);
});
