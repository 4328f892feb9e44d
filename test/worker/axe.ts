// Accessibility of a page in a browser, by axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const axe = readFileSync(
	createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
	'utf8',
);
/** In the page, once axe is there; all rules unless some are named. */
export const seriousFaults = async (rules: readonly string[]) => {
	const { axe } = globalThis as unknown as {
		axe: { run(options: object): Promise<{ violations: { id: string; impact: string }[] }> };
	};
	const { violations } = await axe.run({
		...(rules.length > 0 && { runOnly: rules }),
		// Of WCAG 2.2, which axe leaves out unless it is asked for.
		rules: { 'target-size': { enabled: true } },
		// Passed checks are not looked at further, and nothing is named by a selector.
		...{ resultTypes: ['violations'], selectors: false },
	});
	return violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id);
};
