// Validates a document before it becomes a draft or a version: its size, its hash, its constraints (docs/memory.md,
// "Constraints"): every list item, paragraph, table row and heading that states a rule; code belongs to the text
// before it. Other lines are counted by reason.
import { defined } from '../../shared/json-values';
import { err, ok } from '../../shared/result';
import { utf8Bytes } from '../../shared/utf8';
import { contentHash } from '../hash';
import type { Constraint, Kind, Referable } from '../types';
import { splitFrontMatter } from './front-matter';
import { KEY_LENGTH, keyOf } from './identity';
import { NONE_UNBOUND, type UnboundReason, unboundOf } from './line-coverage';
import { blocksOf } from './markdown';
import { parseSections, type SectionIds } from './sections';
import type { Unit } from './unit-builder';
import { unitsOf } from './units';

/**
 * Parses the constraints of a document, in linear time.
 * @returns `places`: line ranges of each constraint, from 0, the end excluded; `sections`: H2 sections and their items, as
 * Memory MCP names them; `problems`: warnings for the author, one sentence each; `unboundLines`: by line, from 0
 */
export function parseConstraints(content: string) {
	const { markdown, problem, lines: frontMatter = 0 } = splitFrontMatter(content);
	const blocks = blocksOf(markdown);
	const { sections, ids, problems } = parseSections(blocks);
	const { units, unbound } = unitsOf(blocks);
	const unboundLines = new Map<number, UnboundReason>([
		...Array.from({ length: frontMatter }, (_, line) => [line, 'frontMatter'] as const),
		...[...unbound].map(([line, reason]) => [frontMatter + line, reason] as const),
	]);
	return {
		constraints: named(units, ids, sections),
		places: units.map(({ at }) =>
			at.map(([from, to]) => [from + frontMatter, to + frontMatter] as const),
		),
		sections,
		problems: problem === undefined ? problems : [problem, ...problems],
		unbound: unboundOf(unboundLines),
		unboundLines,
	};
}

function named(
	units: readonly Unit[],
	sectionIds: readonly SectionIds[],
	sections: readonly Referable[],
): Constraint[] {
	const bySectionId = new Map(sections.map((section) => [section.id, section]));
	const free = uniqueNames([...sectionIds.map(({ whole }) => whole), ...bySectionId.keys()]);
	const titles = new Map<number, string>();
	const keys = new Map<string, number>();
	const sizes = countBy(
		units.filter(({ label }) => !label.startsWith('h')),
		({ section }) => section,
	);
	return units.map((unit) => {
		const { section, h2, title, label, text, item } = unit;
		const known = h2 === undefined ? undefined : sectionIds[h2];
		const whole = known?.whole ?? titles.get(section) ?? free(title);
		titles.set(section, whole);
		const itemId = item === undefined ? undefined : known?.items[item - 1];
		const within = [whole, itemId].flatMap((id) => {
			const found = id === undefined || known === undefined ? undefined : bySectionId.get(id);
			return found === undefined ? [] : [[found.id, digitsOf(found.textHash)] as const];
		});
		const isAlone = label.startsWith('p') && sizes.get(section) === 1;
		const isItem = item !== undefined && label === `${item}`;
		const id = isAlone ? whole : ((isItem ? itemId : undefined) ?? free(`${whole}/${label}`));
		const key = keyOf(text, [unit.sense, ...unit.parents]);
		const times = (keys.get(key) ?? 0) + 1;
		keys.set(key, times);
		return {
			id,
			name: title,
			text,
			textHash: contentHash(text),
			key: times === 1 ? key : `${key}~${times}`,
			...headingsOf(unit),
			...(unit.sense === '' ? {} : { sense: unit.sense }),
			...defined({ lead: unit.lead, list: unit.list }),
			...(unit.leads ? { leads: true as const } : {}),
			...(within.length === 0 ? {} : { within }),
			...(known === undefined ? { outside: true as const } : {}),
		};
	});
}

