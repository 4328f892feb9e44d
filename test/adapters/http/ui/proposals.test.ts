import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Group, type ORDERS, rowsOf } from '../../../../src/adapters/http/ui/figures';
import { hasIn } from '../../../../src/adapters/http/ui/find-routes';
import {
	keysIn,
	type Proposal,
	proposalIn,
	proposed,
	settingsIn,
} from '../../../../src/adapters/http/ui/proposals';

const of = (more: Partial<Proposal>): Proposal => ({
	...{ tool: 'git__list', change: 'budget', strip: [], consumer: '', tokens: { list: 900 } },
	...more,
});
const made = (text: string, more: Partial<Proposal>, pairs: readonly object[] = [], entry = {}) => {
	const result = proposed(text, of(more), pairs, entry);
	return result.ok ? result.value : result.error;
};

describe('a setting that is proposed', () => {
	it('is written into the document, which stays as it was otherwise', () => {
		const text = '# ours\nchunkSize: 7 # small\nendpoints:\n  git__list: { mode: on }\n';
		const after = made(text, { change: 'budget' });
		expect(after).toContain('# ours');
		expect(after).toContain('# small');
		expect(parse(after)).toEqual({
			chunkSize: 7,
			endpoints: { git__list: { mode: 'on', firstAnswerTokens: { list: 900 } } },
		});
	});

	it('makes a document where there is none', () => {
		expect(parse(made('', { change: 'fields', strip: ['a.b'] }))).toEqual({
			endpoints: { git__list: { strip: ['a.b'] } },
		});
	});

	it('leaves out what is left out already, too', () => {
		const result = proposed('', of({ change: 'fields', strip: ['b', 'a'] }), [], {
			strip: ['a', 'c'],
		});
		expect(result.ok && parse(result.value)).toEqual({
			endpoints: { git__list: { strip: ['a', 'c', 'b'] } },
		});
	});

	it('keeps what a pattern says of the tool, which its own entry would end', () => {
		const entry = { strip: ['a'], defaultPageSize: 5 };
		const of = (text: string) => parse(made(text, { change: 'budget' }, [], entry)).endpoints;
		expect(of('')).toEqual({ git__list: { ...entry, firstAnswerTokens: { list: 900 } } });
		expect(of('endpoints: { git__list: { mode: on } }')).toEqual({
			git__list: { mode: 'on', firstAnswerTokens: { list: 900 } },
		});
	});

	it('keeps the pairs in force beside its own', () => {
		const other = { tool: 'x', consumedBy: ['y'], minRecords: 5 };
		const old = { tool: 'git__list', consumedBy: ['z'] };
		expect(parse(made('', { change: 'leave', consumer: 'save' }, [other, old]))).toEqual({
			transient: [other, { tool: 'git__list', consumedBy: 'save', minRecords: 1 }],
		});
	});

	it('says what is missing', () => {
		expect(made('', { change: 'leave' })).toContain('Name the tool');
		expect(made('', { change: 'fields' })).toContain('at least one field');
		expect(made('', { change: 'nonsense' })).toContain('no such setting');
		expect(made('', { tool: '' })).toContain('No tool');
	});

	it('reads fields of boxes and of a line alike', () => {
		const form = new URLSearchParams('tool=t&change=fields&strip=a&named=b,%20c');
		expect(proposalIn(form).strip).toEqual(['a', 'b', 'c']);
	});
});

describe('the tools in a table', () => {
	const group = (key: string, sent: number, given: number, overflowed = 0, error = 0) =>
		({
			...{ key, overflowed, tokens: { sum: sent }, originalTokens: { sum: given } },
			outcomes: { error },
		}) as Group;
	const groups = [group('a__x', 5, 10, 0, 2), group('a__y', 9, 9, 1), group('b__z', 7, 90)];
	const told = {
		definitions: new Map([
			['b__z', 30],
			['c__never', 80],
		]),
		budgetOf: () => ({}),
	};
	const rows = (by: keyof typeof ORDERS, search = '') =>
		rowsOf(groups, told, { search, by }).map(({ key }) => key);

	it('stand in the order that is asked for, among equals by what they gave', () => {
		expect(rows('need')).toEqual(['a__y', 'b__z', 'a__x', 'c__never']);
		expect(rows('sent')).toEqual(['a__y', 'b__z', 'a__x', 'c__never']);
		expect(rows('definition')).toEqual(['c__never', 'b__z', 'a__x', 'a__y']);
		expect(rows('failed', 'A__')).toEqual(['a__x', 'a__y']);
	});
});

describe('the keys in force', () => {
	const keys = keysIn(
		'| `endpoints` | none | a map | by tool |\n| `host` | none | a name | of all |\n',
	);
	const pathsOf = (origin: Readonly<Record<string, string>>) =>
		settingsIn(keys, { origin, config: {} }).map(({ path, layer }) => `${path} ${layer}`);

	it('say of none that it is not set where a part of it is', () => {
		expect(pathsOf({})).toEqual(['endpoints not set', 'host not set']);
		expect(pathsOf({ 'endpoints.git__list.mode': 'runtime' })).toEqual([
			'endpoints.git__list.mode runtime',
			'host not set',
		]);
	});

	it('are found by words in any case, ß as ss', () => {
		for (const words of ['strasse', 'STRASSE', 'Straße 5'])
			expect([words, hasIn(words)('Hauptstraße', '5')]).toEqual([words, true]);
		expect(hasIn('gasse')('Hauptstraße')).toBe(false);
	});
});
