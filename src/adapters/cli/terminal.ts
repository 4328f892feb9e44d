// Terminal output and questions: foreign texts cannot send control sequences.

import { createInterface } from 'node:readline/promises';
import { nearestName } from '../../shared/nearest-names';
import { withoutSecretLooks } from '../../shared/secret-looks';

/** Replaces control characters, except line ends and tabs. */
export const printable = (text: string): string =>
	text.replaceAll('\r\n', '\n').replaceAll(/[^\P{C}\n\t\u{200c}\u{200d}]/gu, '�');

/** Joins a printable text into one line. */
export const oneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim();

/** Options of a command as commander reads them: texts by name, and flags, which are there or not. */
export type Texts<Name extends string> = Readonly<Record<Name, string>>;
export type Flags<Name extends string> = Readonly<Partial<Record<Name, boolean>>>;

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]) => [...before, value];

/** Makes a command's error reporter: a line on standard error without what has the form of a secret, and an exit code, 2 of a command that was called wrongly. */
export const complainer =
	(command: string) =>
	(message: string, exitCode = 1): void => {
		console.error(`loadline ${command}: ${oneLine(withoutSecretLooks(message))}`);
		process.exitCode = exitCode;
	};

/** Asks a yes-or-no question. @returns undefined without a terminal */
export async function confirm(question: string): Promise<boolean | undefined> {
	if (!process.stdin.isTTY) return undefined;
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
	} finally {
		terminal.close();
	}
}

/** ` Did you mean docs?`, by the nearest of the names; empty where none is near. */
export function meant(text: string, names: readonly string[]): string {
	const near = nearestName(text, names);
	return near === undefined ? '' : ` Did you mean ${near}?`;
}
