// Binding constraints as payload lines and as prompt text (docs/replay.md, "Live sessions"). Lines depend
// on words and context only, not on file names, labels or order. Here too the evidence of a verification is fitted into a
// token budget, what became of told lines is explained, and what is told again selected. Pure.
import {
	type BindingRule,
	type Constraint,
	compareConstraints,
	hasCode,
	holdsHash,
	normalized,
	shortHash,
	TEXT_DIGITS,
} from '../memory';
import { type ReplayPayload, renderPromptContext, type validateReplayPayload } from '../replay';
import { largestFit } from '../shared/fair-share';

export type LiveConstraint = ReturnType<typeof live>;

/** Maximum length in a payload; the key identifies the rest. */
const TEXT_LENGTH = 240;
/** Length from which a text is told after all shorter ones, whose room it would take. */
const LONG = 1000;
const LAST = 16;

/** Returns the constraints in force of the rules, each once in each of its documents. */
export const liveConstraints = (rules: readonly BindingRule[]) =>
	rules.flatMap((rule) => rule.constraints.map((constraint) => live(rule, constraint)));

/** Returns a constraint with its line, its text in a prompt (`said`), and its `rank` when space is short: lower comes first. */
export function live(rule: BindingRule, constraint: Constraint) {
	const { text, key, lead = '', sense = '' } = constraint;
	const whole = [isNested(constraint) ? normalized(lead) : '', normalized(text)].join(' ').trim();
	const isCut = whole.length > TEXT_LENGTH;
	const short = isCut ? `${whole.slice(0, TEXT_LENGTH).toWellFormed()}…` : whole;
	// Duplicates are counted, so that losing one is noticed.
	const [, times] = key.split('~');
	const again = times === undefined ? '' : ` (${times})`;
	// The key stands for truncated text and for the indentation of code.
	const digits = isCut || hasCode(text) ? ` @${shortHash(key)}` : '';
	return {
		rule,
		constraint,
		line: `${short}${digits}${again}${sense === '' ? '' : ` [${sense}]`}`,
		said: `${whole}${again}`,
		rank: rankOf(rule, constraint) + (whole.length > LONG ? LAST : 0),
	};
}

/** Returns true for nested constraints, whose lead is part of them. */
const isNested = ({ id }: Constraint): boolean => /\/q?\d+(?:\.\d+)+(?: \(\d+\))?$/.test(id);

