// A text chunk by chunk: what is told of a chunk, and how much of an answer it may take.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weigher } from '../../src/protect/budget';
import {
	draftChunk,
	draftChunkTo,
	draftGlance,
	endOfChunk,
	FIRST_CHUNK,
	isLong,
	MOST_INDEX,
	passageOf,
} from '../../src/protect/chunk';
import type { Context, Draft } from '../../src/protect/draft';
import { ALONE, type Frame } from '../../src/protect/frame';
import type { HostRoom, Policy } from '../../src/protect/types';
import { times } from '../fuzz-runs';
import { cursorOf, policy, readAt, sent } from './answers';
import { seeded, texts, words } from './payloads';

const NONE: Frame = { structured: { as: 'none' } };
const limits: Policy = { ...policy, tokenBudgetThreshold: 500, hardByteLimit: 4_000 };
const context = (more: Partial<Context> = {}, of: Policy = limits): Context => ({
	policy: of,
	weigh: weigher(of),
	frame: NONE,
	around: ALONE,
	...more,
});
const ten = Array.from({ length: 10 }, (_, at) => `line ${at + 1}\n`).join('');
const told = (draft: Draft, handles: string[] | null = ['h']) => draft.additions(handles);
const length = ({ data }: Draft) => (data.form === 'text' ? data.text.length : -1);

describe('a passage', () => {
	it('is a text, or lines of it, which are counted in the text', () => {
		expect(passageOf(ten)).toMatchObject({
			text: ten,
			firstLine: 1,
			totalLines: 10,
			ranged: false,
		});
		expect(passageOf(ten, { startLine: 9 })).toMatchObject({
			text: 'line 9\nline 10\n',
			firstLine: 9,
			totalLines: 10,
			ranged: true,
		});
		expect(passageOf(ten, { endLine: 1 })).toMatchObject({
			text: 'line 1\n',
			firstLine: 1,
			ranged: true,
		});
		expect(passageOf(ten, { startLine: 1, endLine: 10 })).toMatchObject({
			text: ten,
			ranged: true,
		});
		expect([isLong(2_001, policy), isLong(2_000, policy)]).toEqual([true, false]);
	});
});

describe('a chunk', () => {
	const passage = passageOf(ten);

	it('tells where it is, and how many there may be', () => {
		const first = draftChunkTo(passage, FIRST_CHUNK, 14, 14);
		expect(first).toMatchObject({
			act: 'chunked',
			data: { form: 'text', text: 'line 1\nline 2\n' },
			positions: [{ kind: 'char', offset: 14, limit: 1 }],
		});
		const facts = {
			chunkIndex: 0,
			totalChunks: 6,
			approximate: true,
			startLine: 1,
			endLine: 2,
			totalLines: 10,
		};
		expect(told(first)).toEqual({ chunk: { ...facts, nextCursor: 'h' } });
		expect(told(first, null)).toEqual({
			chunk: facts,
			notice: expect.stringContaining('could not be kept'),
		});
		expect(told(draftChunkTo(passage, { offset: 14, index: 1 }, 21, 0)).chunk).toMatchObject({
			chunkIndex: 1,
			totalChunks: 52,
			startLine: 3,
			endLine: 3,
		});
		expect(told(draftChunkTo(passage, { offset: 14, index: 1 }, 21, 1_000)).chunk).toMatchObject({
			totalChunks: 3,
		});
	});

	it('is known by its number where it is the last, unless there were too many', () => {
		const last = draftChunkTo(passage, { offset: 63, index: 3 }, ten.length, 9);
		expect(last.positions).toEqual([]);
		expect(told(last, null)).toEqual({
			chunk: { chunkIndex: 3, totalChunks: 4, startLine: 10, endLine: 10, totalLines: 10 },
		});
		expect(
			told(draftChunkTo(passage, { offset: 63, index: MOST_INDEX }, ten.length, 9)).chunk,
		).toMatchObject({ approximate: true });
		expect(draftChunkTo(passage, { offset: 0, index: MOST_INDEX }, 7, 7).positions).toEqual([
			{ kind: 'char', offset: 7, limit: MOST_INDEX },
		]);
	});

	it('of lines is counted in the text that they are of, and of none says how many there are', () => {
		const lines = passageOf(ten, { startLine: 4, endLine: 5 });
		expect(told(draftChunkTo(lines, FIRST_CHUNK, lines.text.length, 1)).chunk).toMatchObject({
			startLine: 4,
			endLine: 5,
			totalLines: 10,
		});
		const empty = passageOf(ten, { startLine: 40 });
		expect(told(draftChunkTo(empty, FIRST_CHUNK, 0, 1))).toMatchObject({
			chunk: { startLine: 40, endLine: 39 },
			notice: 'The text has 10 lines.',
		});
		expect(told(draftChunkTo(passageOf(''), FIRST_CHUNK, 0, 1))).not.toHaveProperty('notice');
		expect([
			endOfChunk(context(), passageOf(''), FIRST_CHUNK),
			length(draftChunk(context(), passageOf(''))),
		]).toEqual([0, 0]);
	});
});

