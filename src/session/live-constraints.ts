// The constraints that bind a session, as a payload says them: by their words and what those are said under, so
// that neither a file's name, nor a label, nor the order changes a line (docs/replay.md, "Live sessions"). Pure.
import { type BindingRule, type Constraint, hasCode, normalized, shortHash } from '../memory';

/** A constraint that binds the session now. */
export interface LiveConstraint {
	readonly rule: BindingRule;
	readonly constraint: Constraint;
	/** How the payload says it. */
	readonly line: string;
	/** The same, for a prompt that says its headings. */
	readonly said: string;
	/** Whether the line holds only the beginning of the text. */
	readonly isCut: boolean;
	/** What is told first when room is short: lower goes first. */
	readonly rank: number;
}

/** Characters of a constraint's text in a payload; the key stands for the rest. */
const TEXT_LENGTH = 240;

/** What binds, each constraint once, as a payload has it. */
export const liveConstraints = (rules: readonly BindingRule[]): LiveConstraint[] => {
	const seen = new Set<string>();
	return rules
		.flatMap((rule) => rule.constraints.map((constraint) => live(rule, constraint)))
		.filter(({ line }) => !seen.has(line) && seen.add(line));
};

function live(rule: BindingRule, constraint: Constraint): LiveConstraint {
	const { text, key, lead = '', sense = '' } = constraint;
	const whole = [isNested(constraint) ? normalized(lead) : '', normalized(text)].join(' ').trim();
	const isCut = whole.length > TEXT_LENGTH;
	const said = isCut ? `${whole.slice(0, TEXT_LENGTH).toWellFormed()}…` : whole;
	// A document that says it twice says it once less when one is gone.
	const [, times] = key.split('~');
	const again = times === undefined ? '' : ` (${times})`;
	// The key stands for what is not shown: the rest, and the indentation of code.
	const digits = isCut || hasCode(text) ? ` @${shortHash(key)}` : '';
	return {
		rule,
		constraint,
		line: `${said}${digits}${again}${sense === '' ? '' : ` [${sense}]`}`,
		said: `${said}${again}`,
		isCut,
		rank: rankOf(rule, constraint),
	};
}

/** Its lead is what it is nested in, and part of it. */
export const isNested = ({ id }: Constraint): boolean => /\/q?\d+(?:\.\d+)+(?: \(\d+\))?$/.test(id);

/** Words that leave no choice. */
const STRICT =
	/\b(?:must|never|always|required?|shall|do not|don['’]t|forbidden|prohibited|mandatory|critical|important)\b/i;

/** Always-on and referenced rules, then what leaves no choice, then what was used, then what announces. */
function rankOf(
	{ always = false, references = {} }: BindingRule,
	{ text, key, leads, heading = '' }: Constraint,
): number {
	const used = references[key] ?? 0;
	const isReferenced = Object.keys(references).length > 0;
	const isStrict = STRICT.test(text) || STRICT.test(heading);
	return (
		(always || isReferenced ? 0 : 8) +
		(isStrict ? 0 : 4) +
		(used > 0 ? 0 : 2) +
		(leads === true ? 1 : 0) -
		used / (used + 1)
	);
}
