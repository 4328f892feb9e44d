// docs/reference/cli.md: the commands, as the program itself knows them.
import type { Command, Option } from 'commander';
import { createProgram } from '../../src/adapters/cli';

/** The program, without anything to serve: it is only asked what it knows. */
export const program = (): Command =>
	createProgram(() => Promise.reject(new Error('nothing is served here')), ['loadline']);

/** Every command that does something, with the words that call it. */
export const commands = (
	command: Command = program(),
	words = 'loadline',
): readonly { readonly words: string; readonly command: Command }[] =>
	command.commands.flatMap((each) => {
		const called = `${words} ${each.name()}`;
		return [
			...(each.commands.length === 0 || each.registeredArguments.length > 0
				? [{ words: called, command: each }]
				: []),
			...commands(each, called),
		];
	});

const optionRow = ({ flags, description, defaultValue }: Option): string => {
	// Defaults that depend on where it is called are told as they would be anywhere.
	const value = defaultValue === process.cwd() ? '.' : defaultValue;
	const fallback = value === undefined ? '–' : `\`${JSON.stringify(value)}\``;
	return `| \`${flags.replaceAll('|', '\\|')}\` | ${escaped(description)} | ${fallback} |`;
};

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/** The page, as Markdown. */
export function commandLinePage(): string {
	const parts = commands().map(({ words, command }) => {
		const options = command.options.filter(({ hidden }) => !hidden).map(optionRow);
		const table =
			options.length === 0
				? ''
				: `\n| option | what | unless told |\n|---|---|---|\n${options.join('\n')}\n`;
		const usage = command.usage().replace('[options]', '').replaceAll(/\s+/g, ' ').trim();
		const takes = usage === '' ? '' : `\n\`${words} ${usage}\`\n`;
		return `## ${words}\n\n${escaped(command.description())}\n${takes}${table}`;
	});
	return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Command line

Written by \`npm run reference\` from the program itself: \`npx loadline --help\` says the same. In this repository,
\`npm run -s loadline --\` takes the place of \`npx loadline\`.
`;
