// Tests of where chunks of texts with a structure of their own end: slow query logs, diffs, tables, keys
// (context window protection, FR-021).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { natureOf } from '../../../src/protect/text/kind';
import { indexLines } from '../../../src/protect/text/lines';
import { planChunks } from './plan-chunks';
import { fileDiff, markdown, slowQuery } from './sample-texts';

const cost = (piece: string) => ({ tokens: piece.length / 4, bytes: piece.length });

const chunk = (text: string, maxTokens = 1_000): string[] => {
	const limits = { maxLines: 200, maxTokens, maxBytes: 1e9, cost };
	const boundaries = planChunks(text, limits);
	const chunks = boundaries.slice(1).map((end, at) => text.slice(boundaries[at], end));
	expect(chunks.join('')).toBe(text);
	return chunks;
};

const kind = (text: string): string => natureOf(text, indexLines(text)).kind;
const times = (count: number, part: (at: number) => string): string =>
	Array.from({ length: count }, (_, at) => part(at)).join('');
const sizes = (max: number) => fc.array(fc.nat(max), { minLength: 30, maxLength: 80 });
const budgets = fc.integer({ min: 700, max: 3_000 });
// A fixed seed: a text of which a sample shows no entries is not recognized as a log, which is rare.
const runs = { numRuns: 25, seed: 20_261_122 };

describe('a slow query log', () => {
	it('is cut before the header of a query, never between a header and its query', () => {
		fc.assert(
			fc.property(sizes(40), budgets, (columns, maxTokens) => {
				const text = columns.map((count, at) => slowQuery(at, count)).join('');
				for (const part of chunk(text, maxTokens)) {
					expect(part).toMatch(/^# (?:Time|User@Host)/);
					expect(part).toMatch(/;\n$/);
					if (part.startsWith('# User')) expect(text).not.toMatch(`Z\n${part.slice(0, 70)}`);
				}
			}),
			runs,
		);
	});

	it('with a preamble and a query larger than a chunk recovers at the next header', () => {
		const preamble = '/usr/sbin/mysqld, Version: 8.4.0. started with:\nTcp port: 3306\n';
		const [first, ...rest] = chunk(
			preamble + slowQuery(1, 900) + times(90, (at) => slowQuery(at, 9)),
		);
		expect(first).toMatch(/^\/usr/);
		const begun = rest.findIndex((part) => part.startsWith('# '));
		expect(rest.slice(begun).every((part) => part.startsWith('# '))).toBe(true);
	});
});

describe('a diff', () => {
	it('is cut between files and hunks only, and the first hunk stays with its file', () => {
		fc.assert(
			fc.property(sizes(12), budgets, (hunks, maxTokens) => {
				const text = hunks.map((count, at) => fileDiff(at, count + 1)).join('');
				for (const part of chunk(text, maxTokens)) {
					expect(part).toMatch(/^(?:diff --git|@@ (?!-1,))/);
				}
			}),
			runs,
		);
	});

	it('without git is cut where two file names stand, and not at a rule that was taken out', () => {
		const plain = (at: number): string =>
			fileDiff(at, 3).split('\n').slice(2).join('\n').replace('\n-\n', '\n--- a rule\n');
		const text = times(60, plain);
		expect(kind(text)).toBe('diff');
		for (const part of chunk(text)) expect(part).toMatch(/^(?:--- a\/src|@@ )/);
	});

	it('in a log of commits keeps what a commit says with its first file', () => {
		const commit = (at: number): string =>
			`commit ${String(at).padStart(40, 'a')}\nAuthor: A <a@example.com>\n\n    Fix part ${at}.\n\n${fileDiff(at, 2)}${fileDiff(at + 1, 1)}\n`;
		for (const part of chunk(times(60, commit), 900)) {
			expect(part).toMatch(/^(?:commit|diff|@@)/);
			expect(part).not.toMatch(/Fix part \d+\.\n\n$/);
		}
	});

	it('with a hunk larger than a chunk is cut between its lines', () => {
		const text = `--- a/x\n+++ b/x\n@@ -1,900 +1,900 @@\n${'+a line that is new\n'.repeat(900)}`;
		for (const part of chunk(text)) expect(part.endsWith('\n')).toBe(true);
	});

	it('in a document is no reason to take the document for one', () => {
		expect(kind(`${markdown(4)}\n\`\`\`diff\n${fileDiff(1, 1)}\`\`\`\n`)).toBe('prose');
	});
});
