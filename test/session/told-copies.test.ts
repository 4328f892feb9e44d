// A document that says the same words in several sections: bound is the copy that was told. A model of sets says which
// copies are owed, whatever is loaded, activated, let go, acted on and edited.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { saidBy } from '../../src/memory/hub/said';
import { times } from '../fuzz-runs';
import { openRun } from '../memory/told-run';

const SECTIONS = ['Wibbling', 'Flanging', 'Trundling'] as const;
type Section = (typeof SECTIONS)[number];
const WORDS = ['Every rope is inspected.', 'Lamps hang on hooks.', 'Nobody enters alone.'] as const;

/** A copy of words in a section, `Wibbling: Lamps hang on hooks.`; a document is a set of them. */
type Copies = ReadonlySet<string>;
const ALL = SECTIONS.flatMap((section) => WORDS.map((words) => `${section}: ${words}`));
const sectionIn = (copy: string) => copy.split(': ')[0] ?? '';
const wordsIn = (copy: string) => copy.split(': ')[1] ?? '';
const within = (copies: Copies, section: Section) =>
	ALL.filter((copy) => copies.has(copy) && sectionIn(copy) === section);
/** A title of many words would state a rule. */
const textOf = (copies: Copies, edition: number) =>
	`# Gadgets ${'again'.repeat(edition)}\n\n${SECTIONS.map((section) => [`## ${section}\n`, '- Care is taken.', ...within(copies, section).map((copy) => `- ${wordsIn(copy)}`)].join('\n')).join('\n\n')}\n`;

/** A told copy, with all of the text that told it last. */
interface Told {
	readonly copy: string;
	readonly of: Copies;
}

/** Places of told copies in a text: a lost one is one that came where its own text had none, if one of its words did. */
function placesOf(told: readonly Told[], now: Copies): ReadonlyMap<Told, string> {
	const there = new Map(told.filter(({ copy }) => now.has(copy)).map((each) => [each, each.copy]));
	const holders = new Map([...there].map(([each, copy]) => [copy, each]));
	const find = (each: Told, tried: Set<string>): boolean =>
		[...now].some((copy) => {
			const isFree = wordsIn(copy) === wordsIn(each.copy) && !each.of.has(copy);
			if (!isFree || tried.has(copy)) return false;
			tried.add(copy);
			const holder = holders.get(copy);
			if (holder && (holder.copy === copy || !find(holder, tried))) return false;
			holders.set(copy, each);
			return true;
		});
	for (const each of told) if (!there.has(each)) find(each, new Set());
	return new Map([...holders].map(([copy, each]) => [each, copy]));
}

async function world(first: Copies) {
	let [copies, edition] = [first, 0];
	const here = await openRun(textOf(copies, edition));
	let told: readonly Told[] = [];
	/** Copies that are told again are those that they were. */
	const tell = (some: readonly string[]) => {
		const places = placesOf(told, copies);
		const others = told.filter((each) => !some.includes(places.get(each) ?? ''));
		told = [...others, ...some.map((copy) => ({ copy, of: copies }))];
	};
	return {
		async load() {
			await here.load();
			told = [];
			tell([...copies]);
		},
		activate(section: Section) {
			here.tell(section);
			tell(within(copies, section));
		},
		async release() {
			await here.release();
			told = [];
		},
		act: () => here.act(),
		async edit(copy: string) {
			const after = new Set(copies);
			if (!after.delete(copy)) after.add(copy);
			copies = after;
			await here.edit(textOf(copies, ++edition));
		},
		async prove() {
			const { admissible, warnings } = await here.status('ada-1', 1);
			expect(admissible).toBe(placesOf(told, copies).size === told.length);
			return warnings;
		},
	};
}

const [section, copy] = [fc.constantFrom(...SECTIONS), fc.constantFrom(...ALL)];
const named = <Deed extends string>(deed: Deed) => fc.constant([deed] as const);
const step = fc.oneof(
	{ weight: 3, arbitrary: fc.oneof(named('load'), named('release'), named('act')) },
	{ weight: 4, arbitrary: fc.tuple(fc.constant('activate' as const), section) },
	{ weight: 6, arbitrary: fc.tuple(fc.constant('edit' as const), copy) },
	{ weight: 3, arbitrary: named('prove') },
);

describe('a copy of words that its document says elsewhere too', () => {
	it('fails the proof where it is edited, and no heading is told as new or gone', async () => {
		const [one = '', other = ''] = [`${SECTIONS[0]}: ${WORDS[0]}`, `${SECTIONS[2]}: ${WORDS[0]}`];
		const here = await world(new Set([one, other]));
		await here.activate(SECTIONS[0]);
		await here.edit(other);
		expect((await here.prove()).filter((each) => /heading|moved/.test(each))).toEqual([
			expect.stringContaining('Gadgets again'),
		]);
		await here.edit(other);
		await here.edit(one);
		const warnings = (await here.prove()).join('\n');
		expect(warnings).not.toMatch(/Trundling|gone|moved/);
	});

	it('is let go where what it became is told as changed, and no other copy is', () => {
		const texts: Readonly<Record<string, string>> = {
			before: `## One\n\n- ${WORDS[0]}\n\n## Two\n\n- ${WORDS[0]}\n`,
			after: `## One\n\n- Every rope is burnt.\n\n## Two\n\n- ${WORDS[0]}\n`,
		};
		const linesOf = (hash: string) => parseConstraints(texts[hash] ?? '').constraints;
		const keys = [linesOf('after')[0]?.key ?? ''];
		const said = saidBy([{ hash: 'before' }, { hash: 'after', keys, replaces: true }], linesOf);
		expect(said.map(({ line, by }) => [by.hash, line.heading, line.text])).toEqual([
			['before', 'Two', WORDS[0]],
			['after', 'One', 'Every rope is burnt.'],
		]);
	});

	it('stands where its words moved within the document', async () => {
		const here = await world(new Set([`${SECTIONS[0]}: ${WORDS[0]}`]));
		await here.load();
		await here.edit(`${SECTIONS[1]}: ${WORDS[0]}`);
		await here.edit(`${SECTIONS[0]}: ${WORDS[0]}`);
		await here.prove();
	});

	it('is owed as a model of sets says, whatever came before', async () => {
		const steps = fc.array(step, { minLength: 4, maxLength: 16, size: 'max' });
		await fc.assert(
			fc.asyncProperty(fc.subarray(ALL, { minLength: 3 }), steps, async (first, all) => {
				const here = await world(new Set(first));
				for (const [deed, of] of all) await here[deed](of as never);
				await here.prove();
			}),
			{ numRuns: times(60, 3_000) },
		);
	});
});
