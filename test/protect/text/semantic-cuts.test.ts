// Tests of where chunks of real kinds of text end: entries, paragraphs, sentences, statements (FR-021).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineHead, natureOf } from '../../../src/protect/text/kind';
import { indexLines, lineAt } from '../../../src/protect/text/lines';
import { beginsEntry } from '../../../src/shared/log-entries';
import { times } from '../../fuzz-runs';
import { planChunks } from './plan-chunks';
import {
	chineseProse,
	javaEntry,
	markdown,
	minified,
	plainLog,
	proseLine,
	pythonEntry,
} from './sample-texts';

const cost = (piece: string) => ({
	tokens: piece.length / 4,
	bytes: new TextEncoder().encode(piece).length,
});

const chunk = (text: string, maxTokens = 1_000, maxLines = 200): string[] => {
	const boundaries = planChunks(text, { maxLines, maxTokens, maxBytes: 1e9, cost });
	return boundaries.slice(1).map((end, at) => text.slice(boundaries[at], end));
};

const linesOf = (text: string): number => indexLines(text).count;

describe('a log', () => {
	it('of 10,000 one-line entries comes in fifty chunks of exactly 200 lines', () => {
		const chunks = chunk(plainLog(10_000), 1e6);
		expect(chunks).toHaveLength(50);
		expect(chunks.every((part) => linesOf(part) === 200)).toBe(true);
	});

	it('is cut before entries only, when the entries fit a chunk', () => {
		const frames = fc.array(fc.tuple(fc.boolean(), fc.nat(60)), { minLength: 20, maxLength: 60 });
		fc.assert(
			fc.property(frames, fc.integer({ min: 130, max: 200 }), (entries, maxLines) => {
				const starts = new Set<number>();
				let text = '';
				entries.forEach(([java, count], at) => {
					starts.add(text.length);
					text += java ? javaEntry(at, count) : pythonEntry(at, count);
					text += plainLog(1);
				});
				const boundaries = planChunks(text, { maxLines, maxTokens: 1e6, maxBytes: 1e9, cost });
				for (const offset of boundaries.slice(0, -1)) {
					const line = text.slice(offset, offset + 30);
					expect(starts.has(offset) || line.startsWith('2026-03-01T'), line).toBe(true);
				}
			}),
			{ numRuns: times(20, 60) },
		);
	});

	it('keeps a stack trace that begins at line 190 with its entry, in every chunk', () => {
		const block = plainLog(189) + javaEntry(1, 30);
		const chunks = chunk(block.repeat(4), 1e6);
		for (const part of chunks) expect(part).toMatch(/^2026-03-01/);
		expect(linesOf(chunks[0] as string)).toBe(189);
	});

	it('goes back further than a quarter for an entry that fits a chunk of its own', () => {
		const chunks = chunk(plainLog(10) + pythonEntry(1, 97) + plainLog(100), 1e6);
		expect(chunks.map(linesOf)).toEqual([10, 200, 97]);
	});

	it('splits only an entry larger than a chunk, at a line, and recovers at the next entry', () => {
		const chunks = chunk(plainLog(10) + javaEntry(1, 350) + plainLog(150), 1e6);
		expect(chunks.map(linesOf)).toEqual([200, 200, 114]);
		expect(chunks[1]).toMatch(/^\tat /);
		expect(chunks[2]).toMatch(/^2026/);
	});

	it.each([
		['syslog', 'Mar  1 10:00:00 host sshd[12]: Accepted'],
		['syslog with priority', '<34>1 2026-03-01T10:00:00Z host app - - - text'],
		['access log', '192.168.0.1 - frank [10/Oct/2026:13:55:36 -0700] "GET / HTTP/1.1" 200 23'],
		['nginx error', '2026/03/01 10:00:00 [error] 12#12: *1 open() failed'],
		['Go', '2026/03/01 10:00:00 main.go:12: started'],
		['epoch', '1772359200.123 INFO started'],
		['epoch milliseconds', '[1772359200123] started'],
		['kernel', '[   12.345678] usb 1-1: new device'],
		['klog', 'I0301 10:00:00.123456       1 main.go:12] started'],
		['logcat', '03-01 10:00:00.123  1234  1234 I Tag: text'],
		['time only', '10:00:00.123 [main] INFO app - started'],
		['level first', 'WARN  connection pool is empty'],
		['bracketed level', '[INFO] Building app 1.0'],
		['level and stamp', 'INFO  2026-03-01 10:00:00 app started'],
		['logfmt', 'level=info ts=2026 msg="started" port=80'],
		['JSON lines', '{"level":"info","msg":"started"}'],
		['npm', 'npm warn deprecated rimraf@3'],
		['compose', 'web-1  | 2026-03-01 10:00:00 started'],
		['program first', 'update-alternatives 2026-03-01 10:00:00: run with --install'],
		['coloured', '\u001b[32m2026-03-01 10:00:00\u001b[0m INFO started'],
		['Apache', '[Sun Mar 01 10:00:00.123 2026] [core:error] [pid 1] text'],
		['PostgreSQL', '2026-03-01 10:00:00.123 UTC [12] LOG:  checkpoint'],
	])('is recognized in the style of %s, and its continuation lines with it', (_, entry) => {
		const text = `${entry}\n\tat frame\nCaused by: y\n${entry}\n${entry}\n`.repeat(20);
		const lines = indexLines(text);
		expect(natureOf(text, lines).kind).toBe('log');
		const { styles } = natureOf(text, lines);
		const begins = [1, 2, 3].map((line) =>
			beginsEntry(styles, lineHead(text, lines, line), undefined),
		);
		expect(begins).toEqual([true, false, false]);
	});

	it('is recognized by few stamps among many stack frames', () => {
		const text = javaEntry(1, 40).repeat(30);
		expect(natureOf(text, indexLines(text)).kind).toBe('log');
	});

	it('takes lines that share an npm number as one entry', () => {
		const entry = (at: number): string =>
			`${at} silly view {\n${at} silly view   a: 1\n${at} silly view }\n`;
		const text = Array.from({ length: 200 }, (_, at) => entry(at)).join('');
		for (const part of chunk(text, 1e6, 100)) expect(linesOf(part) % 3).toBe(0);
	});
});

