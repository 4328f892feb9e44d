// What a document is about, in as many words as little costs: beside its path, where a list names it.

/** Of path and description together, so that an item costs about 25 tokens. */
const MOST_CHARACTERS = 56;

/** The beginning of a description, in whole words; undefined where the path leaves no room for any. */
export function aboutOf(path: string, description: string | undefined): string | undefined {
	if (description === undefined) return undefined;
	const room = MOST_CHARACTERS - path.length;
	let about = '';
	for (const word of description.split(' ')) {
		if (about.length + word.length + 1 > room) break;
		about += `${about === '' ? '' : ' '}${word}`;
	}
	if (about === '') return undefined;
	return about === description ? about : `${about}…`;
}
