// Commits as `git log` tells them: one entry each, with the date that stands on a line of its own.
import { describe, expect, it } from 'vitest';
import { eachEntry, type LogEntry } from '../../src/shared/log-entries';

const commit = (at: number, lines: readonly string[], edge = '') =>
	[
		`commit ${String(at).repeat(40)}`,
		'Author: Ada Lovelace <ada@example.org>',
		`Date:   Mon Nov ${at} 08:05:21 2026 -0700`,
		'',
		...lines.map((line) => `    ${line}`),
		'',
	]
		.map((line, index) => edge + (edge && index > 0 ? '| ' : '') + line)
		.map((line) => line.replace(/^\* \| /, '| '));

const entriesOf = (lines: readonly string[]): readonly LogEntry[] | undefined => {
	const entries: LogEntry[] = [];
	const isLog = eachEntry(
		lines.length,
		(line) => lines[line] ?? '',
		(entry) => entries.push(entry),
	);
	return isLog ? entries : undefined;
};

describe('the log of a repository', () => {
	it('has a commit as an entry, with its date', () => {
		const lines = [
			...commit(3, ['fix: a date', '', 'commit 1234567 was wrong']),
			...commit(2, ['feat: two', ' src/a.ts | 12 ++--', ' 1 file changed']),
			...commit(1, ['first']),
		];
		expect(entriesOf(lines)).toEqual([
			{ from: 0, to: 8, time: '2026-11-03T15:05:21Z' },
			{ from: 8, to: 16, time: '2026-11-02T15:05:21Z' },
			{ from: 16, to: 22, time: '2026-11-01T15:05:21Z' },
		]);
	});

	it('has them in a graph too', () => {
		const lines = [...commit(2, ['two'], '* '), ...commit(1, ['one'], '* ')];
		expect(entriesOf(lines)).toMatchObject([
			{ from: 0, time: '2026-11-02T15:05:21Z' },
			{ from: 6, time: '2026-11-01T15:05:21Z' },
		]);
	});

	it('has them in a graph in colours', () => {
		const coloured = (text: string, colour: number) => `\u001b[${colour}m${text}\u001b[m`;
		const lines = [...commit(2, ['two'], '* '), ...commit(1, ['one'], '* ')].map((line) =>
			line
				.replace(/^\| /, `${coloured('|', 31)} `)
				.replace(/commit \w+/, (found) => coloured(found, 33)),
		);
		expect(lines.join('')).toContain('\u001b[31m|\u001b[m Date:');
		expect(entriesOf(lines)?.map(({ time }) => time)).toEqual([
			'2026-11-02T15:05:21Z',
			'2026-11-01T15:05:21Z',
		]);
	});

	it('has no date that is spelled by no zone, and a day as it stands', () => {
		const dated = (date: string) =>
			entriesOf([2, 1].flatMap((at) => ['commit 1234567', `Date:   ${date}${at}`, '', '    said']));
		expect(dated('2026-11-0')).toMatchObject([{ time: '2026-11-02' }, { time: '2026-11-01' }]);
		for (const date of ['2 days ago, 1', '176450000', 'Mon Nov 2 08:05:2'])
			expect(dated(date)).toEqual([
				{ from: 0, to: 4 },
				{ from: 4, to: 8 },
			]);
	});

	it('has the date of its head alone, whatever its message quotes', () => {
		const lines = [3, 2].flatMap((at) => [
			`commit 123456${at} (HEAD -> fix/FATAL)`,
			`Date:   2026-11-0${at}T08:05:21+02:00`,
			'',
			'    Date:   Mon Jan 1 00:00:00 2001 +0000',
		]);
		expect(entriesOf(lines)).toEqual([
			{ from: 0, to: 4, time: '2026-11-03T06:05:21Z' },
			{ from: 4, to: 8, time: '2026-11-02T06:05:21Z' },
		]);
		const undated = lines.map((line) => line.replace(/^Date:.*/, 'Date:   an hour ago'));
		expect(entriesOf(undated)?.map(({ time }) => time)).toEqual([undefined, undefined]);
	});

	it('is not what a text says of commits', () => {
		const text = [
			'Notes',
			'',
			'commit 1234567 broke it,',
			'commit 89abcde mended it.',
			'That is all.',
		];
		expect(entriesOf(text)).toBeUndefined();
	});
});

describe('what `ls` lists', () => {
	const modes = ['-rw-r--r--', 'drwxr-xr-x', '-rwxr-xr-x'];
	const listed = (line: (mode: string, at: number) => string) =>
		Array.from({ length: 18 }, (_, at) => line(modes[at % 3] ?? '', at));

	it.each([
		['days', listed((mode, at) => `${mode} 1 root root ${at}00 Nov ${at + 10} 12:48 name${at}`)],
		['a time of ISO', listed((mode, at) => `${mode} 1 root root 4K 2026-11-30 04:39 name${at}`)],
		['inodes', listed((mode, at) => `${at}77 4 ${mode} 1 root root 4096 Nov 30 04:39 name${at}`)],
	])('is no log, whose lines would go on with the ones before: %s', (_, lines) => {
		expect(entriesOf(['total 88', ...lines])).toBeUndefined();
	});
});
