// `loadline result HANDLE`: what is kept behind a handle, or a `select` of it, as a file (docs/ask.md
// "Export"). It is written as it arrives, whatever its size.
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Command, Option } from 'commander';
import { EXPORT_FORMATS } from '../../ask';
import { callersFolder, FILE_PATIENCE_MS } from './input-file';
import { download, type ServerOptions, withServer } from './server';
import { complainer, printable } from './terminal';

const complain = complainer('result');

interface ResultOptions extends ServerOptions {
	readonly select?: string;
	readonly pointer?: string;
	readonly format?: string;
	readonly output?: string;
}

/** Exit code 1 when nothing, or not all, was written. */
export const resultCommand = (): Command =>
	withServer(
		new Command('result')
			.description('Write what is kept behind a handle.')
			// A handle may begin with a dash, and with -h.
			.allowUnknownOption()
			.helpOption('--help')
			.argument('<handle>', 'nextCursor or handle of a result')
			.option('--select <expression>', 'only what this computes (JMESPath)')
			.option('--pointer <pointer>', 'only this value (RFC 6901)')
			.addOption(
				new Option('--format <format>', 'json, and of a text the text, unless given').choices(
					EXPORT_FORMATS,
				),
			)
			.option('--output <file>', 'into a file'),
	).action(write);

async function write(handle: string, options: ResultOptions): Promise<void> {
	const { output, select, pointer, format } = options;
	const params = { handle, select, pointer, format };
	const patience = { signal: AbortSignal.timeout(FILE_PATIENCE_MS) };
	const answered = await download(options, 'GET /api/results/:handle', params, undefined, patience);
	if (!answered.ok) return complain(answered.error.message);
	const { body, headers } = answered.value;
	if (!body) return complain('the answer is empty');
	const from = Readable.fromWeb(body as unknown as ReadableStream);
	try {
		if (output !== undefined)
			await pipeline(from, createWriteStream(resolve(callersFolder(), output)));
		else if (process.stdout.isTTY) await pipeline(from, shown, process.stdout, { end: false });
		else await pipeline(from, process.stdout, { end: false });
	} catch (error) {
		return complain(`broken off: ${(error as Error).message}`);
	}
	if (headers.get('loadline-complete') === 'false')
		console.error('loadline result: this is one page of a server that has more');
}

/** Removes control characters for a terminal; files and pipes get every byte. */
async function* shown(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const some of bytes) yield printable(decoder.decode(some, { stream: true }));
}
