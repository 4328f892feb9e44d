// The reason why a text is no JSON (RFC 8259), for whoever wrote it: the first fault, its mend, and its place.

/** A token, after blanks: a sign, a text, or another value. */
const TOKEN =
	/[ \t\n\r]*(?:(?<sign>[{}[\],:])|(?<text>"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const BLANKS = /[ \t\n\r]*/y;

/** Tokens that may come next; `first`: a key or a value, or the end of the object or list just opened. */
type Wanted = 'first' | 'key' | ':' | 'value' | 'next';

/** A fault, its mend, and its place, counted from 1. */
interface JsonFault {
	readonly mend: string;
	readonly line: number;
	readonly column: number;
}

/** Returns the first fault of a text as JSON; nothing of the text is quoted, it may be of a secret. Undefined for JSON. */
export function jsonFaultAt(text: string): JsonFault | undefined {
	try {
		return faultIn(text);
	} catch (error) {
		// The expression gives up at a text of millions of escapes.
		const mend = 'one of its texts is too long to say more';
		if (error instanceof RangeError) return { mend, line: 1, column: 1 };
		throw error;
	}
}

/** The same in one sentence. */
export function jsonFault(text: string): string | undefined {
	const { mend, line, column } = jsonFaultAt(text) ?? {};
	return mend && `${mend} (line ${line}, column ${column})`;
}

function faultIn(text: string): JsonFault | undefined {
	const open: string[] = [];
	let wanted: Wanted = 'value';
	let [at, behind] = [0, 0];
	const fault = (mend: string): JsonFault => {
		const before = text.slice(0, at).split('\n');
		return { mend, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
	};
	for (;;) {
		BLANKS.lastIndex = at;
		at += BLANKS.exec(text)?.[0].length ?? 0;
		const list = open.at(-1) === '[';
		const isKey = !list && (wanted === 'key' || wanted === 'first');
		if (at === text.length) {
			if (open.length === 0 && wanted === 'next') return undefined;
			return fault(
				open.length > 0 ? `${list ? ']' : '}'} is missing at the end` : 'there is no value',
			);
		}
		TOKEN.lastIndex = at;
		const { 0: whole, groups = {} } = TOKEN.exec(text) ?? {};
		const { sign, text: string } = groups;
		const isValue = whole !== undefined && (sign === undefined || sign === '{' || sign === '[');
		if (sign === '}' || sign === ']') {
			if (open.length === 0) return fault(`${sign} closes nothing: take it out`);
			if (sign !== (list ? ']' : '}'))
				return fault(`${list ? ']' : '}'} is missing, or ${sign} stands for it`);
			if (wanted !== 'next' && wanted !== 'first')
				return fault(
					wanted === ':' || !(list || isKey)
						? 'a value is missing'
						: `a comma stands before ${sign}: take it out`,
				);
			open.pop();
			wanted = 'next';
		} else if (isComment(text, at)) return fault('JSON has no comments: take it out');
		else if (
			at === behind &&
			(wanted === ':' || wanted === 'next') &&
			/[^,:\s[{]/.test(text[at] ?? '')
		)
			return fault(TOO_EARLY);
		else if (wanted === 'next') {
			if (open.length === 0) return fault('something stands after the value: take it out');
			if (sign !== ',') return fault(`a comma is missing, or ${list ? ']' : '}'}`);
			wanted = list ? 'value' : 'key';
		} else if (wanted === ':') {
			if (sign !== ':') return fault('a colon is missing after the key');
			wanted = 'value';
		} else if (isKey ? string === undefined : !isValue) return fault(mendOf(text, at, isKey));
		else if (isKey) wanted = ':';
		else if (sign !== undefined) {
			open.push(sign);
			wanted = 'first';
		} else wanted = 'next';
		if (string !== undefined) behind = at + string.length;
		at += whole?.length ?? 0;
	}
}

const TOO_EARLY = 'a " is missing before it, or one within the text is not \\"';

const isComment = (text: string, at: number): boolean =>
	text[at] === '#' || (text[at] === '/' && (text[at + 1] === '/' || text[at + 1] === '*'));

const NULLS = /^(?:None|undefined|[Nn]a[Nn]|Infinity|inf|nil)$/;

/** Says how what stands at a place becomes a key or a value. */
function mendOf(text: string, at: number, isKey: boolean): string {
	const [word = ''] = /^[\p{L}_$][\w$-]*/u.exec(text.slice(at, at + 200)) ?? [];
	const sign = text[at] ?? '';
	if (
		/\d,$/.test(text.slice(Math.max(0, at - 2), at)) &&
		/^\d{3}(?!\d)/.test(text.slice(at, at + 4))
	)
		return 'a number has no commas: take it out';
	if (/['‘’`“”„‟«»]/.test(sign)) return 'texts and keys stand in double quotes, "';
	if (sign === '"') return 'a text ends with ", has its line breaks as \\n, and \\ as \\\\';
	if (sign === ',') return 'a comma too many: take it out';
	if (isKey) return 'keys stand in double quotes';
	if (/^(?:true|false|null)$/i.test(word)) return `it is written ${word.toLowerCase()}`;
	if (NULLS.test(word)) return 'it is written null';
	if (/[\d.+-]/.test(sign)) return 'a number is written as 12, -0.5 or 1e6';
	return word === '' ? 'a value is missing' : 'texts stand in double quotes';
}
