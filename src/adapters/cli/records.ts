// `loadline records import|list`: collections of a workspace, from files (docs/records.md, "Command line").
import { extname } from 'node:path';
import { apiCommand, group, refuse } from './api-command';
import { fileBody } from './input-file';

export const recordsCommand = () =>
	group(
		'records',
		'Import records that an agent searches.',
		apiCommand('import <file>', 'POST /api/records/:model', {
			description: 'Import a file; records of the same id are replaced.',
			takes: {
				'<file>': '.json (a list), .ndjson or .jsonl, .csv',
				'--model <name>': 'collection the records go into',
				'--format <format>': 'json, ndjson or csv, when the name of the file does not say',
			},
			async fill({ file = '', format }) {
				const ending = format === undefined ? extname(file) : `.${format}`;
				const init = /\.ya?ml$/i.test(ending) ? undefined : await fileBody(file, ending);
				return init ? { init } : refuse(`${file}: say what it is with --format json|ndjson|csv`);
			},
			show: ({ model, imported, created, replaced, total }) =>
				`${model}: ${imported} read, ${created} new, ${replaced} replaced, ${total} in all`,
		}),
		apiCommand('list', 'GET /api/records', {
			show: ({ models }) =>
				models.map(({ model, records, fields }) => [
					...[model, `${records} records`, fields.join(', ')],
				]),
		}),
	);
