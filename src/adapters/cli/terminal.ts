// What the command line says and asks: texts of others never reach the terminal as commands to it.
import { createInterface } from 'node:readline/promises';

/** Without control characters, but for line ends and tabs. */
export const printable = (text: string): string =>
	text.replaceAll('\r\n', '\n').replaceAll(/[^\P{C}\n\t\u{200c}\u{200d}]/gu, '�');

/** On one line. */
export const oneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim();

/** How a command says that it failed: a line on standard error, and exit code 1. */
export const complainer =
	(command: string) =>
	(message: string): void => {
		console.error(`loadline ${command}: ${oneLine(message)}`);
		process.exitCode = 1;
	};

/**
 * Asks for a yes.
 * @returns undefined when there is nobody to ask
 */
export async function confirm(question: string): Promise<boolean | undefined> {
	if (!process.stdin.isTTY) return undefined;
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
	} finally {
		terminal.close();
	}
}
