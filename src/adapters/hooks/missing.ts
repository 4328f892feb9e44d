// Finds the binding rules of a conversation that a summary has lost. Pure.
import type { BindingRule } from '../../memory';

/** Lines that are told again; more are named by their number. */
const MOST = 60;
/** Characters of a rule that is told again. */
const LONGEST = 400;

/** Texts of constraints that the summary does not repeat, as lines: `path#id: text`. */
export function missingFrom(summary: string, rules: readonly BindingRule[]): readonly string[] {
	const held = words(summary);
	const lost = rules.flatMap(({ path, constraints }) =>
		constraints
			.filter(({ text }) => !held.includes(words(text)))
			.map(({ id, text }) => `- ${path}#${id}: ${shortened(text)}`),
	);
	if (lost.length <= MOST) return lost;
	return [...lost.slice(0, MOST), `- … and ${lost.length - MOST} more: memload their rules again.`];
}

/** Wording alone counts: neither white space, marks of lists nor case. */
const words = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

const shortened = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= LONGEST
		? line
		: `${line.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, '')}…`;
};
