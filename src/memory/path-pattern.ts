// Whether a file is among those a rule is for: globs as Cursor, Claude Code and Copilot read them. No regular
// expression is made of what a document says, so that none can be slow.

/** Alternatives that braces of one pattern make, at most. */
const MOST_ALTERNATIVES = 50;

/** @param globs patterns; those that begin with `!` take files out again */
export function matchesAny(globs: readonly string[], file: string): boolean {
	const path = file.replace(/^\.?\//, '');
	const isIn = (glob: string) => expanded(glob).some((pattern) => matches(pattern, path));
	return (
		globs.some((glob) => !glob.startsWith('!') && isIn(glob)) &&
		!globs.some((glob) => glob.startsWith('!') && isIn(glob.slice(1)))
	);
}

/** Without a slash a pattern is for files of that name in any folder. */
function matches(pattern: string, path: string): boolean {
	const bare = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**');
	const whole = bare.includes('/') ? bare : `**/${bare}`;
	return inFolders(whole.split('/'), path.split('/'));
}

/** `**` is any number of folders; steps are at most the product of both lengths. */
function inFolders(pattern: readonly string[], path: readonly string[]): boolean {
	let reached: readonly boolean[] = [true, ...path.map(() => false)];
	for (const part of pattern) {
		if (part === '**') {
			let open = false;
			reached = reached.map((here) => (open ||= here));
		} else
			reached = reached.map(
				(_, at) => at > 0 && reached[at - 1] === true && isName(part, path[at - 1] ?? ''),
			);
	}
	return reached[path.length] === true;
}

/** `*` is any characters, `?` one; the last star alone is gone back to. */
function isName(pattern: string, name: string): boolean {
	let [at, from, star, mark] = [0, 0, -1, 0];
	while (at < name.length) {
		if (pattern[from] === '*') {
			star = from++;
			mark = at;
		} else if (from < pattern.length && (pattern[from] === '?' || pattern[from] === name[at])) {
			from++;
			at++;
		} else if (star >= 0) {
			from = star + 1;
			at = ++mark;
		} else return false;
	}
	while (pattern[from] === '*') from++;
	return from === pattern.length;
}

function expanded(glob: string): string[] {
	let all = [glob];
	for (let round = 0; round < 5; round++) {
		const next = all.flatMap((each) => {
			const braces = /\{([^{}]*)\}/.exec(each);
			if (braces === null) return [each];
			const [whole, inside = ''] = braces;
			const before = each.slice(0, braces.index);
			const after = each.slice(braces.index + whole.length);
			return inside.split(',').map((choice) => before + choice + after);
		});
		if (next.length > MOST_ALTERNATIVES) return all;
		if (next.length === all.length && next.every((each, at) => each === all[at])) break;
		all = next;
	}
	return all;
}
