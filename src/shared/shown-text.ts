// Words of others in sentences of ours: quoted, on one line, bounded, and with nothing in them that a
// terminal, a screen or a model would take for anything but text.

/** Characters that are not seen, or change how others are seen: controls, formats, tags, surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The text with every unseen character spelled out, as JSON strings and programs spell it. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, escaped);

/** Somebody else's name or text, in double quotes and on one line. @param most characters of it that are shown */
export function shownText(text: string, most = 60): string {
	const short = text.length > most;
	const kept = short ? text.slice(0, most).toWellFormed() : text;
	const plain = onOneLine(kept).replaceAll('"', "'");
	return `"${plain}${short ? '…' : ''}"`;
}

/** Spells how many there are: `1 entry`, `2 groups`, `3 lists or objects`. */
export const several = (count: number, what: string): string =>
	`${count} ${count === 1 ? what : `${what}s`.replace(' or', 's or').replace(/ys$/, 'ies')}`;

/** A name: words without spaces, and the characters that join them in a path. */
const NAME = /^[\p{L}\p{M}\p{N}_$@#~.:/+*[\]-]{1,60}$/u;

/** A name of somebody else's among words of ours: as it is where it cannot be taken for more. */
export const shownName = (name: string): string => (NAME.test(name) ? name : shownText(name));

/** The text on one line, with nothing unseen in it; whoever calls has bounded it. */
export const onOneLine = (text: string): string => withoutUnseen(text.replace(/\s+/g, ' '));

/** Returns whether a text can be spelled within a call that a model repeats: as it is, and no sentence. */
export const isSpeakable = (text: string): boolean =>
	withoutUnseen(text) === text && (text.length <= 60 || !/\s/.test(text));
