// Tests that the call which a summary says to make next, made letter for letter, gives what it promises.
import { describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/shared/tool-result';
import { bookings, both, seeded, text, words } from '../protect/payloads';
import { call, first, gatewayOf, scripted } from './gateway';

const random = seeded(81);
const log = Array.from({ length: 900 }, (_, at) => `08:00:00 INFO step ${at} ok`).join('\n');
const prose = words(random, 4000);

const gatewayFor = (result: ToolResult) =>
	gatewayOf({ sources: [scripted('up', { get: { answer: () => result } }).source] });
interface Summary {
	readonly instructions: string;
	readonly handle: string;
	readonly truncatedFields: string[];
}
interface Spelled {
	readonly name: string;
	readonly args: Readonly<Record<string, string>>;
}
type Gateway = ReturnType<typeof gatewayFor>;

const added = (result: ToolResult) =>
	JSON.parse((result.content.at(-1) as { text: string }).text) as {
		summary: Summary;
		chunk?: { nextCursor?: string };
		nextCursor?: string;
	};

/** The calls that a summary spells out beside its handle, and those it names by a pointer of their own. */
function spelled({ instructions, ...summary }: Summary, nextCursor = ''): Spelled[] {
	const { handle = nextCursor } = summary;
	const said = /^(\w+) with (?:this handle|nextCursor as its handle)/.exec(instructions);
	const [name = ''] = said?.slice(1) ?? [];
	const calls: Spelled[] = [...instructions.matchAll(/(?:and|with|,) (\{.*?\})/g)].map(
		([, args = '']) => ({
			name,
			args: { handle, ...(JSON.parse(args) as Record<string, string>) },
		}),
	);
	if (said && calls.length === 0) calls.push({ name, args: { handle } });
	const last = calls.at(-1);
	const same = /the same with (.*?)\./.exec(instructions)?.[1] ?? '';
	for (const [, pointer = ''] of same.matchAll(/"([^"]*)"/g))
		calls.push({ name: last?.name as string, args: { ...last?.args, pointer } });
	return calls;
}

/** All of an answer that comes in chunks. */
async function whole(gateway: Gateway, name: string, args: object): Promise<string> {
	let result = await call(gateway, name, { ...args });
	let all = first(result);
	for (let more = added(result).chunk?.nextCursor; more; more = added(result).chunk?.nextCursor) {
		result = await call(gateway, 'read_result', { handle: more });
		all += first(result);
	}
	return all;
}

describe('the call that a summary spells', () => {
	it('reaches each of the texts in a result of several blocks', async () => {
		// "fields" was named, which reaches no text: it gave {}.
		const blocks = [{ type: 'text', text: 'Two documents.' }];
		for (const body of [log, 'between them', prose]) blocks.push({ type: 'text', text: body });
		const gateway = gatewayFor({ content: blocks });
		const { summary } = added(await call(gateway, 'up__get', {}));
		const calls = spelled(summary);
		expect(calls.map(({ name, args }) => [name, args.pointer])).toEqual([
			['read_result', '/1'],
			['read_result', '/3'],
		]);
		expect(summary.instructions).not.toContain('fields');
		const read = await Promise.all(calls.map(({ name, args }) => whole(gateway, name, args)));
		expect(read).toEqual([log, prose]);
	});

	it('reaches every block where some are texts and some JSON', async () => {
		const thing = { id: 7, title: 'Report', body: words(random, 3000) };
		const content = [prose, JSON.stringify(thing)].map((body) => ({ type: 'text', text: body }));
		const gateway = gatewayFor({ content });
		const { summary } = added(await call(gateway, 'up__get', {}));
		const [first, second] = spelled(summary);
		expect(await whole(gateway, 'read_result', { ...first?.args })).toBe(prose);
		expect(JSON.parse(await whole(gateway, 'read_result', { ...second?.args }))).toEqual(thing);
	});

	it('names fields where all blocks are JSON', async () => {
		const things = [1, 2].map((id) => ({
			id,
			body: words(random, 600),
			more: words(random, 1000),
		}));
		const content = things.map((thing) => ({ type: 'text', text: JSON.stringify(thing) }));
		const gateway = gatewayFor({ content });
		const { summary } = added(await call(gateway, 'up__get', {}));
		const [fields] = spelled(summary);
		expect(fields).toMatchObject({ name: 'read_result', args: { fields: 'id,body' } });
		const answer = await call(gateway, 'read_result', { ...fields?.args });
		const { id, body } = things[0] ?? {};
		expect(JSON.parse(first(answer))).toEqual({ id, body });
	});

	it('reaches one item of a list whose items are texts or lists', async () => {
		const texts = Array.from({ length: 4 }, () => words(random, 3000));
		const gateway = gatewayFor(text(JSON.stringify(texts)));
		const { summary } = added(await call(gateway, 'up__get', {}));
		const calls = spelled(summary);
		expect(calls.length).toBeGreaterThan(1);
		for (const { name, args } of calls)
			expect(await whole(gateway, name, args)).toBe(texts[Number(args.pointer?.slice(1))]);
	});

	it('reaches what stands around a list', async () => {
		const about = words(random, 5000);
		const result = both({ 'a/b': about, items: bookings(random, 400) });
		const gateway = gatewayFor(result);
		const page = JSON.parse((await call(gateway, 'up__get', {})).structured as string);
		const pointer = spelled(page.summary, page.nextCursor).find(({ args }) => args.pointer);
		expect(pointer?.args.pointer).toBe('/a~1b');
		expect(await whole(gateway, 'read_result', { ...pointer?.args })).toBe(about);
	});

	it('gives everything where no field can be named', async () => {
		const thing = { [words(random, 4000)]: 1, 'a,b': words(random, 4000) };
		const gateway = gatewayFor(both(thing));
		const { summary } = JSON.parse((await call(gateway, 'up__get', {})).structured as string);
		const [only, ...others] = spelled(summary);
		expect(others).toEqual([]);
		expect(only?.args).not.toHaveProperty('fields');
		const all = await whole(gateway, only?.name as string, { ...only?.args });
		expect(JSON.parse(all)).toEqual(thing);
	});

	it('names a key with dots as it is', async () => {
		const thing = { id: 1, 'com.example.build.notes.long': words(random, 6000) };
		const gateway = gatewayFor(both(thing));
		const { summary } = JSON.parse((await call(gateway, 'up__get', {})).structured as string);
		const [only] = spelled(summary);
		expect(only?.args.fields).toBe('com.example.build.notes.long');
		expect(await whole(gateway, only?.name as string, { ...only?.args })).toBe(
			thing['com.example.build.notes.long'],
		);
	});
});
