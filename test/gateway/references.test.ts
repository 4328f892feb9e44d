// Several results in one question, and values that go from result to tool by reference.
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/auth/principal';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { recordOf } from '../../src/gateway/sessions/call-record';
import { data, items, log, setting } from './asking-setting';
import { ada, call, configOf, contextOf, first, type gatewayOf } from './gateway';

describe('several results', () => {
	it('are joined by one expression', async () => {
		const observed: { facts: CallFacts; context: GatewayContext }[] = [];
		const { gateway } = setting({}, observed);
		const asked = async (tool: string, select: string): Promise<string> =>
			data(await call(gateway, tool, { select })).handle;
		const a = await asked('up__list', 'length(bookings)');
		const b = await asked('up__people', 'length(@)');
		const joined = data(
			await call(gateway, 'read_result', {
				handles: { a, b },
				select:
					'inner_join(a.bookings, b, &(id % `40`), &id) | [:2].{booking: left.id, name: right.name}',
			}),
		);
		const [one] = items;
		expect(joined.result[0]).toEqual({
			booking: one?.id,
			name: `Person ${Number(one?.id) % 40}`,
		});
		expect(joined.over).toEqual({ items: 540, complete: true });
		expect(observed.at(-1)?.facts.references).toEqual(['up__list', 'up__people']);
		expect(
			first(await call(gateway, 'read_result', { handles: { a, b: 'x' }, select: 'a' })),
		).toMatch(/^handles\.b: Malformed handle/);
		expect(first(await call(gateway, 'read_result', { handles: { a } }))).toMatch(
			/^select: missing/,
		);
	});
});

const bob: Principal = { ...ada, id: 'bob' };
const stranger: Principal = { ...ada, workspace: 'ws-two' };

