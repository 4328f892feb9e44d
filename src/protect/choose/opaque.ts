// Data that nobody reads: described where it stands, never quoted (docs/protect.md "Choosing fields").

/** Base64 in a row from which it is data rather than a token, in characters. */
export const LEAST_OPAQUE = 160;
const RUN = new RegExp(
	`(?:data:([\\w.+/-]{1,80})(?:;[\\w=-]{1,40})*;base64,)?[A-Za-z0-9+/_-]{${LEAST_OPAQUE},}={0,2}`,
	'g',
);
/** Characters behind the part that is shown in which a run that begins there is known as one. */
const BEHIND = LEAST_OPAQUE + 200;

/** Encoded bytes have all three. */
const isEncoded = (run: string): boolean =>
	/[A-Z]/.test(run) && /[a-z]/.test(run) && /[0-9]/.test(run);

/** A run of encoded data in a text, in UTF-16 units, the end not included; and what is written in its place. */
export interface OpaqueRun {
	readonly start: number;
	readonly end: number;
	/** `base64, 12345 chars`, with the media type where it is told. */
	readonly note: string;
}

/** The first run of encoded data that begins before `limit`. */
export function opaqueRun(text: string, limit: number): OpaqueRun | undefined {
	for (const match of text.slice(0, limit + BEHIND).matchAll(RUN)) {
		const { index: start } = match;
		const [run, type] = match;
		if (start >= limit || (type === undefined && !isEncoded(run))) continue;
		const end = endOfRun(text, start + run.length);
		const told = type === undefined ? '' : `${type}, `;
		return { start, end, note: `[${told}base64, ${end - start} chars]` };
	}
	return undefined;
}

const MEMBER = /[^A-Za-z0-9+/_=-]/g;

function endOfRun(text: string, from: number): number {
	MEMBER.lastIndex = from;
	return MEMBER.exec(text)?.index ?? text.length;
}
