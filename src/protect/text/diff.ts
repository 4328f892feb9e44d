// Unified diffs, alone or in a log of commits (context window protection, FR-021): a reader takes in files and hunks.
import { Grade } from './grade';
import { lineHead } from './kind';
import { type LineIndex, lineStart } from './lines';

const HUNK = /^@@{1,8} -\d{1,9}(?:,\d{1,9})? (?:[-+]\d{1,9}(?:,\d{1,9})? ){1,8}@@/;
const COMMIT = /^(?:commit [0-9a-f]{7,64}\b|From [0-9a-f]{40} )/;
const FILE = /^(?:diff -|Index: \S)/;
/** Lines of a diff: what a hunk consists of, and what stands before the hunks of a file. */
const OURS =
	/^(?:[ +\-\\@\t]|diff -|index |Index: |={20}|(?:new|old|deleted) |similarity |dissimilarity |rename |copy |Binary |GIT |commit |Author|Commit|Merge: |Date: |From|Subject: )/;
/** Share of lines that must be of a diff; the rest are messages of its commits. */
const ENOUGH = 0.8;

/** Tells whether lines that begin so are of a unified diff. */
export function isDiff(heads: readonly string[]): boolean {
	if (!heads.some((head) => HUNK.test(head))) return false;
	const filled = heads.filter((head) => head !== '');
	return filled.filter((head) => OURS.test(head)).length >= filled.length * ENOUGH;
}

/** Tells whether the two lines from here name the old and the new file, as plain `diff -u` begins. */
const namesFiles = (text: string, lines: LineIndex, line: number): boolean =>
	text.startsWith('--- ', lineStart(lines, line)) &&
	text.startsWith('+++ ', lineStart(lines, line + 1));

/** Grades a diff: a commit or file begins an entry, a hunk a block; the first hunk stays with its file. */
export function gradeDiff(text: string, lines: LineIndex, grades: Uint8Array): void {
	let above: 'commit' | 'file' | 'hunk' = 'hunk';
	for (let line = 1; line <= lines.count; line += 1) {
		const head = lineHead(text, lines, line);
		if (COMMIT.test(head)) {
			grades[line - 1] = Grade.entry;
			above = 'commit';
		} else if (FILE.test(head) || (above !== 'file' && namesFiles(text, lines, line))) {
			// A commit's own lines stay with its first file where both fit.
			grades[line - 1] = above === 'commit' ? Grade.block : Grade.entry;
			above = 'file';
		} else if (HUNK.test(head)) {
			if (above === 'hunk') grades[line - 1] = Grade.block;
			above = 'hunk';
		}
	}
}
