// Tests that what readers copy into a shell is understood: every command of Loadline by its own parser, every other
// program by its name.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { program } from '../../scripts/reference/command-line';
import { argumentsIn, type Spoken, spokenIn } from './shell';

const root = resolve(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', '.changeset/*.md'], {
	cwd: root,
});

/** Programs that are no part of Loadline. */
const OTHERS = [
	...[
		'npm',
		'npx',
		'node',
		'git',
		'curl',
		'openssl',
		'printf',
		'echo',
		'cut',
		'export',
		'cd',
		'cp',
	],
	...[
		'claude',
		'code',
		'gemini',
		'codex',
		'opencode',
		'pi',
		'docker',
		'jq',
		'export',
		'install',
		'mkdir',
	],
];

const spoken = documents.flatMap((path) =>
	new MarkdownIt()
		.parse(readFileSync(join(root, path), 'utf8'), {})
		.filter(({ type, info }) => type === 'fence' && info === 'sh')
		.flatMap(({ content }) => spokenIn(content).map((each) => ({ ...each, path }))),
);

/** Returns what is wrong with the words after `loadline`; undefined where its own parser takes them. */
function fault(words: readonly string[]): string | undefined {
	let command: Command = program();
	let at = 0;
	for (; at < words.length; at++) {
		const next = command.commands.find((each) => each.name() === words[at]);
		if (next === undefined) break;
		command = next;
	}
	const rest = words.slice(at);
	if (rest.includes('--help')) return undefined;
	if (command.commands.length > 0 && command.registeredArguments.length === 0)
		return `"${command.name()}" has no command "${rest[0] ?? ''}"`;
	const { operands, unknown } = command.parseOptions([...rest]);
	if (unknown.length > 0 && !rest.includes('--')) return `unknown: ${unknown.join(' ')}`;
	const given = operands.length + unknown.length;
	const least = command.registeredArguments.filter(({ required }) => required).length;
	const most = command.registeredArguments.some(({ variadic }) => variadic)
		? Number.POSITIVE_INFINITY
		: command.registeredArguments.length;
	return given < least || given > most
		? `"${command.name()}" takes ${least} to ${most} arguments, not ${given}`
		: undefined;
}

it('every command of Loadline in a document is one that it takes', () => {
	const ours = spoken.flatMap((each) => {
		const words = argumentsIn(each);
		return words === undefined ? [] : [{ ...each, words }];
	});
	const wrong = ours.flatMap(({ path, line, words }) => {
		const why = fault(words);
		return why === undefined ? [] : [{ path, line, why }];
	});
	expect(wrong).toEqual([]);
	expect(ours.length).toBeGreaterThan(50);
});

it('every other is a program that is known', () => {
	const unknown = spoken.filter(
		(each: Spoken) => argumentsIn(each) === undefined && !OTHERS.includes(each.words[0] ?? ''),
	);
	expect(unknown).toEqual([]);
});

it('tells a wrong command from a right one', () => {
	expect(fault(['wrap', '--name', 'a', '--', 'npx', '-y', 'server'])).toBeUndefined();
	expect(fault(['install', '--cliant', 'cursor'])).toBe('unknown: --cliant cursor');
	expect(fault(['memory', 'puhs'])).toBe('"memory" has no command "puhs"');
	expect(fault(['restore'])).toMatch(/takes 1 to 1 arguments, not 0/);
});