describe('prose', () => {
	it('on one giant line is cut after sentences, not after abbreviations or in numbers', () => {
		const chunks = chunk(proseLine(500), 400);
		expect(chunks.length).toBeGreaterThan(20);
		for (const part of chunks) expect(part).toMatch(/^Sentence number .*fine\." $/);
		for (const part of chunks.slice(0, -1)) expect(part.length).toBeGreaterThan(1_200);
	});

	it('without spaces is cut after its full stops', () => {
		const chunks = chunk(chineseProse(500), 100);
		for (const part of chunks) expect(part).toMatch(/^这.*。$/);
	});

	it('is cut between paragraphs', () => {
		const text = `${'A sentence of a paragraph that is\nwrapped. Another sentence is here.\n'.repeat(5)}\n`;
		for (const part of chunk(text.repeat(40), 300)) {
			expect(part.startsWith('A sentence')).toBe(true);
			expect(part.endsWith('.\n\n')).toBe(true);
		}
	});

	it('in a paragraph larger than a chunk is cut after a sentence', () => {
		const text =
			'The quick brown fox jumps over\nthe lazy dog. It sleeps on while\nthe fox runs off. '.repeat(
				200,
			);
		for (const part of chunk(text, 200)) expect(part.trimEnd()).toMatch(/\.$/);
	});

	it('with one paragraph a line is cut between lines', () => {
		const line = `${'This is a long paragraph on a line of its own. '.repeat(6)}\n`;
		for (const part of chunk(line.repeat(100), 300)) expect(part.endsWith('\n')).toBe(true);
	});

	it('without any full stop is cut between words', () => {
		const chunks = chunk('word and another '.repeat(2_000), 300);
		for (const part of chunks) expect(part).toMatch(/^\w.* $/);
	});
});

describe('markdown', () => {
	const chunks = chunk(markdown(60), 250);

	it('is never cut inside a fence or a table that fits', () => {
		for (const part of chunks) {
			expect((part.match(/^```/gm) ?? []).length % 2).toBe(0);
			expect(part).not.toMatch(/^\|/);
			expect(part).not.toMatch(/\| name \| value \|\n(?:\|.*\n){0,2}$/);
		}
	});

	it('keeps a heading with what follows it, and an item with its continuation', () => {
		for (const part of chunks) {
			expect(part.trimEnd()).not.toMatch(/(?:^|\n)#+ [^\n]*$/);
			expect(part).not.toMatch(/^\s/);
		}
	});

	it('with a fence larger than a chunk is cut between its lines and goes on', () => {
		const code = 'const value = compute(1, 2, 3); // done. Really.\n'.repeat(200);
		const text = `# Title\n\nSome words of introduction here.\n\n\`\`\`ts\n${code}\`\`\`\n\nThe end.\n`;
		for (const part of chunk(text, 400)) expect(part.endsWith('\n')).toBe(true);
	});
});

describe('code', () => {
	it('on one minified line is cut after statements', () => {
		for (const part of chunk(minified(300), 300)) expect(part).toMatch(/[;}]$/);
	});

	it('is cut between top-level functions', () => {
		const text = Array.from(
			{ length: 80 },
			(_, at) => `// Computes ${at}.\nfunction f${at}(a) {\n\tconst b = a;\n\n\treturn b;\n}\n\n`,
		).join('');
		for (const part of chunk(text, 100)) expect(part).toMatch(/^\/\/ Computes/);
	});

	it('in a block larger than a chunk is cut where a part begins', () => {
		const part = '  - id: 1\n    owner:\n      name: x\n      mail: y\n    tags:\n      - a\n';
		const chunks = chunk(`items:\n${part.repeat(300)}`, 300);
		for (const piece of chunks.slice(1)) expect(piece).toMatch(/^ {2}- id/);
	});

	it('keeps indented lines and tracebacks with the line they belong to', () => {
		const text =
			'step:\n  run: x\n  with: y\nTraceback (most recent call last):\n  File "a"\nKeyError: x\n';
		const boundaries = planChunks(text.repeat(50), {
			maxLines: 20,
			maxTokens: 1e6,
			maxBytes: 1e9,
			cost,
		});
		for (const offset of boundaries) expect(offset % text.length).toBe(0);
	});
});

describe('a giant string', () => {
	it('of base64 fills its chunks', () => {
		const chunks = chunk('QUJD+/'.repeat(5_000), 500);
		for (const part of chunks.slice(0, -1)) expect(part.length).toBeGreaterThan(1_900);
	});

	it.each(['\r\n', '\r', '\n'])('of lines that end with %j is cut at line ends', (end) => {
		const text = `some text on a line without a stop${end}`.repeat(1_000);
		for (const part of chunk(text, 500)) expect(part.endsWith(end)).toBe(true);
	});
});

const logs = '../shared/fixtures/corpus/log';

describe.runIf(existsSync(logs))('real logs', () => {
	for (const name of existsSync(logs) ? readdirSync(logs) : []) {
		it(`are cut at lines that begin an entry: ${name}`, () => {
			const text = readFileSync(`${logs}/${name}`, 'utf8');
			const lines = indexLines(text);
			const { styles } = natureOf(text, lines);
			const chunks = chunk(text, 800);
			expect(chunks.join('')).toBe(text);
			let at = 0;
			for (const part of chunks) {
				expect(at === 0 || /[\r\n]/.test(text[at - 1] as string)).toBe(true);
				const head = lineHead(text, lines, lineAt(lines, at));
				if (at > 0 && styles.length > 0) expect(beginsEntry(styles, head, undefined)).toBe(true);
				at += part.length;
			}
		});
	}
});
