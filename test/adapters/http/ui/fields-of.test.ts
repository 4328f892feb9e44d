import { expect, it } from 'vitest';
import type { Api, Tool } from '../../../../src/adapters/http/ui/api';
import { fieldsOf, fieldsSeenIn } from '../../../../src/adapters/http/ui/fields-of';

const declaring = (outputSchema: object): Api =>
	({ tools: async () => [{ name: 'list', outputSchema }] as Tool[] }) as unknown as Api;

it('the fields of a tool are those that its server declares, of items where it gives a list', async () => {
	const items = { type: 'object', properties: { id: {}, notes: {} } };
	const api = declaring({ properties: { rows: { type: 'array', items }, total: {} } });
	expect(await fieldsOf(api, 'crm__list')).toEqual(['rows.id', 'rows.notes', 'total']);
});

it('a list of which no fields are declared is none of them', async () => {
	const api = declaring({ properties: { rows: { type: 'array', items: { type: 'object' } } } });
	expect(await fieldsOf(api, 'crm__list')).toEqual([]);
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
