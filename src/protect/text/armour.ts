// Armoured blocks, `-----BEGIN X-----` to `-----END X-----` (RFC 7468), in a text of any kind:
// keys and certificates, of which a part is worth nothing.
import { Grade } from './grade';
import { type LineIndex, lineAt } from './lines';
import { lineHead } from './sample';

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const FIRST = /^[\s>|+#*/-]{0,64}?-----BEGIN ([A-Z0-9 ]{1,60})-----\s*$/;
/** Lines a block may have; what is longer is something else, or fits no chunk anyway. */
const LONGEST = 1_000;
/** Blank lines after a block that are skipped to find where the text goes on. */
const BLANKS = 3;

/** An armoured block, marks included. */
export interface Block {
	/** The lines (from 1) of the two marks. */
	readonly first: number;
	readonly last: number;
}

/** Visits the blocks in order. Both marks are only ever looked for forwards, so this is linear. */
function eachBlock(text: string, lines: LineIndex, visit: (block: Block) => void): void {
	let begin = text.indexOf(BEGIN);
	let end = -1;
	while (begin >= 0) {
		if (end < begin) end = text.indexOf(END, begin);
		if (end < 0) return;
		const next = text.indexOf(BEGIN, begin + 1);
		if (next < 0 || next > end) {
			const first = lineAt(lines, begin);
			const last = lineAt(lines, end);
			const label = FIRST.exec(lineHead(text, lines, first))?.[1];
			const ends = label !== undefined && text.startsWith(`${END}${label}-----`, end);
			if (ends && last - first < LONGEST) visit({ first, last });
		}
		begin = next;
	}
}

/**
 * Lowers the grades inside armoured blocks, so that one that fits a chunk is not cut.
 *
 * @param goesOn - told the line (from 1) at which the text goes on after a block, if it does
 */
export function gradeArmour(
	text: string,
	lines: LineIndex,
	grades: Uint8Array,
	goesOn: (line: number) => void,
): void {
	eachBlock(text, lines, ({ first, last }) => {
		grades.fill(Grade.within, first, last);
		let after = last + 1;
		while (after <= last + BLANKS && lineHead(text, lines, after).trim() === '') after += 1;
		goesOn(after);
	});
}
