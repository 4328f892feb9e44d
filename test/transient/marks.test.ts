import { describe, expect, it } from 'vitest';
import {
	readContextMarks,
	readTransientNote,
	TRANSIENT_NOTE,
	type TransientNote,
	USED_IDS,
} from '../../src/shared/context-marks';
import type { ToolResult } from '../../src/shared/tool-result';
import {
	CONSUMED,
	configuredPairs,
	hintsMark,
	pairMarks,
	transientMark,
	withMarks,
} from '../../src/transient/marks';

const noteMark = (note: TransientNote) => ({ [TRANSIENT_NOTE]: note });

const list = (count: number): ToolResult => ({
	content: [],
	structured: JSON.stringify(Array.from({ length: count }, (_, at) => ({ id: at + 1 }))),
});

describe('marks', () => {
	it('are those of the protocol, from five records up', () => {
		expect(transientMark(4, 'few')).toBeUndefined();
		expect(transientMark(5, 'many')).toEqual({
			context: { lifecycle: 'transient', summary: 'many' },
		});
		expect(CONSUMED).toEqual({ context: { consumed: true } });
	});

	it('stand beside what the result has in _meta already, and never replace it', () => {
		const result = {
			content: [],
			meta: { trace: 1, context: { lifecycle: 'transient', summary: 'own' } },
		};
		expect(withMarks(result, transientMark(9, 'ours'), noteMark({ id: 'r1' }))).toEqual({
			content: [],
			meta: { ...result.meta, 'dev.loadline/transient': { id: 'r1' } },
		});
		expect(withMarks({ content: [], meta: { context: 'text' } }, CONSUMED).meta?.context).toBe(
			'text',
		);
		const noted = { content: [], meta: { 'dev.loadline/transient': { id: 'own' } } };
		expect(withMarks(noted, noteMark({ id: 'r1', collapsedTokens: 7 }))).toBe(noted);
		expect(withMarks(result, undefined)).toBe(result);
	});

	it('join lists, each entry once', () => {
		const hint = (tool: string) => ({ tool, lifecycle: 'transient' as const, consumedBy: 'm' });
		const announced = withMarks({ content: [] }, hintsMark([hint('a'), hint('b')]));
		const { meta } = withMarks(announced, hintsMark([hint('b'), hint('c')]), {
			...CONSUMED,
			[USED_IDS]: ['7'],
		});
		expect(meta?.contextHints).toEqual([hint('a'), hint('b'), hint('c')]);
		expect(readContextMarks({ _meta: meta }).used).toEqual(['7']);
		const odd = { content: [], meta: { contextHints: 'none' } };
		expect(withMarks(odd, hintsMark([hint('a')]))).toBe(odd);
	});

	it('are not put on a failed result', () => {
		const failed = { content: [], isError: true };
		expect(withMarks(failed, CONSUMED)).toBe(failed);
	});

	it('are read back as they were written', () => {
		const hints = [{ step: 2, tool: 's', lifecycle: 'transient', consumedBy: 'm' }] as const;
		const { meta } = withMarks(
			{ content: [] },
			transientMark(5, 'five'),
			CONSUMED,
			hintsMark(hints),
			noteMark({ id: 'r1', collapsedTokens: 20 }),
		);
		expect(readContextMarks({ content: [], _meta: meta })).toEqual({
			transient: { summary: 'five' },
			consumed: true,
			hints,
		});
		expect(readTransientNote({ _meta: meta })).toEqual({ id: 'r1', collapsedTokens: 20 });
	});

	it.each([
		[null],
		[{ _meta: [] }],
		[{ _meta: { context: 'transient', contextHints: { tool: 'x' } } }],
		[{ _meta: { context: { lifecycle: 'forever', consumed: 'yes', action: 'delete' } } }],
		[
			{
				_meta: {
					contextHints: [null, { tool: '', consumedBy: 'x' }, { tool: 'x', consumedBy: 4 }],
				},
			},
		],
		[{ isError: true, _meta: { context: { lifecycle: 'transient', consumed: true } } }],
	])('are none in %j', (result) => {
		expect(readContextMarks(result)).toEqual({ consumed: false, hints: [] });
	});

	it('have a summary of bounded length: one beyond it is no mark', () => {
		const of = (summary: string) =>
			readContextMarks({ _meta: { context: { lifecycle: 'transient', summary } } }).transient;
		expect(of('x'.repeat(1_000))).toEqual({ summary: 'x'.repeat(1_000) });
		expect(of('x'.repeat(1_001))).toBeUndefined();
		expect(of(' ')).toEqual({});
	});
});

describe('pairs of the configuration', () => {
	const pairs = configuredPairs(
		[{ tool: 'crm__search', consumedBy: ['store_analysis_memory'], minRecords: 5 }],
		[
			{
				name: 'github',
				transient: [
					{
						tool: 'list_issues',
						consumedBy: ['add_label', 'store_analysis_memory'],
						minRecords: 3,
					},
				],
			},
		],
		(name) => name === 'store_analysis_memory',
	);
	const marking = { shownName: (name: string) => name.replace(/^github__/, '') };

	it('give an upstream that knows nothing of it a summary and hints, as the caller names tools', () => {
		expect(pairMarks(pairs, 'github__list_issues', list(4), marking)).toEqual({
			context: {
				lifecycle: 'transient',
				summary: '4 records from list_issues (IDs: 1, 2, 3…)',
			},
			contextHints: [
				{ tool: 'list_issues', lifecycle: 'transient', consumedBy: 'add_label' },
				{ tool: 'list_issues', lifecycle: 'transient', consumedBy: 'store_analysis_memory' },
			],
		});
	});

	it('mark nothing below minRecords, and nothing of other tools', () => {
		expect(pairMarks(pairs, 'github__list_issues', list(2), marking)).toEqual({});
		expect(pairMarks(pairs, 'crm__search', list(4), marking)).toEqual({});
		expect(pairMarks(pairs, 'github__get_issue', list(9), marking)).toEqual({});
	});

	it('count what is no list as one record', () => {
		const one = [{ tool: 'crm__get', consumedBy: ['crm__save'], minRecords: 1 }];
		const marks = (data: object) =>
			pairMarks(one, 'crm__get', { content: [], structured: JSON.stringify(data) }, marking);
		expect(marks({ id: 7 })).toMatchObject({
			context: { lifecycle: 'transient', summary: '1 record from crm__get (ID: 7)' },
		});
		expect(pairMarks(one, 'crm__get', { content: [] }, marking)).toEqual({});
	});

	it('mark the success of a consumer, and not its failure', () => {
		expect(pairMarks(pairs, 'github__add_label', list(0), marking)).toEqual(CONSUMED);
		expect(pairMarks(pairs, 'store_analysis_memory', { content: [] }, marking)).toEqual(CONSUMED);
		const failed = { ...list(9), isError: true };
		expect(pairMarks(pairs, 'github__add_label', failed, marking)).toEqual({});
		expect(pairMarks(pairs, 'github__list_issues', failed, marking)).toEqual({});
	});

	it('let a tool be both: a page that uses up the page before', () => {
		const both = [{ tool: 'u__next', consumedBy: ['u__next'], minRecords: 5 }];
		expect(pairMarks(both, 'u__next', list(5), marking)).toMatchObject({
			context: { lifecycle: 'transient', consumed: true },
		});
	});
});
