// What runs in browsers, by file name (scripts/programs.mjs): parsed when somebody asks for the first.
let read: Promise<Readonly<Record<string, string>>> | undefined;

export const webFile = async (name: string): Promise<string | undefined> => {
	read ??= import('../adapters/http/ui/built/programs.txt').then(({ default: text }) =>
		JSON.parse(text),
	);
	const files = await read;
	return Object.hasOwn(files, name) ? files[name] : undefined;
};
