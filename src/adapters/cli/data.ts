// `loadline data export|erase|status`: everything stored about a principal or a workspace (docs/storage.md
// "Exporting and erasing"); `loadline records import|list`: collections from files (docs/records.md, "Command
// line").
import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AnswerOf } from '../../contract';
import { apiCommand, type Given, group, note, refuse } from './api-command';
import { callersFolder, fileBody } from './input-file';
import { download } from './server';

export const recordsCommand = () =>
	group(
		'records',
		'Import records that an agent searches.',
		apiCommand('import <file>', 'POST /api/records/:model', {
			description: 'Import a file; records of the same id are replaced.',
			takes: {
				'<file>': '.json (a list), .ndjson or .jsonl, .csv',
				'--model <name>': 'collection the records go into',
				'--format <format>': 'when the name of the file does not say',
			},
			choices: { '--format <format>': ['json', 'ndjson', 'csv'] },
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

/** Milliseconds between polls of an erasure. */
const LOOKED_AGAIN = 1_000;

export const dataCommand = () =>
	group(
		'data',
		'Export or erase all that is kept of somebody, or of a workspace.',
		apiCommand('export', 'GET /api/export', {
			description: 'Lines of JSON, without secrets: of your workspace, or of one principal in it.',
			takes: {
				'--user <id>': 'u-…, as `loadline member list` shows it',
				'--out <file>': 'else standard output',
			},
			async run(given) {
				const { out } = given;
				if (out === undefined) await pipeline(parts(given), process.stdout, { end: false });
				else
					await pipeline(
						parts(given),
						createWriteStream(resolve(callersFolder(), out), { mode: 0o600 }),
					);
				return [];
			},
		}),
		apiCommand('erase', 'POST /api/erasures', {
			description:
				'Erase a principal in your workspace, or a workspace whole. It cannot be undone.',
			takes: {
				'--user <id>': 'u-…; takes the scope admin',
				'--workspace <name>': 'ws-…; takes the scope operator',
				'--yes': 'do it',
				'--wait': 'until nothing can be on its way any more, ten minutes',
			},
			async run({ user, workspace: name, yes, wait }, api) {
				if ((user === undefined) === (name === undefined)) refuse('give --user or --workspace');
				if (!yes) refuse('it cannot be undone: export first, then give --yes');
				let erasure =
					name === undefined
						? await api('POST /api/erasures', {}, { principal: user })
						: await api('DELETE /api/workspaces/:name', { name });
				const { id } = erasure;
				note(id);
				while (erasure.state === 'running' || (wait && erasure.state !== 'done')) {
					await new Promise((resume) => setTimeout(resume, LOOKED_AGAIN));
					erasure = await api('GET /api/erasures/:id', { id }).catch((error: Error) =>
						refuse(`${error.message}. The erasure goes on by itself: ${id}`),
					);
				}
				return stateLine(erasure);
			},
		}),
		apiCommand('status <id>', 'GET /api/erasures/:id', {
			takes: { '<id>': 'er-…' },
			show: (erasure) => stateLine(erasure),
		}),
	);

/** Downloads an export page by page, in whole lines. @throws Error with the server's message */
async function* parts(given: Given): AsyncGenerator<string> {
	for (let after: string | undefined = ''; after !== undefined; ) {
		const part = await download(given, 'GET /api/export', { after, principal: given.user });
		if (!part.ok) throw new Error(part.error.message);
		const lines = (await part.value.text()).split('\n').filter((line) => line !== '');
		({ next: after } = JSON.parse(lines.at(-1) ?? '{}') as { next?: string });
		const shown = after === undefined ? lines : lines.slice(0, -1);
		if (shown.length > 0) yield `${shown.join('\n')}\n`;
	}
}

const MEANING = {
	running: 'goes on',
	watching: 'all that was found is gone; what was on its way is looked for',
	done: 'done: nothing came any more',
};

function stateLine({ id, state, found, fault }: AnswerOf<'GET /api/erasures/:id'>): string {
	const failed = fault === null ? '' : `; the last attempt failed (${fault}) and is made again`;
	return `${id}: ${found} erased, ${MEANING[state]}${failed}`;
}
