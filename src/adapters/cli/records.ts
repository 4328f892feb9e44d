// `loadline records import|list`: collections of a workspace, from files (docs/records.md, "Command
// line"). A file is sent as it is read, whatever its size.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Command, Option } from 'commander';
import { IMPORT_FORMATS, type ImportFormat } from '../../records';
import { callersFolder } from './callers-folder';
import { ask, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('records');

/** Milliseconds that an import may take. */
const PATIENCE = 15 * 60 * 1000;

interface ImportOptions extends ServerOptions {
	readonly model: string;
	readonly format?: ImportFormat;
}

interface Imported {
	readonly imported: number;
	readonly created: number;
	readonly replaced: number;
	readonly total: number;
}

interface Listed {
	readonly models: readonly {
		readonly model: string;
		readonly records: number;
		readonly fields: readonly string[];
	}[];
}

/** Exit code 1 when nothing was imported or listed. */
export function recordsCommand(): Command {
	return new Command('records')
		.description('Import records that an agent searches.')
		.addCommand(
			withServer(
				new Command('import')
					.description('Import a file; records of the same id are replaced.')
					.argument('<file>', '.json (a list), .ndjson or .jsonl, .csv')
					.requiredOption('--model <name>', 'collection the records go into')
					.addOption(
						new Option('--format <format>', 'when the name of the file does not say').choices(
							IMPORT_FORMATS,
						),
					),
			).action(importFile),
		)
		.addCommand(
			withServer(new Command('list').description('List the collections and their fields.')).action(
				list,
			),
		);
}

const BY_EXTENSION: Readonly<Record<string, ImportFormat>> = {
	'.json': 'json',
	'.ndjson': 'ndjson',
	'.jsonl': 'ndjson',
	'.csv': 'csv',
};

const TYPES: Readonly<Record<ImportFormat, string>> = {
	json: 'application/json',
	ndjson: 'application/x-ndjson',
	csv: 'text/csv',
};

async function importFile(file: string, options: ImportOptions): Promise<void> {
	const format = options.format ?? BY_EXTENSION[extname(file).toLowerCase()];
	if (!format) return complain(`${file}: say what it is with --format ${IMPORT_FORMATS.join('|')}`);
	const path = resolve(callersFolder(), file);
	const facts = await stat(path).catch(() => undefined);
	if (!facts?.isFile()) return complain(`cannot read ${file}: no such file`);
	const init = {
		method: 'POST',
		headers: { 'content-type': TYPES[format] },
		body: Readable.toWeb(createReadStream(path)),
		// What fetch asks for when a body is a stream.
		duplex: 'half',
		signal: AbortSignal.timeout(PATIENCE),
	} as unknown as RequestInit;
	const answered = await ask(options, `/api/records/${encodeURIComponent(options.model)}`, init);
	if (!answered.ok) return complain(answered.error.message);
	const { imported, created, replaced, total } = answered.value as Imported;
	console.log(
		`${options.model}: ${imported} read, ${created} new, ${replaced} replaced, ${total} in all`,
	);
}

async function list(options: ServerOptions): Promise<void> {
	const answered = await ask(options, '/api/records');
	if (!answered.ok) return complain(answered.error.message);
	for (const { model, records, fields } of (answered.value as Listed).models)
		console.log([model, `${records} records`, fields.join(', ')].map(oneLine).join('\t'));
}
