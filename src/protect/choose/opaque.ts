// Data that nobody reads: described where it stands, never quoted (docs/protect.md "Choosing fields").

/** Base64 in a row from which it is data rather than a token. */
const LEAST = 160;
const RUN = new RegExp(
	`(?:data:([\\w.+/-]{1,80})(?:;[\\w=-]{1,40})*;base64,)?[A-Za-z0-9+/_-]{${LEAST},}={0,2}`,
	'g',
);
/** Encoded bytes have all three, and nothing that breaks them into words. */
const isEncoded = (run: string): boolean => {
	const head = run.slice(0, 400);
	return /[A-Z]/.test(head) && /[a-z]/.test(head) && /[0-9]/.test(head);
};

export interface OpaqueRun {
	readonly start: number;
	readonly end: number;
	/** `base64, 12345 chars`, with the media type where it is told. */
	readonly note: string;
}

/** The first run of encoded data that begins before `limit`. */
export function opaqueRun(text: string, limit: number): OpaqueRun | undefined {
	if (text.length < LEAST) return undefined;
	RUN.lastIndex = 0;
	// Only what is near the part that is shown is looked at.
	const head = text.slice(0, limit + LEAST + 200);
	for (let match = RUN.exec(head); match && match.index < limit; match = RUN.exec(head)) {
		if (!isEncoded(match[0].slice(match[1] === undefined ? 0 : match[0].indexOf(',')))) continue;
		const end = endOfRun(text, match.index + match[0].length);
		const type = match[1] === undefined ? '' : `${match[1]}, `;
		return { start: match.index, end, note: `[${type}base64, ${end - match.index} chars]` };
	}
	return undefined;
}

const MEMBER = /[^A-Za-z0-9+/_=-]/g;

function endOfRun(text: string, from: number): number {
	MEMBER.lastIndex = from;
	return MEMBER.exec(text)?.index ?? text.length;
}
