// Tests that a session is bound by what it was told and not to let go: whatever is loaded, activated, released, edited
// and acted on, a proof holds exactly if each such line stands unchanged. A model that reads only the answers says
// which these are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/memory/hash';
import { resume, saveBaseline } from '../../src/session/verified-action';
import { times } from '../fuzz-runs';
import { runSources } from '../memory/told-run';
import { callerOf, openWorkspace } from '../memory/workspace';
import {
	edited,
	FIRST,
	fileOf,
	HOLDINGS,
	isRenamed,
	lineOf,
	linesIn,
	numberOf,
	partOf,
	renamed,
	SHARED,
	TOPICS,
	textOf,
	toggled,
	wordIn,
} from './told-lines';

/** A workspace, its ledger as an outsider sees it, and a session that is told of it. */
async function world() {
	const { hub, push, agent } = openWorkspace();
	const words = new Map<string, readonly number[]>(TOPICS.map((topic) => [topic, FIRST]));
	const files = TOPICS.map((topic) => [fileOf(topic), textOf(topic, words.get(topic) ?? [])]);
	const ids = Object.values(await push(Object.fromEntries(files)));
	const ask = await agent('ada', 'ada-1');
	const saved = new Map<string, string>();
	const sources = runSources(hub, ['ada-1'], saved);
	const who = { caller: callerOf('ada', 'ada-1'), session: 'ada-1' };
	/** Of each topic the lines that were told, with the documents that they were told from. */
	const told = new Map<string, Map<string, Set<string>>>(TOPICS.map((topic) => [topic, new Map()]));
	/** Every text and its document by its hash. */
	const texts = new Map<string, readonly string[]>();
	const from = new Map<string, string>();
	const textNow = (topic: string) => textOf(topic, words.get(topic) ?? []);
	const tell = (topic: string, lines: readonly string[]) => {
		const all = told.get(topic) ?? new Map<string, Set<string>>();
		for (const line of lines) all.set(line, (all.get(line) ?? new Set()).add(textNow(topic)));
	};
	/** Of each document the lines that were told as changed. */
	const news = new Map<string, Set<string>>();
	/** Lets go of what an excerpt that says it is changed has the place of. */
	const replace = (topic: string, lines: readonly string[]) => {
		const excerpt = new Set([...(news.get(textNow(topic)) ?? []), ...lines]);
		news.set(textNow(topic), excerpt);
		const now = linesIn(textNow(topic)).map(wordIn);
		for (const [line, documents] of told.get(topic) ?? []) {
			const word = wordIn(line);
			if (now.includes(word)) continue;
			for (const document of documents) {
				let around = now.filter((each) => numberOf(each) === numberOf(word));
				if (around.length === 0 && isRenamed(document) === isRenamed(textNow(topic)))
					around = now.filter((each) => partOf(each) === partOf(word));
				const isTold = around.every((each) => excerpt.has(lineOf(topic, each)));
				if (around.length === 0 || !isTold) continue;
				documents.delete(document);
				news.get(document)?.delete(line);
			}
			if (documents.size === 0) told.get(topic)?.delete(line);
		}
	};
	/** A line that a status tells in other words is the one that it was: those before are owed no more. */
	const supersede = (topic: string, lines: readonly string[]) => {
		const numbers = new Set(lines.map((line) => numberOf(wordIn(line))));
		const stand = new Set(standing(topic));
		for (const [line, documents] of told.get(topic) ?? []) {
			if (stand.has(line) || !numbers.has(numberOf(wordIn(line)))) continue;
			for (const document of documents) news.get(document)?.delete(line);
			told.get(topic)?.delete(line);
		}
	};
	const forget = (topic: string) => {
		told.get(topic)?.clear();
		for (const document of news.keys()) if (document.includes(` ${topic} `)) news.delete(document);
		for (const name of from.keys())
			if (topicOf(name.split(' ')[0] ?? '') === topic) from.delete(name);
	};
	const topicOf = (id: string) => TOPICS[ids.indexOf(id)] ?? TOPICS[Number(id.slice(1)) - 1] ?? '';
	const standing = (topic: string) =>
		(words.get(topic) ?? []).filter((word) => word >= 0).map((word) => lineOf(topic, word));
	const file = new Map<string, string>(TOPICS.map((topic) => [topic, fileOf(topic)]));
	const idOf = (topic: string) => ids[TOPICS.indexOf(topic as never)] ?? '';

	return {
		async load(topic: string, held: boolean) {
			const id = idOf(topic);
			const hash = held ? contentHash(textOf(topic, words.get(topic) ?? [])) : '';
			const loaded = await ask('memload', { ids: [id], knownHashes: { [id]: hash } });
			expect(loaded.isError).toBe(false);
			// A withdrawn one is told to be let go.
			expect(Object.hasOwn(loaded.structured, 'withdrawn')).toBe(!words.has(topic));
			forget(topic);
			tell(topic, standing(topic));
		},
		async activate(topic: string, word: number, known: readonly string[], token_budget: number) {
			const held = known.flatMap((each) => {
				const hash = [...texts.keys()].findLast((key) => key.startsWith(`${each} `));
				return hash === undefined ? [] : [hash.split(' ') as [string, string]];
			});
			const task = `Rule ${topic} number${word}`;
			const { structured } = await ask('memactivate', {
				...{ task, token_budget, known: Object.fromEntries(held) },
			});
			const { items, removed = [] } = structured as {
				items: { key: string; action?: string; hash: string; parts?: string; text?: string }[];
				removed?: { key: string }[];
			};
			for (const { key } of removed) {
				forget(topicOf(key));
				// Nobody holds a text that was let go.
				for (const name of texts.keys()) if (name.startsWith(`${key} `)) texts.delete(name);
			}
			for (const { key, action, hash, parts, text } of items) {
				const name = `${key} ${hash}`;
				const now = topicOf(key);
				const document = textNow(now);
				// Held is what was told last.
				if (text !== undefined) {
					texts.delete(name);
					texts.set(name, linesIn(text));
				}
				const holds = held.find(([id]) => id === key)?.join(' ') ?? '';
				const earlier = new Set([...(told.get(now)?.values() ?? [])].flatMap((each) => [...each]));
				const isSame = earlier.size === 1 && earlier.has(document);
				// Another part of what has not changed lets nothing go.
				if (from.get(holds) === document || isSame) expect(action).not.toBe('replace');
				const lines = texts.get(name) ?? standing(now);
				if (parts === undefined) forget(now);
				else if (action === 'replace') replace(now, lines);
				from.set(name, document);
				tell(now, lines);
			}
		},
		async edit(topic: string, change: (before: readonly number[]) => readonly number[]) {
			const before = words.get(topic);
			if (before === undefined) return;
			const after = change(before);
			if (after.every((word) => word < 0)) return;
			const base = contentHash(textOf(topic, before));
			const [place = '', id] = [file.get(topic), idOf(topic)];
			const changed = [{ file: place, content: textOf(topic, after), base, id }];
			expect(await hub.applySync({ by: 'admin', files: changed })).toMatchObject({ ok: true });
			words.set(topic, after);
		},
		/** Its file is called otherwise. */
		async move(topic: string, name: number) {
			file.set(topic, `rules/${topic}_${name}.md`);
			await this.edit(topic, (before) => before);
		},
		/** Publishes again, as it was first, what was withdrawn. */
		async revive(topic: string) {
			if (words.has(topic)) return;
			const first = { id: idOf(topic), version: 1, by: 'admin' };
			expect(await hub.rollback(first)).toMatchObject({ ok: true });
			words.set(topic, FIRST);
			file.set(topic, fileOf(topic));
		},
		async withdraw(topic: string) {
			const before = words.get(topic);
			if (before === undefined) return;
			const gone = { id: idOf(topic), hash: contentHash(textOf(topic, before)) };
			await hub.applySync({ by: 'admin', files: [], withdraw: [gone] });
			words.delete(topic);
		},
		async act() {
			await saveBaseline(sources, who, 'r');
			await hub.taken({ caller: who.caller });
		},
		async prove(tokenBudget: number) {
			const lines = TOPICS.flatMap((topic) => {
				const stand = standing(topic);
				return [...(told.get(topic)?.keys() ?? [])].map((line) => stand.includes(line));
			});
			const limits = { tokenBudget, estimate: (text: string) => text.length };
			const { section, bound } = await resume(sources, who, { runId: 'r', ...limits });
			const { verification, prompt_context } = section;
			expect(verification.admissible).toBe(lines.every((stands) => stands));
			expect(bound).toBe(lines.length);
			for (const block of prompt_context.split(/^(?=\[\w+\.md)/m)) {
				const [, name = ''] = /^\[(\w+?)(?:_\d)?\.md/i.exec(block) ?? [];
				if (name === '') continue;
				supersede(name.toLowerCase(), linesIn(block));
				tell(name.toLowerCase(), linesIn(block));
			}
		},
	};
}

type World = Awaited<ReturnType<typeof world>>;
const topic = fc.constantFrom(...TOPICS);
const word = fc.nat({ max: SHARED });
const often = (weight: number, arbitrary: fc.Arbitrary<(world: World) => Promise<void>>) => ({
	...{ weight, arbitrary },
});
/** Activations most, since the ledger is made of parts: by what is held, by some of it, by nothing. */
const step = fc.oneof(
	often(
		3,
		fc.tuple(topic, fc.boolean()).map(
			([name, held]) =>
				(world: World) =>
					world.load(name, held),
		),
	),
	often(
		8,
		fc
			.tuple(topic, word, fc.constantFrom(...HOLDINGS), fc.constantFrom(300, 600, 4_000))
			.map((args) => (world: World) => world.activate(...args)),
	),
	often(
		8,
		fc.tuple(topic, word, fc.constantFrom(toggled, edited)).map(
			([name, other, change]) =>
				(world: World) =>
					world.edit(name, (before) => change(before, other)),
		),
	),
	often(
		2,
		fc
			.tuple(
				topic,
				fc.constantFrom((before: readonly number[]) => before.toReversed(), renamed),
			)
			.map((args) => (world: World) => world.edit(...args)),
	),
	often(
		1,
		fc.tuple(topic, fc.nat(1)).map((args) => (world: World) => world.move(...args)),
	),
	often(
		2,
		fc.tuple(topic, fc.constantFrom('withdraw' as const, 'revive' as const)).map(
			([name, deed]) =>
				(world: World) =>
					world[deed](name),
		),
	),
	often(
		1,
		fc.constant((world: World) => world.act()),
	),
	often(
		2,
		fc.tuple(topic, word, word).map(([name, one, other]) => async (world: World) => {
			await world.activate(name, one, [], 300);
			await world.edit(name, (before) => edited(before, one));
			await world.activate(name, other, ['r1', 'r2', 'r3'], 300);
			await world.prove(100);
			await world.edit(name, (before) => toggled(before, one));
			await world.activate(name, other, ['r1', 'r2', 'r3'], 600);
			await world.prove(100);
		}),
	),
	often(
		1,
		fc.tuple(topic, word, word).map(([name, one, other]) => async (world: World) => {
			// As before again, instead of what came between.
			for (const held of [[], [], ['r1', 'r2', 'r3']]) {
				await world.activate(name, one, held, 300);
				await world.edit(name, (before) => toggled(before, other));
			}
			await world.prove(100);
		}),
	),
	often(
		5,
		fc.constantFrom(100, 10_000).map((budget) => (world: World) => world.prove(budget)),
	),
);
const steps = fc.array(step, { minLength: 15, maxLength: 30, size: 'max' });

describe('a proof', () => {
	it('holds exactly if every line that was told and not let go stands unchanged', async () => {
		await fc.assert(
			fc.asyncProperty(steps, fc.option(topic), async (all, gone) => {
				const here = await world();
				for (const each of all) await each(here);
				await here.prove(10_000);
				if (gone === null) return;
				await here.withdraw(gone);
				await here.prove(100);
			}),
			{ numRuns: times(40, 3_000) },
		);
	});
});
