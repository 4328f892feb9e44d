// The replay section of a status after a context action: whether what was told still stands, and what the model must be
// told again (docs/replay.md, "Verified context actions"). Pure.
// Changes that fail no proof are told: headings, the order of numbered steps, the files that a rule is for.
import { type BindingRule, type Constraint, normalized, plainWords } from '../memory';
import { type ReplayPayload, validateReplayPayload } from '../replay';
import { sortedByCodePoint } from '../shared/code-point-order';
import {
	driftOf,
	fitEvidence,
	fitPrompt,
	type HeldHashes,
	holds,
	LISTS,
	type LiveConstraint,
	liveConstraints,
	livePrompt,
	type Validation,
} from './live-constraints';

/** The section as sent on the wire; the verdict comes first. */
export interface ReplaySection {
	readonly verification: Validation;
	/** Lists omissions and how to get them. */
	readonly note?: string;
	/** Prompt text, constraints first. */
	readonly prompt_context: string;
}

export interface Resumption {
	readonly live: ReplayPayload;
	/** Rules that the session was told, with those in force. */
	readonly rules: readonly BindingRule[];
	/** The payload saved before the action; without it, the order of the live one is compared. */
	readonly baseline?: ReplayPayload | undefined;
	/** Absent: the caller holds nothing, so that everything is told. */
	readonly held?: HeldHashes | undefined;
	readonly tokenBudget: number;
	/** Returns whether there is room for a section; the prompt context takes what verdict and note leave. */
	readonly fits?: (section: ReplaySection) => boolean;
	/** Tokens of the issues; defaults to `tokenBudget`. */
	readonly evidenceBudget?: number;
	/** Counts the tokens of a text. */
	readonly estimate: (text: string) => number;
}

/**
 * Builds the section. Bound is what was told: the proof holds if each such line stands unchanged and, where the caller
 * says what it holds, is held. Room decides only what is told again.
 * @returns `told`: the constraints in the prompt context
 */
export function replaySection(resumption: Resumption) {
	const { live, rules, held, fits = () => true, estimate } = resumption;
	const inForce = liveConstraints(rules);
	const lines = new Set(inForce.map(({ line }) => line));
	const own = live.constraints.filter((line) => !lines.has(line));
	const isHeld = (constraint: LiveConstraint) => held !== undefined && holds(held, constraint);
	const heldLines = new Set(inForce.filter(isHeld).map(({ line }) => line));
	const drift = driftOf(rules, held === undefined ? lines : heldLines);
	// Names of the same run may differ between the payloads.
	const { task, objective = '' } = live;
	const baseline = { ...(resumption.baseline ?? live), task, objective, constraints: own };
	const verdict = validateReplayPayload({ ...live, constraints: own }, { baseline });
	const issues = [...drift, ...verdict.issues];
	const silent = unboundWarnings(rules);
	const warnings = [...(verdict.warnings ?? []), ...silent, ...changeWarnings(rules)];
	const { left, verification } = fitEvidence(
		{
			admissible: issues.length === 0,
			failure_labels: sortedByCodePoint(new Set(issues.map((issue) => issue.failure_label))),
			issues,
			...(warnings.length > 0 && { warnings }),
		},
		{ estimate, tokenBudget: resumption.evidenceBudget ?? resumption.tokenBudget },
	);
	const order = live.required_order;
	const next = new Map(order.slice(1).map((name, at) => [order[at], name]));
	// Those that the order does not imply.
	const dependency_chains = live.dependency_chains.filter(([from, to]) => next.get(from) !== to);
	const plan = { ...live, constraints: own, dependency_chains };
	const seen = new Set(heldLines);
	const missing = inForce.filter(({ line }) => !seen.has(line) && seen.add(line));
	const changed = rules.filter(({ told, constraints }) =>
		told.some((line) => constraints.every(({ key }) => key !== line.key)),
	);
	const [all, edited] = [rulesOf(missing), loadOf(changed)];
	// The longest note: as if nothing had room.
	const note = `${edited} ${loadOf(all)} ${' more'.repeat(80)}`;
	const { told, payload } = fitPrompt(plan, missing, {
		tokenBudget: resumption.tokenBudget,
		estimate: (text) =>
			fits({ verification, note, prompt_context: text })
				? estimate(text)
				: Number.POSITIVE_INFINITY,
	});
	const gone = LISTS.filter((list) => payload[list].length < plan[list].length);
	const untold = missing.filter((constraint) => !told.includes(constraint));
	const ownUntold = own.length - payload.constraints.length;
	const lost = [...gone, ...(ownUntold > 0 ? [`${ownUntold} constraints of the workflow`] : [])];
	const notes = [
		resumption.baseline ? '' : 'No payload was saved: compared with what binds now.',
		changed.length > 0 && `Changed since it was told: ${edited}.`,
		untold.length > 0 &&
			`${untold.length} more bind and are not repeated for lack of room: ${loadOf(rulesOf(untold))}.`,
		lost.length > 0 && `No room for ${lost.join(', ')}: build_replay_payload has them.`,
		left > 0 && `${left} pieces of evidence found no room.`,
		...silent,
	].filter(Boolean);
	const section = {
		verification,
		...(notes.length > 0 && { note: notes.join(' ') }),
		prompt_context: livePrompt(payload, told),
	};
	const bound = rules.reduce((sum, rule) => sum + rule.told.length, own.length);
	return { section, told, bound };
}

