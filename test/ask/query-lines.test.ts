// `query` of a text: lines that are found, how many there are, and the level and time of the entry they are in.
import { describe, expect, it } from 'vitest';
import { callsIn } from '../counted';
import { find } from './in-one-go';
import { json } from './queried';

describe('lines', () => {
	const log = Array.from(
		{ length: 3_000 },
		(_, at) =>
			`08:00:${String(at % 60).padStart(2, '0')} ${at % 10 === 0 ? 'ERROR' : 'INFO'} step ${at} code=${at % 7}`,
	).join('\n');
	const inLines = (text: string, query: string, options = {}) => json(find(text, query, options));

	it('are counted all, and opened by their number', () => {
		const found = inLines(log, 'error');
		expect([found.total, found.of]).toEqual([300, 3000]);
		expect(found.hits[1]).toEqual({ line: 11, text: '08:00:10 ERROR step 10 code=3' });
	});

	it('of a log of commits are told with their own commit', () => {
		const commits = ['aaaaaaa', 'bbbbbbb', 'ccccccc'].flatMap((hash, at) => [
			`commit ${hash}`,
			'Author: Ann <ann@example.org>',
			`Date:   Mon Nov ${9 - at} 08:05:21 2026 +0000`,
			'',
			`    said ${hash}`,
			'',
		]);
		const { hits } = inLines(commits.join('\n'), 'said bbbbbbb');
		expect(hits).toMatchObject([{ line: 11, startLine: 7, endLine: 11 }]);
		expect(hits[0].text).toMatch(/^commit bbbbbbb\n/);
	});

	it('come with as many around them as are asked for', () => {
		const [hit] = inLines(log, 'step "2999"', { context: 1 }).hits;
		expect(hit).toMatchObject({ line: 3000, from: 2999 });
		expect(hit.text.split('\n')).toHaveLength(2);
	});

	it('of a pattern show what it met, in a line of any length', () => {
		const row = `${'name: a thing, '.repeat(60)}area: 38394, ${'more: things, '.repeat(60)}`;
		expect(inLines(`x\n${row}\n`, '/area: 38394/').hits[0].text).toContain('area: 38394');
	});

	it('of a Markdown table come with its columns, not with the rows below', () => {
		const table = [
			'| Key | Default |',
			'| --- | :-: |',
			'| port | 1 |',
			'| room | 2 |',
			'| rest | 3 |',
		];
		const text = ['# Of all', '', '## Keys', '', ...table, '', '## More', 'a room', ''].join('\n');
		const [row, line] = inLines(text, 'room').hits;
		expect(row).toEqual({
			line: 8,
			under: 'Keys',
			columns: '| Key | Default |',
			text: '| room | 2 |',
		});
		expect(line).toEqual({ line: 12, under: 'More', text: 'a room' });
		const [header] = inLines(text, 'Default').hits;
		expect(header.columns).toBeUndefined();
	});

	it('of Markdown are under headings behind fences in lists', () => {
		const text = [
			...['# The guide', '', '## First part', ''],
			...['- ```sh', '  # no heading: gauge', '  ```', '10. ```', '    # nor this', '    ```', ''],
			...['## Second', '', 'a gauge', '', '- a list', '---', '', '# Third', '', 'gauge three'],
		].join('\n');
		const { hits } = inLines(text, 'gauge');
		expect(hits.map(({ line, under }: { line: number; under: string }) => [line, under])).toEqual([
			[6, 'The guide / First part'],
			[14, 'The guide / Second'],
			[21, 'Third'],
		]);
	});

	it('of Markdown are under their headings, few with what belongs to them', () => {
		const notes = [
			'# Notes',
			'## [1.2.0](https://x.y/z) - 2026',
			'### Fixed',
			'- A gauge that',
			'  went on',
			'- Another',
			'## 1.1.0',
			'- First',
			'```sh',
			'# no heading: gauge',
			'```',
			'## Gauges',
			'',
			'- All of them',
			'',
		].join('\n');
		expect(inLines(notes, 'gauge').hits).toEqual([
			{ line: 4, under: '1.2.0 - 2026 / Fixed', text: '- A gauge that\n  went on' },
			{ line: 10, under: '1.1.0', text: '# no heading: gauge\n```' },
			{ line: 12, text: '## Gauges\n- All of them' },
		]);
		const releases = ['# 2.0.0', '## Fixed', 'a gauge', '# 1.0.0', '## Fixed _C#_', 'gauge two'];
		expect(inLines(releases.join('\n'), 'gauge').hits).toMatchObject([
			{ line: 3, under: '2.0.0 / Fixed' },
			{ line: 6, under: '1.0.0 / Fixed C#' },
		]);
		const fenced = ['## A_B', '````', '```', '## no', '```', '````', 'gauge', '## C', '~~~', '```'];
		expect(inLines([...fenced, '## D', '~~~', 'gauge'].join('\n'), 'gauge').hits).toMatchObject([
			{ line: 7, under: 'A_B' },
			{ line: 13, under: 'C' },
		]);
		const wide = `## ${'x'.repeat(79)}😀\nbeta\n`;
		const cut = JSON.stringify(inLines(`## a\n${wide}`, 'beta'));
		expect([cut.includes('xxx'), cut.includes('\\ud83d')]).toEqual([true, false]);
		const many = inLines(notes + '- gauge\n'.repeat(3), 'gauge').hits;
		expect(many[0]).toEqual({ line: 4, under: '1.2.0 - 2026 / Fixed', text: '- A gauge that' });
		const program = '# sets up\nrun gauge\n# ends\n';
		expect(inLines(program, 'gauge').hits).toEqual([{ line: 2, text: 'run gauge' }]);
		const [long] = inLines(`gauge\n  ${'deep '.repeat(90)}`, 'gauge').hits;
		expect(long.text).toMatch(/^gauge\n {2}(?:deep ){23}.*…$/);
		const trace = 'a: 1\nError gauge\n  at f\n  at g\nb: 2\n';
		expect(inLines(trace, 'gauge').hits).toEqual([
			{ line: 2, text: 'Error gauge\n  at f\n  at g' },
		]);
	});

	it('take pairs, patterns and what must not be', () => {
		expect(inLines(log, 'code:3 error').total).toBe(43);
		expect(inLines(log, '/step 1[0-9]{3} /').total).toBe(1000);
		expect(inLines(log, 'error -code:0').total).toBe(257);
	});

	it('of a log have the level and the time of their entry, as for select', () => {
		const entries = Array.from(
			{ length: 120 },
			(_, at) =>
				`2026-01-01T0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}:00.5Z [${at % 10 ? 'info' : 'ERROR'}] step ${at}${at % 10 ? '' : '\n\tat inner(File.java:7)\n\tat outer(File.java:9)'}`,
		).join('\n');
		expect(inLines(entries, 'level:ERROR').total).toBe(12);
		expect(inLines(entries, 'level:err').total).toBe(12);
		expect(inLines(entries, 'time:>=2026-01-01T00:58:00Z').total).toBe(62);
		expect(inLines(entries, 'time:<2026-01-01T01:02:00+01:00').total).toBe(2);
		expect(inLines(entries, 'level:ERROR time:>=2026-01-01T01:00:00Z').total).toBe(6);
		expect(inLines(entries, 'level:ERROR inner').total).toBe(12);
		expect(inLines(entries, 'level:info inner').total).toBe(0);
		expect(inLines(entries, '-level:ERROR').total).toBe(108);
		expect(inLines(entries, '-level:ERROR inner').total).toBe(0);
		expect(inLines(entries, 'level:fatal')).toMatchObject({
			total: 0,
			levels: { ERROR: 12, INFO: 108 },
		});
		expect(inLines(entries, 'time:>2027-01-01').times).toEqual([
			'2026-01-01T00:00:00.5Z',
			'2026-01-01T01:59:00.5Z',
		]);
	});

	it('say what is there in place of a value that is not', () => {
		const lines = 'ts=1 grade=error msg=a\nts=2 grade=info msg="FATAL too"\nts=3 Grade: info';
		expect(inLines(lines, 'grade:fatal')).toEqual({
			total: 0,
			of: 3,
			found: { 'grade:fatal': 0, fatal: 1 },
			notice: "grade is 'info' 2, 'error' 1.",
			hits: [],
		});
		expect(inLines(lines, 'state:info ts:1')).toEqual({
			total: 0,
			of: 3,
			found: { 'state:info': 0, 'ts:1': 1, info: 2 },
			notice: 'Nothing here is written as state: or state=.',
			hits: [],
		});
		const wide = Array.from({ length: 9 }, (_, at) => `at=${at} long=${'x'.repeat(61)}`).join('\n');
		expect(inLines(wide, 'at:9').notice).toBe(
			"at has 9 different values, the nearest '8', '7', '6'.",
		);
		expect(inLines(wide, 'long:y').notice.length).toBeLessThan(80);
		expect(inLines(wide, 'at:>20')).toMatchObject({ found: { 'at:>20': 0 } });
	});

	it('of a log that speaks of other levels have the level of their own entry', () => {
		const entries = ['INFO retry at level: ERROR', 'ERROR gave up', 'INFO done']
			.map((text, at) => `2026-01-01T00:00:0${at}Z ${text}`)
			.join('\n');
		expect(inLines(entries, 'level:ERROR').hits).toEqual([
			{ line: 2, text: '2026-01-01T00:00:01Z ERROR gave up' },
		]);
	});

	it('give way to paragraphs where no line has all words', () => {
		const prose = 'One fish\nis red.\n\nTwo birds\nare blue.\n';
		expect(inLines(prose, 'blue birds')).toMatchObject({
			total: 1,
			hits: [{ startLine: 4, endLine: 5 }],
		});
	});

	it('take no longer for a pattern made to be slow', async () => {
		const callsFor = (length: number) =>
			callsIn(() =>
				expect(inLines(`${'a'.repeat(length)}!\n`.repeat(5), '/(a+)+$/').total).toBe(0),
			);
		await callsFor(100);
		expect(await callsFor(2_000)).toBeLessThan(5 * (await callsFor(500)));
	});
});
