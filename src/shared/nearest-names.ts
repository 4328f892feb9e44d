// The name that was probably meant.

const MOST_CHARACTERS = 60;

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The only name of at most 60 characters that differs from `wanted` by case, blanks, `_`, `-` and brackets alone. */
export const nameAlike = (wanted: string, names: readonly string[]): string | undefined => {
	const target = folded(wanted);
	if (wanted.length > MOST_CHARACTERS || target.length < 2 || !/\p{L}/u.test(target))
		return undefined;
	const [found, ...more] = names.filter(
		(name) => name.length <= MOST_CHARACTERS && folded(name) === target,
	);
	return more.length === 0 ? found : undefined;
};

const folded = (name: string): string => name.toLowerCase().replace(/[\s_()-]/g, '');

/** The name closest to `wanted`, where one is close enough to be meant. */
export const nearestName = (wanted: string, names: readonly string[]): string | undefined =>
	nearestNames(wanted, names, 1)[0];

/** The close ones of the first 2,000 names, closest first. @param formsOf the ways in which the wanted name may be meant */
export const nearestNames = (
	wanted: string,
	names: readonly string[],
	most: number,
	formsOf: (name: string) => readonly string[] = (name) => [name],
): readonly string[] => {
	const distance = distanceTo(wanted);
	const unlike = (name: string): number => Math.abs(name.length - wanted.length);
	const found: { readonly name: string; readonly distance: number }[] = [];
	for (const name of names.slice(0, 2_000)) {
		const least = Math.min(...formsOf(name).map(distance));
		if (least < Infinity) found.push({ name, distance: least });
	}
	return found
		.sort((a, b) => a.distance - b.distance || unlike(a.name) - unlike(b.name))
		.slice(0, most)
		.map(({ name }) => name);
};

/** Returns the distance of a name from the wanted one; infinite where it cannot be meant. */
const distanceTo = (wanted: string): ((name: string) => number) => {
	const target = plain(wanted.slice(0, MOST_CHARACTERS));
	// The rest of a sign, a number or one letter (`C++`, `1.11.0`, `É`) is near to any short name.
	if (target.length < 2 || !/\p{L}/u.test(target))
		return (name) => (folded(name) === folded(wanted) ? 0 : Infinity);
	const short = ABBREVIATED.test(target) ? new RegExp(`^${[...target].join('.*')}`) : undefined;
	const most = Math.max(1, Math.floor(target.length * 0.4));
	return (name) => {
		const other = plain(name.slice(0, MOST_CHARACTERS));
		const isPart =
			target.length > 2 && other.length > 2 && (other.includes(target) || target.includes(other));
		const distance = Math.min(edits(target, other), isPart ? 1 : Infinity);
		if (distance <= most) return distance;
		if (target.length > 1 && initials(name) === target) return 1;
		return short?.test(other) ? most + 0.5 : Infinity;
	};
};

/** A word that may be another without its vowels and some other letters: `qty`, `hp`. */
const ABBREVIATED = /^(?:[b-df-hj-np-tv-z]{2}|[a-z][b-df-hj-np-tv-z]{2,4})$/;

/** `mpg` of `Miles_per_Gallon` and `milesPerGallon`. */
const initials = (name: string): string =>
	name
		.slice(0, MOST_CHARACTERS)
		.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{N}]+/u)
		.map((word) => word.charAt(0).toLowerCase())
		.join('');

/** Insertions, deletions and replacements between two words (Levenshtein). */
const edits = (a: string, b: string): number => {
	let row = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			next.push(
				Math.min(
					(row[j] as number) + 1,
					(next[j - 1] as number) + 1,
					(row[j - 1] as number) + same,
				),
			);
		}
		row = next;
	}
	return row[b.length] as number;
};

/** Tells whether a name is another by its letters: each word the same, or with a letter left out, doubled or swapped. */
export const isNameOf = (asked: string, read: string): boolean => {
	const [some = [], all = []] = [asked, read].map((name) => [...new Set(wordsOf(name))]);
	return (
		some.length === all.length &&
		some.every((word, at) => isSameWord(word, all[at])) &&
		/^[\p{L}\d](?=.)[\p{L}\d\s_.;"-]*$/u.test(asked.replace(/^[_"$@]/, ''))
	);
};

const wordsOf = (name: string): readonly string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.match(/[\p{L}\d]+/gu) ?? [];

/** Tells whether a word is another, one of several, or it with a letter left out, doubled or swapped with the next: `tags` are no `tag`. */
const isSameWord = (asked: string, read = ''): boolean => {
	if (asked === read || asked === `${read}s`) return true;
	if (read === `${asked}s` || asked[0] !== read[0] || /\d/.test(asked)) return false;
	if (read.length === 1) return asked === read + read;
	let at = 1;
	while (at < read.length && asked[at] === read[at]) at++;
	const [one, other] = [asked.slice(at), read.slice(at)];
	const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
	return one.slice(1) === other || one === other.slice(1) || (one.length > 1 && isSwapped);
};
