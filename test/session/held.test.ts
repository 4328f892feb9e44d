import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { contentHash } from '../../src/memory/hash';
import type { BindingRule } from '../../src/memory/hub/binding-rules';
import { boundTokens } from '../../src/protect';
import { replaySection } from '../../src/session/replay-section';
import { livePayload } from '../../src/session/verified-action';

import { characters, facts, hash, rule, section } from './held-bed';

describe('after a context action', () => {
	const rules = [rule('rules/A.md', ['Ask first.', 'Test it.']), rule('rules/B.md', ['Be brief.'])];

	it('a caller that says nothing is told everything, and nothing is lost', () => {
		const { prompt_context, verification, note } = section(rules, {});
		expect(verification.admissible).toBe(true);
		for (const text of ['Ask first.', 'Test it.', 'Be brief.'])
			expect(prompt_context).toContain(text);
		expect(note).toBeUndefined();
	});

	it('knows a constraint by the path, the rule or its plain id, and by a whole or short hash', () => {
		const held = {
			'rules/A.md#Steps/1': contentHash('Ask first.'),
			'p-rules/A.md/Steps/2': contentHash('Test it.').slice('sha256:'.length),
			'p-rules/B.md#Steps/1': contentHash('Be brief.').slice('sha256:'.length, 19),
		};
		const { prompt_context, verification } = section(rules, { held });
		expect(verification.admissible).toBe(true);
		expect(prompt_context).not.toContain('Ask');
	});

	it('knows a document by its path, id or short name, and what an earlier text of it still says', () => {
		const [a, b] = rules;
		if (!a || !b) throw new Error();
		const named = { ...b, alias: 'r7' };
		expect(
			section([a, named], { held: { 'rules/A.md': '0'.repeat(12), r7: hash('0') } }).verification
				.admissible,
		).toBe(true);
		const texts = { [hash('8')]: a.constraints.slice(0, 1).map(({ key }) => key) };
		const { prompt_context } = section([{ ...a, alias: 'r3', texts }], {
			held: { r3: '8'.repeat(12) },
		});
		expect(prompt_context).not.toContain('Ask first.');
		expect(prompt_context).toContain('Test it.');
	});

	it('takes a stale constraint for one that is missing', () => {
		const held = { 'rules/A.md#Steps/1': hash('9'), 'Steps/2': contentHash('Test.') };
		const { prompt_context, verification } = section([rule('rules/A.md', ['Ask.', 'Test.'])], {
			held,
		});
		expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
		expect(prompt_context).toContain('Ask.');
		expect(prompt_context).not.toContain('Test.');
	});

	it('says which are no longer in force, and which were edited, with both texts', () => {
		const gone = section(rules.slice(0, 1), { before: rules }).verification.issues;
		expect(gone).toMatchObject([
			{ message: expect.stringMatching(/^constraints are no longer/), evidence: ['Be brief.'] },
		]);
		const edited = [rule('rules/A.md', ['Test it.', 'Ask the author first.']), rules[1]];
		const { issues } = section(edited as BindingRule[], { before: rules }).verification;
		expect(issues).toMatchObject([
			{
				message: expect.stringMatching(/^constraints were edited/),
				evidence: [['Ask first.', 'Ask the author first.']],
			},
		]);
	});

	it('names the call by which what was withdrawn is let go, and shows of a long pair where it differs', () => {
		const [a, b] = rules as [BindingRule, BindingRule];
		const { note, verification } = section([a, { ...b, alias: 'r7', constraints: [] }], {});
		expect(verification.admissible).toBe(false);
		expect(note).toContain('memload {"ids":["r7"],"knownHashes":{"r7":""}}');
		const long = (word: string, at: number) =>
			`${'Nobody leaves the lamps on '.repeat(4)}${at} ${word}`;
		const many = (word: string) => Array.from({ length: 40 }, (_, at) => long(word, at));
		const before = rule('C.md', many('in the yard'));
		const now = { ...before, constraints: rule('C.md', many('at the gate')).constraints };
		const [issue] = section([now], { tokenBudget: 900, estimate: characters }).verification.issues;
		expect(issue?.evidence?.length).toBeGreaterThan(2);
		for (const [one, other] of issue?.evidence ?? []) expect(one).not.toBe(other);
	});

	it('takes no reorder, rewrap, new name or heading for a loss', () => {
		const [before = rule('A.md', [])] = rules;
		const text = '# T\n\n### New\n\n* Test\n  **it**.\n1. Ask first.\n';
		const { constraints } = parseConstraints(text);
		const harmless = [{ ...before, path: 'rules/RENAMED.md', constraints }];
		const live = livePayload(facts(harmless));
		const limits = { live, rules: harmless, tokenBudget: 10_000, estimate: characters };
		expect(replaySection(limits).section.verification).toEqual({
			...{ admissible: true, failure_labels: [], issues: [] },
			warnings: ['headings changed: "Steps" is now "T > New"'],
		});
	});

	it('is of each document: a line that another says as well is gone from the one that lost it', () => {
		const [one, other] = [
			rule('rules/A.md', ['Be brief.', 'Test it.']),
			rule('rules/B.md', ['Be brief.']),
		];
		const verdictOf = (texts: readonly string[]) =>
			section([rule('rules/A.md', texts), other], { before: [one, other] }).verification;
		expect(verdictOf(['Test it.', 'Be brief.'])).toMatchObject({ admissible: true });
		expect(verdictOf(['Test it.'])).toMatchObject({
			...{ admissible: false, failure_labels: ['CONSTRAINT_DRIFT'] },
			issues: [{ evidence: ['Be brief. (of rules/A.md)'] }],
		});
		expect(verdictOf(['Test it.', 'Be very brief.']).issues).toMatchObject([
			{ evidence: [['Be brief.', 'Be very brief.']] },
		]);
	});

	it('finds out that a rule which came after the action is not held either', () => {
		const held = {
			'rules/A.md#Steps/1': contentHash('Ask first.'),
			'rules/A.md#Steps/2': contentHash('Test it.'),
		};
		const { verification } = section(rules, { held, before: rules.slice(0, 1) });
		expect(verification.issues.map(({ evidence }) => evidence)).toEqual([['Be brief.']]);
	});

	it('is never silently admissible where nothing of a loaded rule binds', () => {
		const { verification, note } = section([rule('EMPTY.md', [])], {});
		expect(verification.warnings).toEqual([
			'Nothing that was loaded binds of EMPTY.md: this proves nothing about it.',
		]);
		expect(note).toContain('EMPTY.md');
	});

	it('tells what leaves no choice before advice, and keeps a share for the order', () => {
		const texts = Array.from({ length: 60 }, (_, at) => `Consider option number ${at} of many`);
		const always = rule('rules/B.md', ['Be kind', 'Be calm'], { always: true });
		const { prompt_context, note } = section(
			[rule('rules/A.md', [...texts, 'You MUST ask before deleting']), always],
			{ tokenBudget: 700 },
		);
		for (const text of ['You MUST ask', 'Be kind', 'Be calm', 'run 1 -> workflow_status'])
			expect(prompt_context).toContain(text);
		expect(prompt_context).not.toContain('number 59');
		expect(note).toMatch(/more bind and are not repeated .*: memload {"ids":\["p-rules\/A\.md"\]/);
	});

	it('costs little beside the texts', () => {
		const texts = Array.from(
			{ length: 40 },
			(_, at) => `Every public function number ${at} has a documented purpose`,
		);
		const prompt = (list: readonly string[]) =>
			countTokens(section([rule('rules/A.md', list)], {}).prompt_context);
		const text = countTokens(texts.join('\n'));
		expect(prompt(texts) - prompt([]) - text).toBeLessThanOrEqual(6 * texts.length);
	});

	it('compares with what binds now when nothing was saved, and says so', () => {
		const { verification, note } = replaySection({
			...{ live: livePayload(facts(rules)), rules },
			...{ held: {}, tokenBudget: 10_000, estimate: characters },
		}).section;
		expect(verification.issues[0]?.evidence).toHaveLength(3);
		expect(note).toBe('No payload was saved: compared with what binds now.');
	});

	it.each([
		['English', 'Every public function has a documented purpose'],
		['Thai', 'ห้ามข้ามการทดสอบทุกครั้งที่มีการเปลี่ยนแปลง'],
		['emoji', '🧪🚀🦄🪐🧬'.repeat(8)],
	])('stays within its budget as the tokenizer counts, in %s too', (_, text) => {
		const many = [
			rule(
				'rules/A.md',
				Array.from({ length: 200 }, (_, at) => `${text} ${at * 7919}`),
			),
		];
		const { prompt_context, verification } = section(many, {
			held: {},
			tokenBudget: 800,
			estimate: (text) => boundTokens(text),
		});
		for (const told of [prompt_context, JSON.stringify(verification.issues)]) {
			expect(countTokens(told)).toBeLessThanOrEqual(800);
			expect(countTokens(told)).toBeGreaterThan(400);
		}
	});

	it('tells each whole, those that are very long last, or not at all', () => {
		const texts = ['Must be. '.repeat(200).trim(), 'Be. '.repeat(99).trim(), 'Short.'];
		const told = (tokenBudget: number) => {
			const { prompt_context, note } = section([rule('rules/A.md', texts)], { tokenBudget });
			return [texts.filter((text) => prompt_context.includes(`- ${text}\n`)), note];
		};
		expect(told(10_000)).toEqual([texts, undefined]);
		expect(told(800)).toEqual([
			texts.slice(1),
			expect.stringMatching(/^1 more bind and .*: memload {"ids":\["p-rules\/A.md"\]/),
		]);
	});

	const long = 'Very long. '.repeat(20).trim();
	it('names what it lacks within the same budget: texts give way first, then names, counted', () => {
		const many = [
			rule(
				'rules/A.md',
				Array.from({ length: 40 }, (_, at) => `${at} ${long}`),
			),
		];
		const evidence = (tokenBudget: number) => {
			const { verification, note } = section(many, { held: {}, tokenBudget });
			expect(verification.failure_labels).toEqual(['CONSTRAINT_DRIFT']);
			expect(JSON.stringify(verification.issues).length).toBeLessThanOrEqual(tokenBudget);
			return { named: verification.issues[0]?.evidence ?? [], note };
		};
		expect(evidence(20_000).named[0]).toContain(long);
		expect(evidence(4_000).named).toHaveLength(40);
		expect(evidence(4_000).named[0]).toMatch(/^0 Very long\. .*…$/);
		const { named, note } = evidence(1_000);
		expect(note).toContain(`${40 - named.length} pieces of evidence found no room.`);
	});

	it('names each document that finds no room, the first in the call that brings it', () => {
		const many = Array.from({ length: 60 }, (_, at) =>
			rule(`rules/${at}.md`, [`Line ${at} of ${long}`], { alias: `r${at}` }),
		);
		const { note = '', verification } = section(many, { tokenBudget: 20 });
		expect(verification.admissible).toBe(true);
		const [, call = '', rest = ''] =
			/room: memload (\{.*?\}\}), and as well (.*?)\./.exec(note) ?? [];
		const { ids, knownHashes } = JSON.parse(call);
		expect(Object.keys(knownHashes)).toEqual(ids);
		expect(ids).toHaveLength(8);
		expect(rest).toBe('r8 to r59');
		// Room is left for the note.
		const costOf = (said: object) => countTokens(JSON.stringify(said));
		const whole = section(many, { fits: (said) => costOf(said) <= 1_500 });
		expect(whole.note).toContain('and as well');
		expect(costOf(whole)).toBeLessThanOrEqual(1_500);
		expect(costOf(whole)).toBeGreaterThan(1_000);
		const few = section(many.slice(0, 12), { tokenBudget: 20 }).note ?? '';
		expect(few).toContain('and as well r8 to r11.');
		const odd = many.filter((_, at) => at % 3 > 0);
		expect(section(odd, { tokenBudget: 20 }).note).toContain('and as well r13, r14, r16, r17');
		const edited = many.map((each) => ({
			...each,
			constraints: rule(each.path, ['Now this']).constraints,
		}));
		const { note: all = '' } = section(edited, { tokenBudget: 20 });
		expect(all).toMatch(/^Changed since it was told: memload .*, and as well r8 to r59\./);
	});

	it('never tells more than its budget, whatever finds no room is no loss, and gives up constraints last', () => {
		const texts = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 30 });
		fc.assert(
			fc.property(texts, fc.integer({ min: 20, max: 3_000 }), (given, tokenBudget) => {
				const many = [rule('rules/A.md', given)];
				const { prompt_context, verification, note } = section(many, { tokenBudget });
				expect(prompt_context.length).toBeLessThanOrEqual(
					Math.max(tokenBudget, 'task: run-1'.length),
				);
				for (const [list, title] of [
					['required_order', 'required_order:'],
					['recovery', 'recovery:'],
				] as const)
					expect(prompt_context.includes(title)).toBe(!note?.includes(list));
				expect(verification.admissible).toBe(true);
			}),
		);
	});
});
