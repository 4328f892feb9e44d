import fc from 'fast-check';
import { expect, it } from 'vitest';
import { regionsOf, resolved } from '../../../../src/adapters/http/ui/merge-regions';

const base = '# Style\n\n- tabs\n- short names\n\n# Tests\n\n- one each\n';
const mine = base.replace('tabs', 'spaces').replace('one each', 'two each');
const theirs = base.replace('tabs', 'tabs of four').replace('# Tests', '# Testing');

it('takes what one side alone changed, and leaves to a person what both did', () => {
	const regions = regionsOf({ mine, base, theirs });
	const conflicts = regions.flatMap((region) => ('conflict' in region ? [region.conflict] : []));
	expect(conflicts).toEqual([{ mine: '- spaces', base: '- tabs', theirs: '- tabs of four' }]);
	expect(resolved(regions, [])).toBeUndefined();
	expect(resolved(regions, [null])).toBeUndefined();
	const settled = regions.flatMap((region) => ('text' in region ? [region] : []));
	expect(settled.map((region) => region.base)).toEqual(['# Style\n', base.slice(16)]);
	expect(settled.map((region) => region.theirs)).toEqual(['# Style\n', theirs.slice(24)]);
	const text = '# Style\n\n- both\n- of them\n- short names\n\n# Testing\n\n- two each\n';
	expect(resolved(regions, ['- both\n- of them'])).toBe(text);
	expect(resolved(regions, [''])).toBe(text.replace('- both\n- of them\n', ''));
});

it('gives either side whole where nothing but its parts are chosen and it alone changed', () => {
	const text = fc
		.array(fc.constantFrom('a', 'b', '', '# c'), { maxLength: 8 })
		.map((all) => all.join('\n'));
	fc.assert(
		fc.property(text, text, (one, other) => {
			expect(resolved(regionsOf({ mine: one, base: other, theirs: other }), [])).toBe(one);
			expect(resolved(regionsOf({ mine: other, base: other, theirs: one }), [])).toBe(one);
		}),
	);
});
