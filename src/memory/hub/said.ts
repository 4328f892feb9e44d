// The lines that a session was told of a document, followed into another text of it: each text that told some is compared
// with that by itself, so that no telling moves the lines of another (docs/memory.md, "What a session was told"). Pure.
import { defined } from '../../shared/json-values';
import { baseKey, compareConstraints } from '../document/identity';
import type { Telling } from '../store';
import type { Constraint } from '../types';

export type Lines = readonly Constraint[];

/** Returns the lines of a version, in the order of the document. */
export type LinesOf = (hash: string) => Lines;

/** A line that was told, with the telling that told it last and all lines of its text. */
interface Said {
	readonly line: Constraint;
	readonly by: Telling;
	readonly text: Lines;
}

/** A told line in another text: the line that it is there, or else what it became. */
interface Place {
	/** As it was told, with its key there; where it is gone, with one that no line has. */
	readonly line: Constraint;
	readonly now?: Constraint;
	readonly became?: Constraint;
}

/** Returns the lines that tellings told, and that nothing told later has the place of, by first telling. */
export const saidBy = (tellings: readonly Telling[], linesOf: LinesOf): readonly Said[] =>
	tellings.reduce<readonly Said[]>((before, by, at) => {
		const text = linesOf(by.hash);
		const isTold = ({ key }: Constraint) => by.keys?.includes(key) ?? true;
		const places = followed(before, text);
		const alike = tellings
			.slice(0, at + 1)
			.filter(({ hash, replaces }) => hash === by.hash && replaces === by.replaces);
		const told = new Set(alike.flatMap(({ keys = [] }) => keys));
		const sections = Map.groupBy(text, sectionOf);
		/** Tells whether its successor was told or, where a part was told as changed, all that its section says now. */
		const isOver = ({ line, now, became }: Place) =>
			became
				? by.replaces !== undefined && told.has(became.key)
				: !now &&
					by.replaces === true &&
					sections.get(sectionOf(line))?.every(({ key }) => told.has(key));
		const known = new Set([...places.values()].map(({ now }) => now));
		return [
			...[...places].flatMap(([each, place]) => {
				const { now } = place;
				if (isOver(place)) return [];
				return now && isTold(now) ? { line: now, by, text } : each;
			}),
			...text
				.filter((line) => isTold(line) && !known.has(line))
				.map((line) => ({ line, by, text })),
		];
	}, []);

/**
 * Follows told lines into a text, in their order: each is there in its section, else where the text that told it did not
 * say it: it has moved.
 */
export function followed(said: readonly Said[], now: Lines): ReadonlyMap<Said, Place> {
	const texts = [...Map.groupBy(said, ({ by }) => by.hash).values()].map((some) => {
		const lines = [...new Set([...some.map(({ line }) => line), ...(some[0]?.text ?? [])])];
		const there = new Map<Constraint, Constraint>();
		return { some, lines, sections: sectionsIn(lines, now), there };
	});
	const taken = new Set<Constraint>();
	for (const isMoved of [false, true])
		for (const { some, lines, sections, there } of texts) {
			const used = new Set(there.values());
			const free = now.filter((line) => !used.has(line));
			const left = Map.groupBy(free, wordsIn);
			for (const [place, line] of lines.entries()) {
				const copies = there.has(line) ? [] : (left.get(wordsIn(line)) ?? []);
				const section = sections.get(sectionOf(line));
				// Lines that were not told leave theirs to those that another text told.
				const isFree = (copy: Constraint) => place >= some.length || !taken.has(copy);
				const at = copies.findIndex(
					(copy) => isFree(copy) && (isMoved || sectionOf(copy) === section),
				);
				for (const copy of at < 0 ? [] : copies.splice(at, 1)) there.set(line, copy);
			}
			for (const copy of some.flatMap(({ line }) => there.get(line) ?? [])) taken.add(copy);
		}
	const keys = new Set(now.map(({ key }) => key));
	const free = (key: string, at = 1): string =>
		keys.has(key) ? free(`${baseKey(key)}~${at + 1}`, at + 1) : keys.add(key) && key;
	const places = new Map<Said, Place>();
	for (const { some, lines, there } of texts) {
		// Of lines that all stand none became another.
		if (some.every(({ line }) => there.has(line))) {
			for (const each of some) places.set(each, standing(each.line, there.get(each.line)));
			continue;
		}
		const keyed = lines.map((line, at) => {
			const lost = () => (at < some.length ? free(line.key) : `${baseKey(line.key)}~`);
			return { ...line, key: there.get(line)?.key ?? lost() };
		});
		const { changed } = compareConstraints(keyed, now);
		// A line of the same words is another that stands.
		const became = new Map(changed.filter(([one, other]) => wordsIn(one) !== wordsIn(other)));
		for (const [at, each] of some.entries()) {
			const line = keyed[at] ?? each.line;
			const found = { now: there.get(each.line), became: became.get(line) };
			places.set(each, { line, ...defined(found) });
		}
	}
	return new Map(said.map((each) => [each, places.get(each) ?? each]));
}

const standing = (line: Constraint, now: Constraint | undefined): Place => ({
	line: { ...line, key: now?.key ?? line.key },
	...defined({ now }),
});

const wordsIn = ({ key }: Constraint): string => baseKey(key);

/** Returns the headings that a line stands under. */
const sectionOf = ({ above = [], heading = '' }: Constraint): string =>
	[...above, heading].join('\n');

/** Returns the sections of a text as another has them: of the same headings, of the same last one, or of most of its lines. */
function sectionsIn(before: Lines, now: Lines) {
	const [were, are] = [Map.groupBy(before, sectionOf), Map.groupBy(now, sectionOf)];
	const there = new Map(
		[...were.keys()].filter((name) => are.has(name)).map((name) => [name, name]),
	);
	const free = new Map([...are].filter(([name]) => !were.has(name)));
	const gone = [...were].filter(([name]) => !are.has(name));
	const pairs = gone.flatMap(([name, lines]) => {
		const keys = new Set(lines.map(wordsIn));
		return [...free].map(([other, others]) => {
			const isNamed = lines[0]?.heading === others[0]?.heading;
			const common = others.filter((line) => keys.has(wordsIn(line))).length;
			return { name, other, share: isNamed ? now.length : common };
		});
	});
	pairs.sort((one, other) => other.share - one.share);
	for (const { name, other, share } of pairs)
		if (share > 0 && !there.has(name) && free.delete(other)) there.set(name, other);
	return there;
}
