// Tests of the sense that headings give to the text under them: [heading, sense, whether it states a rule, its words].
import { describe, expect, it } from 'vitest';
import { headingSense, statedWords } from '../../src/memory/document/heading-stack';

const CASES: readonly (readonly [string, string, boolean, string?])[] = [
	// Labels.
	['Testing', '', false],
	['**Mocks**: ', '', false, 'Mocks'],
	['Add tests', '', false],
	['Keep it simple.', '', false],
	['We keep it short', '', false],
	['When to use', '', false],
	['For all', '', false],
	['Always', '', false],
	['Must', '', false],
	['Timeouts at least', '', false],
	// Signs before and after.
	['— Testing : ：', '', false, '— Testing'],
	['(never)', '!', false],
	// Negations.
	['Never', '!', false],
	['Never:', '!', false, 'Never'],
	['Never, ever', '!', false],
	['Avoid…', '!', false],
	['❌ Mocks', '!', false],
	['No', '!', false],
	['Do not', '!', false],
	['Common pitfalls', '!', false],
	['Typical mistakes. ', '!', false, 'Typical mistakes.'],
	['Habits that are wrong', '!', false],
	['Simply wrong?! ', '!', false, 'Simply wrong?!'],
	['Dos & Don’ts', '', false, "Dos & Don'ts"],
	// Optional.
	['Optional', '?', false],
	['Optional: extra checks', '?', false],
	// In force no more, or not yet: a heading of nothing else, or a remark.
	['Archive', '?past', false],
	['Old rules', '?past', false],
	['Draft', '?draft', false],
	['Proposed', '?draft', false],
	['Experimental practices', '?draft', false],
	['Naming — legacy', '?past', false],
	['Naming (draft)', '?draft', false],
	['Draft pull requests', '', false],
	['Old browsers', '', false],
	['Archive of logs', '', false],
	// Places, times, cases.
	['In production', 'production', false],
	['In production:', 'production', false, 'In production'],
	['Only on Fridays', 'fridays', false],
	['When you deploy', 'when deploy', false],
	// Numbers limit, unless they count headings.
	['Node 20', '20', false],
	['1. Node 20', '20', false, 'Node 20'],
	['Limits of 1,000.50 requests and 3', '1,000.50 3', false],
	['v2', '', false, ''],
	['Section 4', '', false, ''],
	['Section 4 and phase 5', '', false, ' and'],
	// Rules of their own.
	['Never push to main', '!', true],
	['Always run the tests', '', true],
	['No mocks', '!', true],
	['Max 20 connections', '', true],
	['Timeouts at least 30 s', '', true],
	['Code you must write', '', true],
	['Add a test for each bug', '', true],
	['Keep it very simple', '', true],
	['Keep it simple', '', false],
	['`rm -rf` never!', '!', true],
	// Sentences stand for themselves: only a negation at their beginning goes on.
	['We keep our functions short.', '', true],
	['We keep short functions.', '', true],
	['We keep functions.', '', false],
	['We keep short. functions', '', false],
	['Two\nlines', '', true, 'Two lines'],
	['The nine words of this heading are a sentence', '', true],
	['The eight words of this heading stand here', '', false],
	['In the eight words of this heading it never ends', '', true],
	['Not now: deploy never breaks anything in here at all', '!', true],
	// A remark in brackets is left out, unless it says something of the kind.
	['Testing (see below)', '', false, 'Testing'],
	['Testing(see below)', '', false, 'Testing'],
	['Testing   (see below)', '', false, 'Testing'],
	['Testing (for all)', '', false, 'Testing'],
	['Testing (optional)', '?', false],
	['Testing [optional]', '?', false],
	['Testing - optional', '?', false],
	['Testing — deprecated', '?past', false],
	['Non-optional testing', '', false],
	['Deprecated', '?past', false],
	['Superseded: testing', '?past', false],
	['Testing (in production)', '', false],
	['Testing (never)', '!', true],
	['Testing (must)', '', true],
	['Testing (v2)', '2', false],
	['Testing (no mocks)', '', false],
	['Testing (see below) today', '', false],
	['Never test (see below', '!', true],
];

describe('a heading', () => {
	for (const [heading, sense, states, words = heading.trim()] of CASES)
		it(heading, () => {
			expect(headingSense(heading)).toEqual({ sense, states });
			expect(statedWords(heading)).toBe(words);
		});
});