function headingsOf({ headings }: Unit): Pick<Constraint, 'heading' | 'above'> {
	const heading = headings.at(-1);
	if (heading === undefined) return {};
	return { heading, ...(headings.length > 1 && { above: headings.slice(0, -1) }) };
}

/** Returns a function that makes names unique: `A`, then `A (2)`. */
function uniqueNames(before: readonly string[]): (base: string) => string {
	const taken = new Set(before);
	const numbers = new Map<string, number>();
	return (base) => {
		let number = numbers.get(base) ?? 1;
		let id = base;
		while (taken.has(id)) id = `${base} (${++number})`;
		numbers.set(base, number);
		taken.add(id);
		return id;
	};
}

const digitsOf = (hash: string): string => hash.slice(hash.indexOf(':') + 1).slice(0, KEY_LENGTH);

function countBy<Value>(values: readonly Value[], keyOf: (value: Value) => number) {
	const counts = new Map<number, number>();
	for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
	return counts;
}

export const MAX_DOCUMENT_BYTES = 262_144;
const MAX_CONSTRAINTS = 2000;
/** Maximum UTF-8 bytes of its constraints as JSON: control characters take six there, and a row holds 2 MB. */
const MAX_CONSTRAINT_BYTES = 1_500_000;

export const NOTHING_BINDS =
	'nothing in it binds: it has no list item, paragraph or table row to follow';

/**
 * Validates a text; the error is a sentence that begins with `body`. @returns `content` as well-formed Unicode;
 * `constraints` of rules and workflows; `warnings` for the author
 */
export function readDocument(kind: Kind, text: string) {
	const content = text.toWellFormed();
	const bytes = content.length > MAX_DOCUMENT_BYTES ? content.length : utf8Bytes(content);
	if (bytes > MAX_DOCUMENT_BYTES)
		return err(
			`body must be at most ${MAX_DOCUMENT_BYTES} bytes (this one: ${bytes} or more); split it`,
		);
	const { description, problem } = splitFrontMatter(content);
	const { constraints, problems, unbound } = binds(kind)
		? parseConstraints(content)
		: { constraints: [], problems: problem === undefined ? [] : [problem], unbound: NONE_UNBOUND };
	if (constraints.length > MAX_CONSTRAINTS)
		return err(
			`body must hold at most ${MAX_CONSTRAINTS} constraints (this one: ${constraints.length}); split it`,
		);
	if (utf8Bytes(JSON.stringify(constraints)) > MAX_CONSTRAINT_BYTES)
		return err(
			'body must hold fewer control characters or shorter headings; shorten them, or split it',
		);
	return ok({
		content,
		hash: contentHash(content),
		bytes,
		...defined({ description }),
		constraints,
		unbound,
		warnings: binds(kind) && constraints.length === 0 ? [...problems, NOTHING_BINDS] : problems,
	});
}

/** Returns whether objects of this kind have constraints. */
export const binds = (kind: Kind): boolean => kind === 'rule' || kind === 'workflow';

/** Ends every loaded rule and workflow, so that the agent declares what it followed. */
const REMINDER =
	"\n\n---\n**Refer:** when one of the constraints above shapes your work, declare it with `memref`: `ruleId` is this document's id, `constraintId` an exact id from its `constraints` list.\n";

/** Appends the reminder to rules and workflows; hashes are of the content alone. */
export const withReminder = (kind: Kind, content: string): string =>
	binds(kind) ? content.trimEnd() + REMINDER : content;

/** The reminder wherever it stands, wrapped or not, and the rule over it. */
const REMINDERS = new RegExp(
	`(?:^---\\n{1,3})?^${REMINDER.replace('---', '')
		.trim()
		.replaceAll(/[*.]/g, String.raw`\$&`)
		.replaceAll(' ', String.raw`\s{1,9}`)}`,
	'gm',
);

/** Removes the reminders from content that an agent sends back, also where it wrote behind them. */
export function withoutReminder(content: string): string {
	const without = content.replaceAll(REMINDERS, '');
	return without === content ? content : `${without.trimEnd()}\n`;
}
