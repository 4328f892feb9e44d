// The constraints that bind a session, as a payload says them: by their words and what those are said under, so
// that neither a file's name, nor a label, nor the order changes a line (docs/replay.md, "Live sessions"). Pure.
import { type BindingRule, type Constraint, hasCode, normalized, shortHash } from '../memory';
import { type ReplayPayload, renderPromptContext } from '../replay';

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

/**
 * @param payload its constraints are those of the workflow itself
 * @param told in the order of their documents
 */
export function livePrompt(payload: ReplayPayload, told: readonly LiveConstraint[]): string {
	const { constraints: own, ...rest } = payload;
	const head = renderPromptContext({ ...rest, ...NO_LISTS });
	const tail = renderPromptContext({ ...rest, task: '', objective: '', constraints: [] });
	const lines = [...grouped(told), ...own.map((line) => `- ${oneLine(line)}`)];
	const constraints = lines.length === 0 ? [] : ['constraints:', ...lines];
	return [head, ...constraints, tail].filter((part) => part !== '').join('\n');
}

const NO_LISTS = {
	constraints: [],
	required_order: [],
	dependency_chains: [],
	blockers: [],
	recovery: [],
} as const;

function grouped(told: readonly LiveConstraint[]): string[] {
	const lines: string[] = [];
	let path = '';
	let group = '';
	/** The line that was told last and announces what follows. */
	let announcer = '';
	for (const { rule, constraint, said: text } of told) {
		const { heading = '', lead = '', leads } = constraint;
		if (rule.path !== path) announcer = '';
		// Announced by a line of its own, a list is told under that line, once.
		const under = [heading, isNested(constraint) ? '' : lead]
			.filter((part) => part !== '')
			.join(': ');
		if (rule.path !== path || under !== group) {
			const name = rule.path === path ? '' : rule.path;
			const isSaid = lead !== '' && !isNested(constraint) && announcer.endsWith(oneLine(lead));
			if (!isSaid)
				lines.push(
					`[${oneLine([name, under].filter((part) => part !== '').join(' ')).slice(0, 200)}]`,
				);
			path = rule.path;
			group = under;
		}
		const said = oneLine(text);
		announcer = leads ? said : '';
		lines.push(`- ${said}`);
	}
	return lines;
}

/** No text poses as a line of its own. */
const oneLine = (text: string): string =>
	text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ').trim();
