import { expect, it } from 'vitest';
import type { Api, Tool } from '../../../../src/adapters/http/ui/api';
import { fieldsOf, fieldsSeenIn, leavingOut } from '../../../../src/adapters/http/ui/names';
import { addressOf, type RouteKey } from '../../../../src/contract';

const HANDLE = 'h'.repeat(44);

/** @param texts of a result that is kept, and of the whole of it */
const declaring = (
	outputSchema: object,
	text?: string | readonly string[],
	whole?: object,
): Api => {
	const calls = [{ id: 'c', tool: 'crm__list' }];
	const bodies: Readonly<Record<string, object>> = {
		'/api/sessions?limit=5': {
			sessions: [
				{ id: 'none', calls: 1 },
				{ id: 's', calls: 1 },
			],
		},
		'/api/sessions/s': { calls },
		...(text !== undefined && {
			'/api/sessions/s/calls/c/original': {
				content: [text].flat().map((each) => ({ text: each })),
			},
		}),
		...(whole && { [`/api/results/${HANDLE}`]: whole }),
	};
	return {
		tools: async () => [{ name: 'list', outputSchema }] as Tool[],
		get: async (path: string, params?: object) => {
			const body = bodies[addressOf(`GET ${path}` as RouteKey, { ...params })];
			return body ? { status: 200, body } : { status: 404, body: null, fault: 'none' };
		},
	} as unknown as Api;
};

it('the fields of a tool are those that its server declares, of items where it gives a list', async () => {
	const items = { type: 'object', properties: { id: {}, notes: {} } };
	const api = declaring({
		properties: { rows: { type: 'array', items }, total: { type: 'number' } },
	});
	expect(await fieldsOf(api, 'crm__list')).toEqual(['rows.id', 'rows.notes', 'total']);
});

it('a list of which no fields are declared is none of them', async () => {
	const api = declaring({ properties: { rows: { type: 'array', items: { type: 'object' } } } });
	expect(await fieldsOf(api, 'crm__list')).toEqual([]);
});

it('a list without a type, as reduced results are advertised, is no field: those of a seen result are', async () => {
	const properties = { rows: {}, summary: {}, total: { type: 'number' } };
	const api = declaring({ properties }, '{"rows":[{"id":1,"notes":""}],"totalCount":9}');
	const bare = declaring({ properties: { rows: {}, summary: {} } });
	expect(await fieldsOf(api, 'crm__list')).toEqual(['total', 'rows.id', 'rows.notes']);
	expect(await fieldsOf(bare, 'crm__list')).toEqual([]);
	const emptied = async (of: Api, ...strip: string[]) =>
		(await leavingOut(of, 'crm__list', strip)).isEmptied;
	expect(await emptied(api, 'rows')).toBe(true);
	expect(await emptied(api, 'id', 'rows.notes')).toBe(true);
	expect(await emptied(api, 'rows.notes')).toBe(false);
	// Nothing is kept: what is declared says it.
	expect([await emptied(bare, 'rows'), await emptied(bare, 'notes')]).toEqual([true, false]);
	expect(await emptied(declaring({}), 'rows')).toBe(false);
});

it('the fields of a result that was shortened are those of the whole, else of what was shown', async () => {
	const shown = ['{"total":9,"rows":[{"id":1}]}', `{"totalCount":9,"nextCursor":"${HANDLE}"}`];
	const rows = [{ id: 1, body: 'long' }];
	const api = declaring({}, shown, { total: 9, rows });
	expect(await fieldsOf(api, 'crm__list')).toEqual(['total', 'rows.id', 'rows.body']);
	const gone = declaring({}, shown);
	expect(await fieldsOf(gone, 'crm__list')).toEqual(['total', 'rows.id']);
	const left = (of: Api, ...strip: string[]) => leavingOut(of, 'crm__list', strip);
	expect(await left(api, 'rows.id', 'rows.body', 'total')).toMatchObject({ isEmptied: true });
	expect(await left(gone, 'rows.id', 'total')).toMatchObject({ isEmptied: true });
	const { isEmptied, tokens: [before = 0, after = 0] = [] } = await left(api, 'rows.body');
	expect([isEmptied, before > after]).toEqual([false, true]);
});

it('what is left out is judged over all items, and a list whose items are emptied is told', async () => {
	const items = [{ id: 1 }, ...Array.from({ length: 499 }, (_, at) => ({ id: at, name: 'n' }))];
	const left = (result: object, ...strip: string[]) =>
		leavingOut(declaring({}, JSON.stringify(result)), 'crm__list', strip);
	// Only the first would be empty.
	expect(await left(items, 'id')).toMatchObject({ isEmptied: false, lists: [] });
	expect(await left(items, 'id', 'name')).toMatchObject({ isEmptied: true });
	const rows = { meta: { page: 1 }, rows: items };
	expect(await left(rows, 'id')).toMatchObject({ isEmptied: false, lists: [] });
	expect(await left(rows, 'id', 'name')).toMatchObject({ isEmptied: false, lists: ['rows'] });
	expect(fieldsSeenIn(JSON.stringify(rows))).toEqual(['meta', 'rows.id', 'rows.name']);
});

it('the fields of a result that was kept are those of its items, without what Loadline adds', () => {
	const text = JSON.stringify({
		rows: [{ id: 1, guest: { name: 'Ana' }, fees: [{ kind: 'tax' }], tags: ['a'] }],
		totalCount: 500,
		summary: { handle: 'x' },
	});
	expect(fieldsSeenIn(text)).toEqual(['rows.id', 'rows.guest', 'rows.fees.kind', 'rows.tags']);
	expect(fieldsSeenIn('[{"id":1}]')).toEqual(['id']);
	for (const other of ['no JSON', '7', 'null', '["a"]']) expect(fieldsSeenIn(other)).toEqual([]);
});
