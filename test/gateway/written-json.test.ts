// JSON that came as a text, a resource or a file, stays a text and is asked as JSON.
import { describe, expect, it } from 'vitest';
import { ok } from '../../src/shared/result';
import { call, contextOf, data, first, gatewayOf, scripted } from './gateway';

const lock = {
	name: 'shop',
	description: 'long '.repeat(900),
	packages: Object.fromEntries(
		Array.from({ length: 300 }, (_, at) => [
			`node_modules/p${at}`,
			{ version: `1.0.${at}`, dev: at % 3 === 0 },
		]),
	),
};
const text = JSON.stringify(lock, null, 2);

const setting = async () => {
	const { source } = scripted('up', {});
	const contents = [{ uri: 'file:///package-lock.json', mimeType: 'application/json', text }];
	const gateway = gatewayOf({ sources: [{ ...source, request: async () => ok({ contents }) }] });
	const context = contextOf(undefined, { upstream: 'up' });
	const read = await gateway.request('resources/read', { uri: contents[0]?.uri }, context);
	if (!read.ok) throw new Error(read.error.message);
	const [shown, added] = read.value.contents as { text: string }[];
	const handle = JSON.parse(added?.text ?? '').chunk.nextCursor as string;
	const ask = (args: object) => call(gateway, 'read_result', { handle, ...args });
	return { shown: shown?.text ?? '', ask };
};

describe('a resource that is JSON', () => {
	it('is shown as it is written', async () => {
		const { shown } = await setting();
		expect(text.startsWith(shown)).toBe(true);
	});

	it('is asked by expressions and words', async () => {
		const { ask } = await setting();
		const counted = await ask({ select: 'length(items(packages)[?[1].dev])' });
		expect(data(counted)).toEqual({ result: 100, over: { items: 300, complete: true } });
		const found = data(await ask({ query: 'version:1.0.7' }));
		expect(found).toMatchObject({ total: 1, hits: [{ path: '/packages/node_modules~1p7' }] });
	});

	it('is read by pointers, also as they are written by mistake, and by fields', async () => {
		const { ask } = await setting();
		const one = { version: '1.0.7', dev: false };
		const pointer = '/packages/node_modules~1p7';
		expect(JSON.parse(first(await ask({ pointer })))).toEqual(one);
		expect(data(await ask({ pointer, select: 'version' })).result).toBe('1.0.7');
		expect(first(await ask({ pointer: `${pointer}/version` }))).toBe('1.0.7');
		for (const written of ['name', '$.name', '/name'])
			expect(first(await ask({ pointer: written })), written).toBe('shop');
		expect(JSON.parse(first(await ask({ fields: 'name' })))).toEqual({ name: 'shop' });
		expect(first(await ask({ pointer: '/nome' }))).toMatch(/leads nowhere/);
		expect(first(await ask({ startLine: 2, endLine: 2 }))).toBe('  "name": "shop",\n');
	});

	it('gives long parts in chunks or pages that go on', async () => {
		const { ask } = await setting();
		const parts: string[] = [];
		let answer = await ask({ pointer: '/description' });
		for (;;) {
			parts.push(first(answer));
			const { chunk = {} } = JSON.parse(String(answer.content.at(-1)?.text));
			if (chunk.nextCursor === undefined) break;
			answer = await ask({ handle: chunk.nextCursor });
		}
		expect(parts.join('')).toBe(lock.description);
	});
});
