import { describe, expect, it } from 'vitest';
import { both, json, order, orders, prose, text, times } from './payloads';
import { answer, expectShown, follow, refusal, within } from './shown';

const TICKET = {
	id: 'TCK-42',
	title: 'The export stops after the first thousand rows',
	status: 'open',
	priority: 2,
	reporter: { id: 7, name: 'Ana Lima', email: 'ana@example.com' },
	createdAt: '2026-02-03T09:00:00Z',
	tags: ['export', 'csv'],
	self: 'https://tracker.example.com/api/tickets/TCK-42',
	description: prose(1_500),
	history: times(9, (at) => ({
		at: `2026-02-1${at}T10:00:00Z`,
		by: `user${at % 3}`,
		from: 'open',
		to: 'waiting',
		comment: prose(120, at),
	})),
	custom: {
		'field.1': 'a',
		field_2: null,
		field_3: [],
		nested: { deep: { deeper: { deepest: prose(300) } } },
	},
	empty: '',
};

describe('what a model reads of an object', () => {
	it('that is too long', () => expectShown('object', answer(json(TICKET), within(500))));

	it('in structured content', () =>
		expectShown('object-structured', answer(both(TICKET), within(500))));

	it('with little room', () =>
		expectShown('object-with-little-room', answer(json(TICKET), within(260))));

	it('of which nothing could be kept', () =>
		expectShown('object-not-kept', answer(both(TICKET), within(500)), false));

	it('with long names, controls and letters of two units', () =>
		expectShown(
			'object-with-odd-texts',
			answer(
				json({
					[`name ${'n'.repeat(300)}`]: 1,
					['k'.repeat(90)]: prose(400),
					controls: '\u0001\u0002"\\\n'.repeat(80),
					faces: '😀'.repeat(300),
					number: 1,
				}),
				within(400),
			),
		));

	it('that is a table', () =>
		expectShown(
			'object-of-lists',
			answer(
				json({
					columns: ['a', 'b'],
					totals: { a: 1 },
					notes: prose(900),
					grid: times(6, (at) => times(12, (to) => at * to)),
				}),
				within(300),
			),
		));

	it('of a server that must be read whole', () =>
		expectShown('object-whole', answer(json(TICKET), within(400, { whole: true }))));
});

describe('what a model reads of the fields it asks for', () => {
	it('of an object', () =>
		expectShown(
			'fields-of-an-object',
			answer(both(TICKET), within(500), { fields: ['title', 'reporter.name', 'nope'] }),
		));

	it('of an object, which are too long', () =>
		expectShown(
			'fields-too-long',
			answer(json(TICKET), within(400), { fields: ['id', 'description', 'history'] }),
		));

	it('that are not there', () =>
		expectShown('fields-not-there', answer(json(TICKET), within(500), { fields: ['nope'] })));

	it('of a list', () =>
		expectShown(
			'fields-of-a-list',
			answer(both({ status: 'ok', orders: orders(40) }), within(400), {
				fields: ['id', 'customer.name'],
				limit: 10,
			}),
		));

	it('of a list, whose texts are too long', () =>
		expectShown(
			'fields-of-a-list-too-long',
			answer(json(times(3, (at) => ({ id: at, body: prose(2_500, at) }))), within(400), {
				fields: ['id', 'body'],
			}),
		));

	it('of a list that has none of them', () =>
		expectShown(
			'fields-not-in-the-list',
			answer(json({ orders: orders(40) }), within(400), { fields: ['nope'] }),
		));

	it('of a list of texts', () =>
		expectShown(
			'fields-of-texts',
			answer(json(times(60, (at) => prose(60, at))), within(400), { fields: ['id'] }),
		));

	it('of a list some of whose items are texts', () =>
		expectShown(
			'fields-of-some-texts',
			answer(json(times(60, (at) => (at % 3 ? order(at) : prose(60, at)))), within(400), {
				fields: ['id'],
				limit: 9,
			}),
		));

	it('and of lines that an object does not have', () =>
		expectShown(
			'lines-of-an-object',
			answer(both(TICKET), within(500), { limit: 5, fields: ['id'] }),
		));
});

describe('what a model reads of what an object left out', () => {
	const ticket = () => answer(json(TICKET), within(500));

	it('by fields', () =>
		expectShown(
			'object-fields-in-full',
			follow(ticket(), 0, { view: { fields: ['reporter', 'tags'] } }),
		));

	it('by fields that are not there', () =>
		expect(refusal(ticket(), 0, { view: { fields: ['nope'] } })).toMatch(
			/^fields: There is no nope\. There are id, title, status, /,
		));

	it('all of it', () => expectShown('object-in-full', follow(ticket(), 0)));

	it('one text', () =>
		expectShown('object-pointed-text', follow(ticket(), 0, { pointer: '/description' })));

	it('one value, as it is often written', () =>
		expectShown('object-pointed-value', follow(ticket(), 0, { pointer: '$.history[3].comment' })));

	it('one object', () =>
		expectShown('object-pointed-object', follow(ticket(), 0, { pointer: '/reporter' })));

	it('one list', () =>
		expectShown('object-pointed-list', follow(ticket(), 0, { pointer: '/history' })));

	it('its lines', () =>
		expectShown(
			'object-lines',
			follow(answer(text(JSON.stringify(TICKET, null, 1)), within(500)), 0, {
				view: { startLine: 5, endLine: 9 },
			}),
		));

	it('what is not there', () => {
		expect(refusal(ticket(), 0, { pointer: '/nope' })).toBe(
			'pointer: pointer "/nope" leads nowhere: the document has the keys "id", "title", "status", "priority", "reporter", "createdAt", "tags", "self", "description", "history", "custom", "empty"',
		);
		expect(refusal(ticket(), 0, { pointer: '/history/12' })).toBe(
			'pointer: pointer "/history/12" leads nowhere: "/history" is a list of 9 items (indexes 0 to 8)',
		);
		expect(refusal(ticket(), 0, { pointer: '/title/x' })).toBe(
			'pointer: pointer "/title/x" leads nowhere: "/title" is a string and has no parts',
		);
		expect(refusal(ticket(), 0, { view: { limit: 5 } })).toBe(
			'limit: this result is an object, not a list. Use "fields", or read_result with "pointer".',
		);
		expect(refusal(ticket(), 0, { view: { fields: ['id'], limit: 5 } })).toBe(
			'limit: this result is an object, not a list. Use "fields", or read_result with "pointer".',
		);
		expect(refusal(ticket(), 0, { view: { limit: 3 }, pointer: '/title' })).toBe(
			'limit: this result is text, which has no items. Use "startLine" and "endLine", or its cursor.',
		);
	});
});
