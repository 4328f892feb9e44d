// Files named on the command line.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { err, ok, type Result } from '../../shared/result';
import { callersFolder } from './callers-folder';

/** The text of a file, or a line that says why it cannot be read. */
export async function inputText(file: string): Promise<Result<string, string>> {
	try {
		return ok(await readFile(resolve(callersFolder(), file), 'utf8'));
	} catch (error) {
		return err(`cannot read ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`);
	}
}

/** The same, where what is wrong is said. */
export const textReader =
	(complain: (message: string) => void) =>
	async (file: string): Promise<string | undefined> => {
		const text = await inputText(file);
		return text.ok ? text.value : void complain(text.error);
	};

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
	if (code === 'ENOENT') return 'no such file';
	if (code === 'EISDIR') return 'it is a folder';
	if (code === 'EACCES') return 'permission denied';
	return message;
}
