// The commands in a text for a shell: as much of its grammar as documents use.

export interface Spoken {
	/** As it is written, its continuation joined. */
	readonly line: string;
	/** The program and its arguments, quotes taken off, variables as they are. */
	readonly words: readonly string[];
}

/** Every command of a text, those within `$(…)` and after `|`, `&&`, `;` too. */
export function spokenIn(text: string): readonly Spoken[] {
	const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n');
	return lines.flatMap((line) =>
		commandsIn(line).flatMap((words) => {
			const spoken = words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)));
			const isSet = words.every((word) => /^[A-Z_]+=/.test(word));
			return isSet ? [] : [{ line: line.trim(), words: spoken }];
		}),
	);
}

/** The arguments of Loadline where the command is one of it. */
export function argumentsIn({ words }: Spoken): readonly string[] | undefined {
	const shown = words.join(' ');
	const head =
		/^(npx (?:-y )?(?:-p \S+ )*loadline|npm run (?:-s )?loadline --|loadline)(?: |$)/.exec(
			shown,
		)?.[1];
	return head === undefined ? undefined : words.slice(head.split(' ').length);
}

/** Splits a line at what separates commands; a comment ends it. */
function commandsIn(line: string): readonly (readonly string[])[] {
	const commands: string[][] = [[]];
	let word: string | undefined;
	let quote = '';
	const endWord = () => {
		if (word !== undefined) commands.at(-1)?.push(word);
		word = undefined;
	};
	for (let at = 0; at < line.length; at++) {
		const char = line[at] ?? '';
		if (
			quote === "'" ? char !== "'" : quote === '"' && char !== '"' && !line.startsWith('$(', at)
		) {
			word = (word ?? '') + char;
		} else if (char === quote) {
			quote = '';
		} else if (line.startsWith('$(', at)) {
			const inner = line.slice(at + 2, closing(line, at + 2));
			commands.unshift(...commandsIn(inner).map((each) => [...each]));
			word = `${word ?? ''}$(…)`;
			at += inner.length + 2;
		} else if (char === "'" || char === '"') {
			quote = char;
			word ??= '';
		} else if (char === '#' && word === undefined) {
			break;
		} else if (/[|;&]/.test(char)) {
			endWord();
			commands.push([]);
		} else if (char === '<' || char === '>') {
			endWord();
			// A file that is read or written is no argument.
			at =
				line.slice(at).search(/[<>]\s*\S+/) +
				at +
				(/^[<>]+\s*\S+/.exec(line.slice(at))?.[0].length ?? 1) -
				1;
		} else if (/\s/.test(char)) {
			endWord();
		} else {
			word = (word ?? '') + char;
		}
	}
	endWord();
	return commands.filter((each) => each.length > 0);
}

/** Returns the offset at which the parenthesis that is open at `from` is closed; the line's length if it is not. */
function closing(line: string, from: number): number {
	let open = 1;
	for (let at = from; at < line.length; at++) {
		if (line[at] === '(') open++;
		if (line[at] === ')' && --open === 0) return at;
	}
	return line.length;
}
