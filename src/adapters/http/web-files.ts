// Files that the Worker holds beside its code, by name; their text is parsed at the first request.

type Files = Promise<Readonly<Record<string, string>>>;

/** @param load gives the text of a map from names to texts */
const filesOf = (load: () => Promise<{ readonly default: string }>) => {
	let files: Files | undefined;
	return async (name: string): Promise<string | undefined> => {
		files ??= load().then(({ default: text }) => JSON.parse(text));
		const read = await files;
		return Object.hasOwn(read, name) ? read[name] : undefined;
	};
};

/** Files for browsers (scripts/programs.mjs). */
export const webFile = filesOf(() => import('./ui/built/programs.txt'));

/** Documents for people and models (scripts/documents.mjs). */
export const documentFile = filesOf(() => import('./ui/built/documents.txt'));