describe('the room of a chunk', () => {
	const lines = Array.from(
		{ length: 300 },
		(_, at) => `He said "no" to question ${at} again.\n`,
	).join('');
	const passage = passageOf(lines);
	const end = (of: Context, beside = '') => endOfChunk(of, passage, FIRST_CHUNK, beside);
	const shows = (host: HostRoom['shows'], frame: Frame) =>
		end(context({ frame }, { ...limits, host: { shows: host } }));
	const usual = end(context());

	it('is what all else of the answer leaves', () => {
		expect(usual).toBeGreaterThan(400);
		const text = { type: 'text', text: 'words beside it '.repeat(20) };
		const around = (more: object) => end(context({ around: { ...ALONE, ...more } }));
		for (const less of [
			around({ before: [text] }),
			around({ after: [text] }),
			around({ meta: { note: text.text } }),
			end(context(), text.text),
		]) {
			expect(less).toBeLessThan(usual);
			expect(less).toBeGreaterThan(200);
		}
		const carrier: Frame = {
			structured: { as: 'carrier', key: 'out', rest: `{"more":"${text.text}"}` },
		};
		expect(end(context({ frame: carrier }))).toBeLessThan(
			end(
				context({
					frame: { structured: { ...carrier.structured, rest: '{}' } as Frame['structured'] },
				}),
			),
		);
	});

	it('is less where it stands in structured content that is shown', () => {
		const same: Frame = { structured: { as: 'same' } };
		expect(shows('content', same)).toBe(usual);
		expect(shows('both', NONE)).toBe(usual);
		expect(shows('both', same)).toBeLessThan(usual);
		expect(shows('structured', same)).toBeLessThan(usual);
		expect(shows('structured', { structured: { as: 'keep', text: '{}' } })).toBeLessThan(usual);
	});

	it('has as many lines as the policy says, unless the call named them', () => {
		const few = context({}, { ...limits, chunkSize: 3 });
		expect(end(few)).toBe(lines.split('\n').slice(0, 3).join('\n').length + 1);
		expect(endOfChunk(few, passageOf(lines, { startLine: 1 }), FIRST_CHUNK)).toBe(usual);
	});

	it('of a first answer is less, and its text tells how to ask', () => {
		const glance = draftGlance(context(), passage, 300);
		expect(length(glance)).toBeLessThan(usual);
		const { summary, chunk } = told(glance);
		expect(summary).toMatchObject({
			kind: 'text',
			instructions: expect.stringMatching(
				/^read_result {"handle":"…"} \(nextCursor\) reads on\. With "query"/,
			),
		});
		expect(chunk?.nextCursor).toBe('h');
		expect(told(glance, null)).not.toHaveProperty('summary');
		const all = draftGlance(context(), passageOf('few words'), 300);
		expect([length(all), told(all).summary]).toEqual([9, undefined]);
		expect(length(draftGlance(context(), passage, 9_000))).toBe(
			length(draftGlance(context(), passage, 500)),
		);
	});
});

describe('a first answer of a text', () => {
	const PATH = '/srv/project/docs/guide.md:\n\n';
	const article = (random: () => number, paragraphs: number): string =>
		Array.from({ length: paragraphs }, (_, at) =>
			at % 5 === 0 ? `## Part ${at}` : words(random, 20 + Math.floor(random() * 90)),
		).join('\n\n');

	it('says how many chunks there are, to within one in eight', () => {
		const made: ((random: () => number, size: number) => string)[] = [
			(random, size) => article(random, size),
			(random, size) => PATH + article(random, size),
			(random, size) => `${PATH}${texts.log?.(random, size * 300)}`,
			(random, size) => `${PATH}${texts.english?.(random, size * 300)}`,
			(_, size) => `// head\n\n${'\tconst value = compute(1, 2);\n'.repeat(size * 12)}`,
		];
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 1e6 }),
				fc.integer({ min: 40, max: 160 }),
				fc.constantFrom(...made),
				(seed, size, make) => {
					let at = sent({ content: [{ type: 'text', text: make(seeded(seed), size) }] });
					const { chunk } = JSON.parse(at.answer.content.at(-1)?.text as string);
					let count = 1;
					for (let next = cursorOf(at); next; next = cursorOf(at), count++)
						at = readAt(at, next, {});
					expect(Math.abs(chunk.totalChunks - count)).toBeLessThanOrEqual(Math.max(1, count / 8));
				},
			),
			{ numRuns: times(15, 40) },
		);
	});
});
