// Lines that announce what follows them, and what a document is about in a few words.
import { describe, expect, it } from 'vitest';
import type { Unit } from '../../src/memory/document/unit-builder';
import { colonLead, labelOf, leadOf } from '../../src/memory/document/unit-builder';
import { aboutOf } from '../../src/memory/search/activation';

const unit = (text: string) => ({ text }) as Unit;

describe('a line that announces what follows', () => {
	it.each([
		['Do not:', 'Do not:'],
		['**Never do this:**', 'Never do this:'],
		['_绝不：_', '绝不：'],
		['This is known. Before a commit:  ', 'Before a commit:'],
		['Run these:\n```\nnot this:', 'Run these:'],
		['Note: be kind', undefined],
		['Do not', undefined],
	])('by its colon, %j, leads with %j', (text, lead) => {
		const line = unit(text);
		expect(colonLead(line)).toEqual(lead === undefined ? undefined : { lead, sense: lead });
		expect(line.leads).toBe(lead === undefined ? undefined : true);
	});

	it.each([
		['Do not', true],
		['**Naming**', true],
		['Version 2.0 and later', true],
		['x'.repeat(60), true],
		['x'.repeat(61), false],
		['Two\nlines', false],
		['A sentence.', false],
		['A question?"', false],
		["What's more…", false],
		['完。', false],
	])('as the label of a list, %j: %j', (text, isLabel) => {
		const line = unit(text);
		const lead = text.replaceAll('*', '');
		expect(labelOf(line)).toEqual(isLabel ? { lead, sense: expect.any(String) } : undefined);
		expect(line.leads).toBe(isLabel ? true : undefined);
	});

	it.each([
		['First. Then do:', 'Then do:'],
		['Then do:\n```\ncode\n```', 'Then do:'],
		['All is said.', 'All is said.'],
		[`${'word '.repeat(60)}end:`, `${'word '.repeat(60)}end:`.slice(-160)],
		[`${'**w** '.repeat(90)}end:`, `${'w '.repeat(90)}end:`.slice(-160)],
	])('%j leads with its last sentence', (text, lead) => {
		expect(leadOf(text)).toBe(lead);
	});
});

describe('what a document is about', () => {
	it.each([
		['A.md', 'How names are chosen', 'How names are chosen'],
		['A.md', `${'x'.repeat(51)} y`, `${'x'.repeat(51)}…`],
		['A.md', `${'x'.repeat(50)} y`, `${'x'.repeat(50)} y`],
		['A.md', 'x'.repeat(52), undefined],
		[`${'P'.repeat(50)}.md`, 'no', 'no'],
		[`${'P'.repeat(50)}.md`, 'not', undefined],
		['A.md', '', undefined],
		['A.md', undefined, undefined],
	])('beside %s, %j: %j', (path, description, about) => {
		expect(aboutOf(path, description)).toBe(about);
	});
});