/** Words of obligation. */
const STRICT =
	/\b(?:must|never|always|required?|shall|do not|don['’]t|forbidden|prohibited|mandatory|critical|important)\b/i;

/** Ranks always-on and referenced rules first, then obligations, used constraints and announcements. */
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

/** Renders told constraints, then the payload, whose own constraints are those of the workflow. */
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
	/** The last told line that announces a list. */
	let announcer = '';
	for (const { rule, constraint, said: text } of told) {
		const { heading = '', lead = '', leads } = constraint;
		if (rule.path !== path) announcer = '';
		// A list announced by its own line needs no heading.
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

/** Prevents a text from posing as a line of its own. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ').trim();

/** Hashes that the caller holds: by document, `path#id` or id of a constraint. */
export type HeldHashes = Readonly<Record<string, string>>;

/** Returns whether a constraint is held; matches full, prefixed and shortened hashes. */
export function holds(held: HeldHashes, { rule, constraint }: LiveConstraint): boolean {
	const { ruleId, path, alias = ruleId, hash, texts = {} } = rule;
	const given = (names: readonly string[]) =>
		names.flatMap((name) => (Object.hasOwn(held, name) ? [held[name] ?? ''] : []));
	const { key, textHash } = constraint;
	const names = [path, ruleId, alias];
	// A text that was told before covers its constraints that have not changed since.
	const told = Object.keys(texts).filter((text) => texts[text]?.includes(key));
	if (given(names).some((each) => [hash, ...told].some((text) => isText(each, text)))) return true;
	const hashes = [[constraint.id, shortHash(textHash)], ...(constraint.within ?? [])] as const;
	return hashes.some(([id, digits]) =>
		given([id, ...['#', '/', ':'].flatMap((sign) => names.map((name) => name + sign + id))]).some(
			(each) => each.length >= digits.length && (shortHash(each) === digits || each === key),
		),
	);
}

const isText = (given: string, text: string): boolean =>
	holdsHash(given, text) || (text.length === TEXT_DIGITS && given === text);

/** The result of a validation, and a reason of its failure. */
export type Validation = ReturnType<typeof validateReplayPayload>;
type Issue = Validation['issues'][number];

/** A token budget; `estimate` counts the tokens of a text. */
interface EvidenceBudget {
	readonly tokenBudget: number;
	readonly estimate: (text: string) => number;
}

/** Shortens texts to their first words, then drops entries from the last. */
export function fitEvidence(verification: Validation, { tokenBudget, estimate }: EvidenceBudget) {
	const fits = (issues: readonly Issue[]) => estimate(JSON.stringify(issues)) <= tokenBudget;
	if (fits(verification.issues)) return { verification, left: 0 };
	const named = verification.issues.map(withNames);
	const all = named.reduce((sum, { evidence = [] }) => sum + evidence.length, 0);
	const count = largestFit(all, (candidate) => fits(firstOf(named, candidate)));
	return {
		verification: { ...verification, issues: firstOf(named, count) },
		left: all - count,
	};
}

const NAME_LENGTH = 40;

const nameOf = (text: string, from = 0): string => {
	const end = text.length > from + NAME_LENGTH ? '…' : '';
	return `${from > 0 ? '…' : ''}${text.slice(from, from + NAME_LENGTH)}${end}`.toWellFormed();
};

/** Shortens both texts of a pair alike, to where they differ. */
const pairOf = ([one, other]: readonly [string, string]) => {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same++;
	const from = same < NAME_LENGTH / 2 ? 0 : same - NAME_LENGTH / 4;
	return [nameOf(one, from), nameOf(other, from)] as const;
};

const withNames = ({ evidence = [], ...issue }: Issue): Issue => ({
	...issue,
	evidence: evidence.map((each) => (typeof each === 'string' ? nameOf(each) : pairOf(each))),
});

/** Keeps the first `count` entries of all evidence together. */
const firstOf = (issues: readonly Issue[], count: number): Issue[] => {
	let room = count;
	return issues.map(({ evidence, ...issue }) => {
		const kept = evidence?.slice(0, room) ?? [];
		room -= kept.length;
		return kept.length === 0 ? issue : { ...issue, evidence: kept };
	});
};

/**
 * Returns the issues of told lines, each compared with what its own document says now: those that the caller lacks, and
 * those that were edited, removed or withdrawn.
 * @param held lines that the caller has
 */
export function driftOf(rules: readonly BindingRule[], held: ReadonlySet<string>): Issue[] {
	const inForce = new Set(liveConstraints(rules).map(({ line }) => line));
	const found = rules.map((rule) => {
		const { changed, removed } = compareConstraints(rule.told, rule.constraints);
		const lineOf = (constraint: Constraint) => live(rule, constraint).line;
		const stands = new Set(rule.constraints.map(({ key }) => key));
		return {
			lacking: rule.told
				.filter(({ key }) => stands.has(key))
				.map(lineOf)
				.filter((line) => !held.has(line)),
			edited: changed.map(([one, other]) => [lineOf(one), lineOf(other)] as const),
			// A line that another document still has is missing from this one alone.
			gone: removed
				.map(lineOf)
				.map((line) => (inForce.has(line) ? `${line} (of ${rule.path})` : line)),
		};
	});
	const issueOf = (message: string, evidence: NonNullable<Issue['evidence']>): Issue[] =>
		evidence.length === 0
			? []
			: [{ field: 'constraints', failure_label: 'CONSTRAINT_DRIFT', message, evidence }];
	return [
		...issueOf('payload lost constraints of the baseline', [
			...new Set(found.flatMap(({ lacking }) => lacking)),
		]),
		...issueOf(
			'constraints were edited since: the second text is in force',
			found.flatMap(({ edited }) => edited),
		),
		...issueOf(
			'constraints are no longer in force: removed or withdrawn, stop following them',
			found.flatMap(({ gone }) => gone),
		),
	];
}

/** Lists dropped in this order when space is short; then constraints, least important first. */
export const LISTS = ['dependency_chains', 'blockers', 'required_order', 'recovery'] as const;
/** Fraction of the budget reserved for the lists. */
const LISTS_SHARE = 0.25;

/** Selects constraints by importance and returns them in document order. */
export function fitPrompt(
	payload: ReplayPayload,
	missing: readonly LiveConstraint[],
	{ tokenBudget, estimate }: EvidenceBudget,
): { readonly payload: ReplayPayload; readonly told: readonly LiveConstraint[] } {
	const fits = (candidate: ReplayPayload, told: readonly LiveConstraint[], budget = tokenBudget) =>
		estimate(livePrompt(candidate, told)) <= budget;
	if (fits(payload, missing)) return { payload, told: missing };
	const { constraints: own } = payload;
	let kept = payload;
	// Lists keep their share beside many constraints.
	for (const list of LISTS) {
		if (fits({ ...kept, constraints: [] }, [], tokenBudget * LISTS_SHARE)) break;
		kept = { ...kept, [list]: [] };
	}
	const byImportance = missing
		.map((constraint, at) => ({ constraint, at }))
		.sort((one, other) => one.constraint.rank - other.constraint.rank || one.at - other.at);
	const first = (count: number) => {
		const chosen = new Set(byImportance.slice(0, count).map(({ constraint }) => constraint));
		return missing.filter((constraint) => chosen.has(constraint));
	};
	const count = largestFit(missing.length, (each) => fits(kept, first(each)));
	if (count === 0 && !fits(kept, [])) {
		kept = {
			...kept,
			constraints: own.slice(
				0,
				largestFit(own.length, (each) => fits({ ...kept, constraints: own.slice(0, each) }, [])),
			),
		};
		for (const list of LISTS) if (!fits(kept, [])) kept = { ...kept, [list]: [] };
	}
	const told = first(count);
	// Unused space goes back to the lists.
	for (const list of [...LISTS].reverse()) {
		const more = { ...kept, [list]: payload[list] };
		if (fits(more, told)) kept = more;
	}
	return { payload: kept, told };
}
