// The frame that a host writes before a result, with the parts that differ from call to call (Codex).

const MEASURED = /^(?:Chunk ID: \w+\n)?Wall time: [\d.]+ seconds\n/;

/** Without what was measured of the call: two equal results are equal texts. */
export const unmeasured = (text: string): string => text.replace(MEASURED, '');

/** A text as it may have been sent: as it stands, and without what its host put before it. */
export const unframed = (text: string): readonly string[] =>
	MEASURED.test(text) ? [text, unmeasured(text).replace(/^Output:\n/, '')] : [text];
