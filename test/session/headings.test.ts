import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { followed, saidBy } from '../../src/memory/hub/said';
import { headingWarnings } from '../../src/session/replay-section';

const warnings = (before: string, after: string) => {
	const [told, { constraints }] = [parseConstraints(before).constraints, parseConstraints(after)];
	const linesOf = () => told;
	const places = followed(saidBy([{ hash: '' }], linesOf), constraints, linesOf);
	return headingWarnings([{ told: [...places.values()].map(({ line }) => line), constraints }]);
};

const RULE = '## Safe commands\n\n- npm test\n\n## Ask first\n\n- git push\n- npm publish\n';

describe('headings', () => {
	it('tell what moved from one to another, by name', () => {
		const moved = RULE.replace('- git push\n', '').replace('test\n', 'test\n- git push\n');
		expect(warnings(RULE, moved)).toEqual([
			'moved: "git push" from "Ask first" to "Safe commands"',
		]);
		expect(warnings(RULE, `- git push\n\n${RULE.replace('- git push\n', '')}`)).toEqual([
			'moved: "git push" from "Ask first" to no heading',
		]);
		const turned = RULE.replace('Safe commands', 'X').replace('Ask first', 'Safe commands');
		expect(warnings(RULE, turned.replace('X', 'Ask first'))).toEqual([
			expect.stringContaining('"npm test" from "Safe commands" to "Ask first"'),
		]);
	});

	it('are told once where they have a new name, and not at all for another order', () => {
		expect(warnings(RULE, RULE.replace('Ask first', 'Ask us first'))).toEqual([
			'headings changed: "Ask first" is now "Ask us first"',
		]);
		const [safe, ask] = RULE.split(/(?=## Ask)/);
		expect(warnings(RULE, `${ask}\n${safe}`)).toEqual([]);
		const twice = `${RULE}- npm test\n`;
		expect(
			warnings(
				twice,
				'## Ask first\n\n- npm test\n- git push\n- npm publish\n\n## Safe commands\n\n- npm test\n',
			),
		).toEqual([]);
	});

	it('are their words: marks and entities are no other heading', () => {
		expect(warnings('## Rules & Style\n\n- One\n', '## **Rules** &amp; Style\n\n- One\n')).toEqual(
			[],
		);
	});
});