describe('a reference', () => {
	const kept = async (gateway: ReturnType<typeof gatewayOf>, tool = 'up__list') =>
		data(await call(gateway, tool, { select: 'length(@)' })).handle as string;

	it('passes a kept value on, exactly', async () => {
		const observed: { facts: CallFacts; context: GatewayContext }[] = [];
		const { gateway, calls } = setting({}, observed);
		const handle = await kept(gateway);
		const result = await call(gateway, 'up__insert', {
			rows: { $ref: `${handle}#/bookings` },
			first: [{ deep: { $ref: handle, select: 'bookings[0].id' } }],
			schema: { $ref: '#/definitions/row' },
		});
		expect(first(result)).toBe('500 rows');
		expect(calls[1]?.args).toEqual({
			rows: items,
			first: [{ deep: items[0]?.id }],
			schema: { $ref: '#/definitions/row' },
		});
		const [, { facts, context } = { facts: {}, context: {} }] = observed;
		expect(recordOf(facts as CallFacts, context as GatewayContext, configOf(), 0)).toMatchObject({
			endpoint: 'up__insert',
			references: 'up__list',
		});
		const odd = await kept(gateway, 'up__odd');
		await call(gateway, 'up__insert', { rows: { $ref: `${odd}#/rows` } });
		expect(JSON.stringify(calls.at(-1)?.args)).toBe(
			'{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}',
		);
	});

	it('names a text, or the text block of a result', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway, 'up__log');
		const odd = await kept(gateway, 'up__odd');
		const rows = [
			{ $ref: handle },
			{ $ref: `${handle}#/content/0` },
			{ $ref: `${odd}#/content/0` },
		];
		await call(gateway, 'up__insert', { rows });
		const [one, two, three] = (calls.at(-1)?.args.rows ?? []) as string[];
		expect([one, two]).toEqual([log, log]);
		expect(three).toBe('{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}');
	});

	it('that is cut or misspelled is an error, and nothing is called', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway);
		for (const rows of [
			{ $ref: handle.slice(0, 43) },
			{ $ref: `${handle.slice(0, 43)}#/bookings` },
			{ $ref: `${handle}x` },
			{ $ref: `${handle}/bookings` },
			{ $ref: `${handle}.bookings` },
			{ $ref: ` ${handle}` },
			{ $ref: handle.slice(0, 2), select: 'bookings' },
			[{ deep: { $ref: handle.slice(1) } }],
			{ $ref: '…', select: 'bookings' },
			{ $ref: 'Ab3dE9xYz12q' },
			{ $ref: 'qW8_rT-4' },
			{ $ref: 'hK7fQ2mZx9Lw0Tb5-s#/bookings' },
		])
			expect(first(await call(gateway, 'up__insert', { rows }))).toMatch(
				/^\$ref at \/rows.*: ".*" is not a handle.*44 characters.*copy it whole/,
			);
		expect(calls).toHaveLength(1);
		// Those of schemas pass.
		for (const $ref of [
			...['#/a/b', 'Order', 'order.json#/x', 'https://example.org/A1b2#/x', ''],
			...['OAuth2Token', 'ItemV2Response', 'pet-store_v3', 'IPv4Address', 'common-types'],
		])
			await call(gateway, 'up__insert', { rows: [{ $ref }] });
		expect(calls).toHaveLength(11);
	});

	it('is shown by a dry call, which calls nothing', async () => {
		const observed: { facts: CallFacts; context: GatewayContext }[] = [];
		const { gateway, calls } = setting({}, observed);
		const handle = await kept(gateway);
		const rows = { $ref: `${handle}#/bookings` };
		const answered = await call(gateway, 'up__insert', { rows, dry: true });
		// No result of its tool, which another could use up, and no call of its server.
		expect(observed.at(-1)?.facts).toMatchObject({
			...{ endpoint: 'dry_call', source: 'loadline', tool: 'up__insert (dry)' },
		});
		const shown = data(answered);
		expect(answered.structured).toBe(first(answered));
		expect(shown).toMatchObject({ dry: true, tool: 'up__insert' });
		expect(shown.references[0]).toMatchObject({ at: '/rows', from: 'up__list' });
		expect(shown.references[0].sha256).toMatch(/^[0-9a-f]{64}$/);
		expect(shown.references[0].shape).toMatch(/^list of 500 of \{id, /);
		expect(calls).toHaveLength(1);
	});

	it('is named by a dry call where it is no handle: it would be sent as it is', async () => {
		const { gateway, calls } = setting();
		const handle = await kept(gateway);
		const cut = { $ref: 'Order#/bookings' };
		const args = { rows: { $ref: handle }, more: [cut], dry: true };
		const shown = data(await call(gateway, 'up__insert', args));
		expect(shown.references).toHaveLength(1);
		expect(shown.notice).toContain(`"${cut.$ref}" is no handle: a "$ref" is sent as it is.`);
		const whole = data(await call(gateway, 'up__insert', { rows: { $ref: handle }, dry: true }));
		expect(whole.notice).not.toContain('no handle');
		expect(calls).toHaveLength(1);
	});

	it('dies with the tool it is of, and so does what was computed from it', async () => {
		const denied = new Set<string>();
		const { gateway } = setting({}, [], (endpoint) => !denied.has(endpoint));
		const a = await kept(gateway);
		const b = await kept(gateway, 'up__people');
		const select = 'inner_join(b, a.bookings, &id, &id)[].right | [0:400]';
		const all = await call(gateway, 'read_result', {
			handles: { b, a },
			select: `[${select}, a.bookings][]`,
		});
		const { nextCursor } = data(all);
		expect(nextCursor).toMatch(/^[\w-]{44}$/);
		denied.add('up__list');
		for (const args of [{ handle: a }, { handle: a, query: 'x' }, { handle: nextCursor }])
			expect(first(await call(gateway, 'read_result', args))).toMatch(/up__list is not offered/);
		expect(first(await call(gateway, 'up__insert', { rows: { $ref: a } }))).toMatch(/not offered/);
	});

	it('opens for nobody else, in no other workspace, and not where it is forbidden', async () => {
		const { gateway, calls } = setting({ endpoints: { up__log: { refs: false } } });
		const handle = await kept(gateway);
		const tried = async (args: object, who = ada, tool = 'up__insert') =>
			first(await call(gateway, tool, args as never, contextOf(who)));
		const rows = { $ref: handle };
		expect(await tried({ rows }, bob)).toMatch(/^\$ref at \/rows: Invalid handle/);
		expect(await tried({ rows }, stranger)).toMatch(/^\$ref at \/rows: Invalid handle/);
		expect(await tried({ rows }, ada, 'up__log')).toMatch(/forbids references/);
		const closed = await kept(gateway, 'up__log');
		expect(await tried({ rows: { $ref: closed } })).toMatch(/up__log forbids passing/);
		expect(await tried({ rows: { $ref: `${handle}#/bokings` } })).toMatch(/Nearest: bookings/);
		expect(await tried({ rows: { $ref: handle, select: 'bokings' } })).toMatch(/Nearest: bookings/);
		expect(calls).toHaveLength(2);
	});
});
