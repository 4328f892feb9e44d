// A document that says the same words in several sections: bound is the copy that was told. A model of sets says which
// copies are owed, whatever is loaded, activated, let go, acted on and edited.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConstraints } from '../../src/memory/document/document';
import { contentHash } from '../../src/memory/hash';
import { addTelling } from '../../src/memory/hub/told';
import { type ReplaySources, resume } from '../../src/session/verified-action';
import { ok } from '../../src/shared/result';
import { times } from '../fuzz-runs';
import { callerOf, openWorkspace } from '../memory/workspace';

const SECTIONS = ['Wibbling', 'Flanging', 'Trundling'] as const;
type Section = (typeof SECTIONS)[number];
const WORDS = ['Every rope is inspected.', 'Lamps hang on hooks.', 'Nobody enters alone.'] as const;
const RULE = 'rules/GADGET.md';

/** A copy of words in a section, `Wibbling: Lamps hang on hooks.`; a document is a set of them. */
type Copies = ReadonlySet<string>;
const ALL = SECTIONS.flatMap((section) => WORDS.map((words) => `${section}: ${words}`));
const sectionIn = (copy: string) => copy.split(': ')[0] ?? '';
const wordsIn = (copy: string) => copy.split(': ')[1] ?? '';
const within = (copies: Copies, section: Section) =>
	ALL.filter((copy) => copies.has(copy) && sectionIn(copy) === section);
const textOf = (copies: Copies, edition: number) =>
	`# Gadgets${' again'.repeat(edition)}\n\n${SECTIONS.map((section) => [`## ${section}\n`, '- Care is taken.', ...within(copies, section).map((copy) => `- ${wordsIn(copy)}`)].join('\n')).join('\n\n')}\n`;

/** Places of told copies in a later text: a lost one is one that came elsewhere, if one of its words did. */
function moved(told: Copies, before: Copies, after: Copies): { stand: Copies; lost: Copies } {
	const stand = new Set<string>();
	const lost = new Set<string>();
	for (const words of WORDS) {
		const said = ALL.filter((copy) => wordsIn(copy) === words);
		const gone = said.filter((copy) => before.has(copy) && !after.has(copy));
		const come = said.filter((copy) => after.has(copy) && !before.has(copy));
		for (const copy of said.filter((each) => told.has(each) && after.has(each))) stand.add(copy);
		for (const copy of gone.filter((each) => told.has(each))) {
			const place = come[gone.indexOf(copy)];
			if (place === undefined) lost.add(copy);
			else stand.add(place);
		}
	}
	return { stand, lost };
}

const definition = { name: 'w', description: '', agents: {}, loops: {}, steps: [] };
const at = {
	...{ run_id: 'r', sessions: ['ada-1'], position: 1, outputs: 0 },
	delivered: 'clear' as const,
};

async function world(first: Copies) {
	const { hub, store, push, agent, tell } = openWorkspace();
	let copies = first;
	let edition = 0;
	const [id = ''] = Object.values(await push({ [RULE]: textOf(copies, edition) }));
	const ask = await agent('ada', 'ada-1');
	const sources: ReplaySources = {
		hub,
		workflow: { inForce: async () => ok({ ...at, definition, contextHints: [] }) },
		baselines: { get: async () => null, put: async () => {} },
		session: () => ({ requiredOrders: async () => [] }),
	};
	const caller = callerOf('ada', 'ada-1');
	/** The copies that were told, among all of the text that was told last: one that is lost is owed until it is back. */
	let [told, of]: [Copies, Copies] = [new Set(), copies];
	const follow = () => {
		const { stand, lost } = moved(told, of, copies);
		[told, of] = [new Set([...stand, ...lost]), new Set([...copies, ...lost])];
	};
	return {
		async load() {
			await ask('memload', { ids: [id], knownHashes: { [id]: '' } });
			[told, of] = [copies, copies];
		},
		/** Tells one section, as an activation does. */
		async activate(section: Section) {
			const hash = contentHash(textOf(copies, edition));
			const lines = store.versionByHash(id, hash)?.constraints ?? [];
			const keys = lines.filter(({ heading }) => heading === section).map(({ key }) => key);
			if (keys.length > 0) tell(caller, id, { hash, keys });
			follow();
			told = new Set([...told, ...within(copies, section)]);
		},
		/** Withdrawn, let go by a load of it, and published again. */
		async release() {
			const gone = [{ id, hash: contentHash(textOf(copies, edition)) }];
			await hub.applySync({ by: 'admin', files: [], withdraw: gone });
			await ask('memload', { ids: [id], knownHashes: { [id]: '' } });
			const { version = 0 } = store.object(id) ?? {};
			expect(await hub.rollback({ id, version: version - 1, by: 'admin' })).toMatchObject({
				ok: true,
			});
			[told, of] = [new Set(), copies];
		},
		act: () => hub.taken({ caller }),
		async edit(copy: string) {
			const base = contentHash(textOf(copies, edition));
			const after = new Set(copies);
			if (!after.delete(copy)) after.add(copy);
			copies = after;
			const files = [{ file: RULE, content: textOf(copies, ++edition), base, id }];
			expect(await hub.applySync({ by: 'admin', files })).toMatchObject({ ok: true });
		},
		async prove() {
			const limits = { tokenBudget: 1, estimate: (said: string) => said.length };
			const { section } = await resume(sources, { caller, session: 'ada-1' }, limits);
			const { lost } = moved(told, of, copies);
			const { admissible, warnings = [] } = section.verification;
			expect(admissible).toBe(lost.size === 0);
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
		const [one, two] = linesOf('before').map(({ key }) => [key]);
		const keys = [linesOf('after')[0]?.key ?? ''];
		const whole = { hash: 'before', keys: [...(one ?? []), ...(two ?? [])] };
		const held = addTelling([whole], { hash: 'after', keys, replaces: true }, linesOf);
		expect(held).toMatchObject([
			{ hash: 'before', keys: two },
			{ hash: 'after', keys },
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
