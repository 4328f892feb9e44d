// The lines that a session was told of a document, followed into another text of it: each text that told some is compared
// with that by itself, so that no telling moves the lines of another (docs/memory.md, "What a session was told"). Pure.
import { baseKey, compareConstraints } from '../document/identity';
import type { Telling } from '../store';
import type { Constraint } from '../types';

export type Lines = readonly Constraint[];

/** Returns the lines of a version, in the order of the document. */
export type LinesOf = (hash: string) => Lines;

/** A line that was told, with the telling that told it last. */
export interface Said {
	readonly line: Constraint;
	readonly by: Telling;
}

/**
 * Returns the lines that tellings told, and that nothing told later has the place of, by first telling.
 * @param begun those of the first so many tellings, where they are known
 */
export const saidBy = (
	tellings: readonly Telling[],
	linesOf: LinesOf,
	begun: { readonly said: readonly Said[]; readonly count: number } = { said: [], count: 0 },
): readonly Said[] =>
	tellings.slice(begun.count).reduce<readonly Said[]>((before, by, after) => {
		const text = linesOf(by.hash);
		const isTold = ({ key }: Constraint) => by.keys?.includes(key) ?? true;
		const places = followed(before, text, linesOf);
		const alike = tellings
			.slice(0, begun.count + after + 1)
			.filter(({ hash, replaces }) => hash === by.hash && replaces === by.replaces);
		const told = new Set(alike.flatMap(({ keys = [] }) => keys));
		const sections = Map.groupBy(text, sectionOf);
		const known = new Set([...places.values()].map(({ now }) => now));
		const all = [
			...[...places].flatMap(([each, { line, now, became }]) => {
				// Its successor was told or, where a part was told as changed, all that its section says now.
				const isOver = became
					? by.replaces !== undefined && told.has(became.key)
					: !now &&
						by.replaces === true &&
						sections.get(sectionOf(line))?.every(({ key }) => told.has(key));
				if (isOver) return [];
				return now && isTold(now) ? { line: now, by } : each;
			}),
			...text.filter((line) => isTold(line) && !known.has(line)).map((line) => ({ line, by })),
		];
		return [...new Map(all.map((each) => [`${each.by.hash} ${each.line.key}`, each])).values()];
	}, begun.said);

/**
 * Finds told lines in a text, by the texts that told them: each in its section, else where its own text did not say it: it
 * has moved. Lines that were not told are looked at only where a told one of their text is not in its section.
 */
function placedIn(said: readonly Said[], now: Lines, linesOf: LinesOf) {
	const taken = new Set<Constraint>();
	const same = new Map(now.map((line) => [sectionOf(line), sectionOf(line)]));
	const textOf = (some: readonly Said[], lines: Lines, sections = sectionsIn(lines, now)) => {
		const there = new Map<Constraint, Constraint>();
		const place = (isMoved: boolean) => {
			const used = new Set(there.values());
			const left = Map.groupBy(there.size < lines.length ? now : [], wordsIn);
			for (const [at, line] of lines.entries()) {
				if (there.has(line)) continue;
				const copy = left.get(wordsIn(line))?.find(
					// No two told lines have one place.
					(each) =>
						!used.has(each) &&
						(at >= some.length || !taken.has(each)) &&
						(isMoved || sectionOf(each) === sections.get(sectionOf(line))),
				);
				if (copy) used.add(copy) && there.set(line, copy);
			}
		};
		place(false);
		return { some, lines, sections, there, place };
	};
	const take = ({ some, there }: ReturnType<typeof textOf>) => {
		for (const copy of some.flatMap(({ line }) => there.get(line) ?? [])) taken.add(copy);
	};
	const texts = [...Map.groupBy(said, ({ by }) => by.hash)].map(([hash, some]) => {
		const told = some.map(({ line }) => line);
		const keys = new Set(told.map(({ key }) => key));
		const alone = textOf(some, told, same);
		const isThere = alone.there.size === told.length;
		const rest = isThere ? [] : linesOf(hash).filter(({ key }) => !keys.has(key));
		const text = isThere ? alone : textOf(some, [...told, ...rest]);
		take(text);
		return text;
	});
	for (const text of texts) {
		text.place(true);
		take(text);
	}
	return texts;
}

/**
 * Follows told lines into a text, in their order. @returns of each the `line` as it was told, with its key there or, where
 * it is gone, one that no line has; the line that it is `now`, or what it `became`
 */
export function followed(said: readonly Said[], now: Lines, linesOf: LinesOf) {
	const keys = new Set(now.map(({ key }) => key));
	const free = (key: string, at = 1): string =>
		keys.has(key) ? free(`${baseKey(key)}~${at + 1}`, at + 1) : keys.add(key) && key;
	const places = placedIn(said, now, linesOf).flatMap(({ some, lines, there }) => {
		const isGone = some.some(({ line }) => !there.has(line));
		const keyed = lines.map((line, at) => {
			const lost = () => (at < some.length ? free(line.key) : `${baseKey(line.key)}~`);
			return { ...line, key: there.get(line)?.key ?? lost() };
		});
		// Of lines that all stand none became another.
		const { changed } = isGone ? compareConstraints(keyed, now) : { changed: [] };
		// A line of the same words is another that stands.
		const became = new Map(changed.filter(([one, other]) => wordsIn(one) !== wordsIn(other)));
		return some.map((each, at) => {
			const line = keyed[at] ?? each.line;
			return [each, { line, now: there.get(each.line), became: became.get(line) }] as const;
		});
	});
	const order = new Map(said.map((each, at) => [each, at]));
	return new Map(places.sort(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0)));
}

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
			const isMost = 2 * common >= Math.min(lines.length, others.length);
			return { name, other, share: isNamed ? now.length : isMost ? common : 0 };
		});
	});
	pairs.sort((one, other) => other.share - one.share);
	for (const { name, other, share } of pairs)
		if (share > 0 && !there.has(name) && free.delete(other)) there.set(name, other);
	return there;
}
