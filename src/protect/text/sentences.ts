// Cuts inside a line: after a sentence, a statement, a word (context window protection, FR-021).
// Each finder scans backwards once and looks ahead a bounded way, so floods of punctuation stay linear.

/** Units looked ahead over closing marks, and over white space, after a full stop. */
const CLOSERS_AHEAD = 8;
const SPACE_AHEAD = 64;

const STOPS = new Set('.!?…‽؟۔।॥。！？｡．։።');
/** Scripts that put no space after these. */
const STOPS_ALONE = new Set('。！？｡．॥');
const CLOSERS = new Set('"\'”’»›)]}」』）】〉》〕］*_`');
const CLAUSE_ENDS = new Set(',;、，；：､؛،');

/** Never the end of a sentence, whatever follows. */
const ABBREVIATIONS = new Set(
	'mr mrs ms mx dr prof st sen rep gov gen col capt lt sgt rev hon e.g i.e cf vs fig figs eq no nos nr vol pp p ch sec approx ca z.b d.h u.a bzw vgl m mm mme mlle sr sra art p.ej al'.split(
		' ',
	),
);

const SPACES = new Set(' \n\t\r\u3000\u00a0');
const isSpace = (unit: string | undefined): boolean => SPACES.has(unit ?? '');

const isDigit = (unit: string | undefined): boolean =>
	unit !== undefined && unit >= '0' && unit <= '9';

/** Tells whether the full stop at `stop` only shortens a word: `e.g.`, `Mr.`, an initial, a list number. */
function abbreviates(text: string, stop: number): boolean {
	const head = text.slice(Math.max(0, stop - 12), stop);
	const word = /[\p{L}\p{N}.]+$/u.exec(head)?.[0] ?? '';
	if (ABBREVIATIONS.has(word.toLowerCase())) return true;
	if (/^\p{Lu}$/u.test(word) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(word)) return true;
	// A number alone at the start of its line counts a list item.
	return /^\d{1,3}$/.test(word) && /(?:^|[\n\r])[ \t]*\d{1,3}$/.test(head);
}

/** Tells whether the sentence goes on after the mark at `stop`: an abbreviation, or `"Why?" he asked`. */
function goesOn(text: string, stop: number, closed: boolean, next: string | undefined): boolean {
	const pauses = text[stop] === '.' || text[stop] === '…';
	if ((pauses || closed) && /^\p{Ll}/u.test(next ?? '')) return true;
	return text[stop] === '.' && abbreviates(text, stop);
}

/** Returns the start of the next sentence after the mark at `stop`; -1 if it ends none. */
function afterSentence(text: string, stop: number): number {
	const mark = text[stop] as string;
	if (STOPS.has(text.charAt(stop + 1))) return -1;
	let at = stop + 1;
	while (at - stop <= CLOSERS_AHEAD && CLOSERS.has(text.charAt(at))) at += 1;
	const closed = at > stop + 1;
	if (at < text.length && !STOPS_ALONE.has(mark) && !isSpace(text[at])) return -1;
	const limit = at + SPACE_AHEAD;
	while (at < limit && isSpace(text[at])) at += 1;
	if (isSpace(text[at])) return -1;
	return goesOn(text, stop, closed, text[at]) ? -1 : at;
}

/** The last offset in (`low`, `high`] at which a sentence is complete, or -1. Spaces stay with it. */
export function lastSentenceEnd(text: string, low: number, high: number): number {
	for (let stop = high - 1; stop >= low; stop -= 1) {
		if (!STOPS.has(text[stop] as string)) continue;
		const cut = afterSentence(text, stop);
		if (cut > low && cut <= high) return cut;
	}
	return -1;
}

/** Tells whether the text before `end` (a line's end, its terminator included) completes a sentence. */
export function endsSentence(text: string, start: number, end: number): boolean {
	let at = end;
	while (at > start && isSpace(text[at - 1])) at -= 1;
	for (let seen = 0; seen < CLOSERS_AHEAD && at > start; seen += 1) {
		const mark = text[at - 1] as string;
		if (STOPS.has(mark)) return !goesOn(text, at - 1, seen > 0, text[end]);
		if (!CLOSERS.has(mark)) return false;
		at -= 1;
	}
	return false;
}

/** The last offset in (`low`, `high`] after a `;`, a closed block or an element of a list, or -1. */
export function lastStatementEnd(text: string, low: number, high: number): number {
	for (let cut = high; cut > low; cut -= 1) {
		const mark = text[cut - 1];
		if (mark === ';') return cut;
		if (mark === ',' && cut - 2 >= low && /[}\]]/.test(text[cut - 2] as string)) return cut;
		if (mark === '}' && !/[,;)\]}]/.test(text.charAt(cut))) return cut;
	}
	return -1;
}

/** The last offset in (`low`, `high`] at which a word begins or a clause has ended, or -1. */
export function lastWordEnd(text: string, low: number, high: number): number {
	for (let cut = high; cut > low; cut -= 1) {
		const mark = text[cut - 1] as string;
		// A space stays with the word before it; \r\n is never parted.
		if (isSpace(mark) && !isSpace(text[cut])) return cut;
		if (!CLAUSE_ENDS.has(mark) || isSpace(text[cut]) || CLOSERS.has(text.charAt(cut))) continue;
		// 1,000 is one word.
		if (!isDigit(text[cut]) || !isDigit(text[cut - 2])) return cut;
	}
	return -1;
}
