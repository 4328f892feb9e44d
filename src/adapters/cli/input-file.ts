// Files that arguments name, from the caller's folder, and standard input and output.
import { createReadStream, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { complainer, printable } from './terminal';

/** npm runs scripts in the package's folder and says where it was called from. */
export function callersFolder(): string {
	const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
	return script === 'loadline' && folder !== undefined ? folder : process.cwd();
}

/** Makes a reader of text files that reports faults and returns undefined for them. */
export const textReader =
	(complain: (message: string) => void) =>
	async (file: string): Promise<string | undefined> => {
		try {
			return await readFile(resolve(callersFolder(), file), 'utf8');
		} catch (error) {
			complain(`cannot read ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`);
			return undefined;
		}
	};

/** Does some work with text files, one after the other; one that cannot be read is reported, and passed over. */
export const withTexts =
	(command: string, work: (file: string, text: string) => unknown) =>
	async (files: readonly string[]): Promise<void> => {
		for (const file of files) {
			const text = await textReader(complainer(command))(file);
			if (text !== undefined) await work(file, text);
		}
	};

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
	if (code === 'ENOENT') return 'no such file';
	if (code === 'EISDIR') return 'it is a folder';
	if (code === 'EACCES') return 'permission denied';
	return message;
}

/** Milliseconds for the transfer of a file. */
export const FILE_PATIENCE_MS = 15 * 60 * 1000;

const TYPES: Readonly<Record<string, string>> = {
	'.json': 'application/json',
	'.ndjson': 'application/x-ndjson',
	'.jsonl': 'application/x-ndjson',
	'.csv': 'text/csv',
	'.yaml': 'application/yaml',
};

/** Builds a request that streams a file; undefined for an unknown `ending` (`.json`). @throws Error if it cannot be read */
export async function fileBody(file: string, ending: string, headers: Record<string, string> = {}) {
	const type = TYPES[ending.toLowerCase()];
	if (type === undefined) return undefined;
	const path = resolve(callersFolder(), file);
	const facts = await stat(path).catch(() => undefined);
	if (!facts?.isFile())
		throw new Error(`cannot read ${file}: ${facts ? 'it is a folder' : 'no such file'}`);
	return {
		headers: { 'content-type': type, ...headers },
		body: Readable.toWeb(createReadStream(path)),
		// Fetch requires it where a body is a stream.
		duplex: 'half',
		signal: AbortSignal.timeout(FILE_PATIENCE_MS),
	} as unknown as RequestInit;
}

/** Reads the first line of standard input: a secret in an argument would be visible to others. */
export async function firstLineOfInput(): Promise<string> {
	if (process.stdin.isTTY) process.stderr.write('value: ');
	for await (const line of createInterface({ input: process.stdin })) return line;
	return '';
}

/** Prints a text as it is, or writes it to a file; returns why that was not possible. */
export function printWhole(text: string, file?: string): string | undefined {
	try {
		if (file !== undefined) writeFileSync(resolve(callersFolder(), file), text);
		else process.stdout.write(process.stdout.isTTY ? printable(text) : text);
		return undefined;
	} catch (error) {
		return `cannot write ${file}: ${(error as Error).message}`;
	}
}
