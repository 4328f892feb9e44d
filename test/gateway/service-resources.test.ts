// Resources through the gateway: each content cut on its own, and the rest behind a handle.
import { expect, it } from 'vitest';
import { estimate } from '../../src/protect/tokens/estimate';
import type { ToolResult } from '../../src/shared/tool-result';
import { seeded, words } from '../protect/payloads';
import { ada, call, contextOf, first, gatewayOf, scripted } from './gateway';

it.each([
	['text/plain', words(seeded(5), 9000)],
	['application/json', JSON.stringify(words(seeded(5), 9000).split(' '))],
])(
	'gives the first chunk of a long resource of %s as text, and a handle for the rest',
	async (mimeType, body) => {
		const { source } = scripted('up', {});
		const request = async () => ({
			ok: true as const,
			value: { contents: [{ uri: 'file:///a', mimeType, text: body }] },
		});
		const gateway = gatewayOf({ sources: [{ ...source, request }] });
		const read = await gateway.request(
			'resources/read',
			{ uri: 'file:///a' },
			contextOf(ada, { upstream: 'up' }),
		);
		const contents = (read.ok ? read.value.contents : []) as { uri: string; text: string }[];
		expect(contents[0]).toMatchObject({ uri: 'file:///a', mimeType: 'text/plain' });
		const { chunk } = JSON.parse(contents[1]?.text as string);
		const more: ToolResult = await call(gateway, 'read_result', { handle: chunk.nextCursor });
		expect(body.startsWith(`${contents[0]?.text}${first(more)}`)).toBe(true);
	},
);

it('cuts each content of a resource on its own, and those without room together', async () => {
	const { source } = scripted('up', {});
	const list = (at: number, items: number) =>
		JSON.stringify(Array.from({ length: items }, (_, id) => ({ id, at, note: 'word '.repeat(9) })));
	const entry = (at: number, items: number) => ({
		...{ uri: `a:${at}`, mimeType: 'application/json', text: list(at, items) },
		...{ _meta: { at }, odd: at },
	});
	const small = { uri: 'a:small', mimeType: 'application/json', text: '{"a": 1.0}' };
	const read = async (contents: readonly object[]) => {
		const request = async () => ({ ok: true as const, value: { contents } });
		const gateway = gatewayOf({ sources: [{ ...source, request }] });
		const context = contextOf(ada, { upstream: 'up' });
		const given = await gateway.request('resources/read', { uri: 'a:0' }, context);
		const shown = (given.ok ? given.value.contents : []) as { uri: string; text: string }[];
		expect(estimate(shown.map(({ text }) => text).join('\n'))).toBeLessThan(4_500);
		return { gateway, shown };
	};
	const two = await read([entry(0, 300), small, entry(1, 200)]);
	expect(two.shown).toMatchObject([
		{ ...entry(0, 300), mimeType: 'text/plain', text: expect.any(String) },
		{ uri: 'a:0' },
		small,
		{ ...entry(1, 200), mimeType: 'text/plain', text: expect.any(String) },
		{ uri: 'a:1' },
	]);
	for (const [at, whole] of [
		[0, list(0, 300)],
		[3, list(1, 200)],
	] as const) {
		const { chunk } = JSON.parse(two.shown[at + 1]?.text as string);
		const more = await call(two.gateway, 'read_result', { handle: chunk.nextCursor });
		expect(whole.startsWith(`${two.shown[at]?.text}${first(more)}`)).toBe(true);
	}
	const many = Array.from({ length: 60 }, (_, at) => entry(at, 9));
	const { gateway, shown } = await read(many);
	const { leftOut, handle } = JSON.parse(shown.at(-1)?.text as string);
	expect(new Set(shown.map(({ uri }) => uri)).size + leftOut - 1).toBe(60);
	const asked = await call(gateway, 'read_result', { handle, select: 'contents[-1]._meta.at' });
	expect(JSON.parse(first(asked)).result).toBe(59);
});

it.each([
	['ui://up/app.html', 'text/html;profile=mcp-app'],
	['ui://up/app', 'text/html'],
])('gives a user interface whole: %s', async (uri, mimeType) => {
	// A host runs it: half a page is none.
	const contents = [{ uri, mimeType, text: `<html>${words(seeded(5), 9000)}</html>` }];
	const { source } = scripted('up', {});
	const request = async () => ({ ok: true as const, value: { contents } });
	const gateway = gatewayOf({ sources: [{ ...source, request }] });
	const context = contextOf(ada, { upstream: 'up' });
	const read = await gateway.request('resources/read', { uri }, context);
	expect(read).toEqual({ ok: true, value: { contents } });
});