/** Warns about told rules without constraints, which verification cannot cover. */
function unboundWarnings(rules: readonly BindingRule[]): string[] {
	const silent = rules.filter(({ told, constraints }) => told.length + constraints.length === 0);
	if (silent.length === 0) return [];
	const all = silent.length === rules.length ? 'Nothing that was loaded binds' : 'Nothing binds';
	return [`${all} of ${namesOf(silent.map(({ path }) => path))}: this proves nothing about it.`];
}

/** Documents named in a sentence, or in a call before the others. */
const MAX_NAMED = 8;
const namesOf = (names: readonly string[]): string =>
	names.length > MAX_NAMED
		? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
		: names.join(', ');

const rulesOf = (constraints: readonly LiveConstraint[]) => constraints.map(({ rule }) => rule);

/** Returns the call that brings the texts of rules, and the ids that it leaves out. */
function loadOf(rules: readonly BindingRule[]): string {
	const ids = [...new Set(rules.map(({ alias, ruleId }) => alias ?? ruleId))];
	const some = ids.splice(0, MAX_NAMED);
	const knownHashes = Object.fromEntries(some.map((id) => [id, '']));
	const more = ids.length > 0 ? `, and as well ${inRanges(ids).join(', ')}` : '';
	return `memload ${JSON.stringify({ ids: some, knownHashes })}${more}`;
}

/** Joins three and more short names in a row: `r9 to r12`. */
function inRanges(ids: readonly string[]): string[] {
	const rows: string[][] = [];
	for (const id of ids) {
		const row = rows.at(-1);
		const next = row
			?.at(-1)
			?.replace(/^([a-z])(\d+)$/, (_, letter, n) => `${letter}${Number(n) + 1}`);
		if (row && next === id) row.push(id);
		else rows.push([id]);
	}
	return rows.flatMap((row) => (row.length < 3 ? row : [`${row[0]} to ${row.at(-1)}`]));
}

/** Per kind of warning. */
const MAX_TOLD = 5;
/** Maximum length of a quoted constraint. */
const MAX_SAID = 60;

/** Returns the headings over a line, `Style > Names`; empty where there are none. */
const headingsOf = ({ heading, above = [] }: Constraint): string =>
	heading === undefined ? '' : [...above, heading].map((each) => plainWords(each)).join(' > ');

/** Returns what to say of lines that stand under other headings than they were told under. */
export function headingWarnings(rules: readonly Pick<BindingRule, 'told' | 'constraints'>[]) {
	const renamed = new Set<string>();
	const moved: string[] = [];
	for (const { told, constraints } of rules) {
		const [were, are] = [told, constraints].map((lines) => new Set(lines.map(headingsOf)));
		const now = new Map(constraints.map((line) => [line.key, headingsOf(line)]));
		for (const line of told) {
			const [from, to] = [headingsOf(line), now.get(line.key)];
			if (to === undefined || from === to) continue;
			const isRenamed = from !== '' && to !== '' && !are?.has(from) && !were?.has(to);
			if (isRenamed) renamed.add(`"${from}" is now "${to}"`);
			else moved.push(`${shortened(line.text)} from ${quoted(from)} to ${quoted(to)}`);
		}
	}
	return [...listed('headings changed', [...renamed]), ...listed('moved', moved)];
}

const shortened = (words: string): string => {
	const text = normalized(words);
	return `"${text.length > MAX_SAID ? `${text.slice(0, MAX_SAID).toWellFormed()}…` : text}"`;
};
const quoted = (heading: string): string => (heading === '' ? 'no heading' : `"${heading}"`);

const listed = (what: string, told: readonly string[]): string[] => {
	const more = told.length > MAX_TOLD ? ` and ${told.length - MAX_TOLD} more` : '';
	return told.length === 0 ? [] : [`${what}: ${told.slice(0, MAX_TOLD).join(', ')}${more}`];
};

/** Returns warnings about what changed since it was told, without a line of it changing. */
const changeWarnings = (rules: readonly BindingRule[]): string[] => [
	...headingWarnings(rules),
	...listed(
		'order',
		rules.flatMap((rule) => reordered(rule)),
	),
	...listed(
		'scope changed',
		rules.flatMap(({ path, scopes }) =>
			scopes === undefined ? [] : [`${path} was ${scopes[0]}, is ${scopes[1]}`],
		),
	),
];

/** Returns the steps of each numbered list that stand in another order now. */
function reordered({ path, told, constraints }: BindingRule): string[] {
	const now = new Map(
		constraints.filter(({ list }) => list !== undefined).map(({ key }, at) => [key, at]),
	);
	const lists = Map.groupBy(
		told.filter(({ list, key }) => list !== undefined && now.has(key)),
		({ list }) => list,
	);
	const placeOf = ({ key }: Constraint) => now.get(key) ?? 0;
	return [...lists.values()].flatMap((steps) => {
		const sorted = [...steps].sort((one, other) => placeOf(one) - placeOf(other));
		const moved = steps.filter((step, at) => step !== sorted[at]).map(({ id }) => id);
		return moved.length === 0 ? [] : [`${moved.join(' and ')} of ${path} changed places`];
	});
}
