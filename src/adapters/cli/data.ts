// Commands of the API that take several requests, or carry files: what is kept of somebody (docs/storage.md "Exporting
// and erasing"), records (docs/records.md, "Command line"), kept results (docs/ask.md "Export"), conversations,
// workspaces, the audit log.
import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { AnswerOf } from '../../contract';
import { apiCommand, type Given, misuse, note, refuse } from './api-command';
import { callersFolder, FILE_PATIENCE_MS, fileBody } from './input-file';
import { download } from './server';
import type { Lines } from './shown';
import { oneLine, printable } from './terminal';

/** Milliseconds between polls of an erasure. */
const LOOKED_AGAIN = 1_000;

export const dataCommands = () => ({
	'records import': apiCommand('POST /api/records/:model', {
		usage: 'records import <file>',
		help: 'Import a file (.json, a list; .ndjson or .jsonl; .csv); records of the same id are replaced.',
		options: [['--format <format>', 'json, ndjson or csv, when the name of the file does not say']],
		async fill({ file = '', format }) {
			const ending = format === undefined ? extname(file) : `.${format}`;
			const init = /\.ya?ml$/i.test(ending) ? undefined : await fileBody(file, ending);
			return init ? { init } : misuse(`${file}: say what it is with --format json|ndjson|csv`);
		},
		says: '{model}: {imported} read, {created} new, {replaced} replaced, {total} in all',
	}),
	result: apiCommand('GET /api/results/:handle', {
		usage: 'result <handle>',
		help: 'Write what is kept behind a handle, the nextCursor of a result too.',
		takes: 'select pointer format',
		options: [['--output <file>', 'into a file']],
		hasJson: false,
		run: written,
	})
		// A handle may begin with a dash, and with -h.
		.allowUnknownOption()
		.helpOption('--help'),
	'data export': apiCommand('GET /api/export', {
		usage: 'data export',
		help: 'Lines of JSON, without secrets: of your workspace, or of one user in it.',
		takes: 'principal',
		options: [['--out <file>', 'else standard output']],
		hasJson: false,
		async run(given) {
			const { out } = given;
			const isFile = out !== undefined;
			const to = isFile
				? createWriteStream(resolve(callersFolder(), out), { mode: 0o600 })
				: process.stdout;
			await pipeline(parts(given), to, { end: isFile });
			return [];
		},
	}),
	'data erase': apiCommand('POST /api/erasures', {
		usage: 'data erase',
		help: 'Erase a user in your workspace, or a workspace whole. It cannot be undone.',
		options: [
			['--user <id>', 'u-…; takes the scope admin'],
			['--workspace <name>', 'ws-…; takes the scope operator'],
			['--yes', 'do it'],
			['--wait', 'until nothing can be on its way any more, ten minutes'],
		],
		async run({ user, workspace: name, yes, wait, json }, api) {
			if ((user === undefined) === (name === undefined)) misuse('give --user or --workspace');
			if (!yes) misuse('it cannot be undone: export first, then give --yes');
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
			return json ? [erasure] : stateLine(erasure);
		},
	}),
	'data status': apiCommand('GET /api/erasures/:id', { show: (erasure) => stateLine(erasure) }),
	'conversation remove': apiCommand('DELETE /api/sessions/:id', {
		usage: 'conversation remove [id]',
		help: 'Delete a conversation with its trace and kept results, or all of them.',
		takes: 'principal',
		options: [['--all', 'every conversation of the user']],
		async run({ id, all, user, principal = user, json }, api) {
			if ((id === undefined) === (all === undefined))
				misuse('give the id of a conversation, or --all');
			let removed = 0;
			for (let isMore = true; isMore; ) {
				const done =
					id === undefined
						? await api('DELETE /api/sessions', { principal })
						: await api('DELETE /api/sessions/:id', { id, principal });
				removed += done.removed;
				isMore = 'more' in done && done.more === true;
			}
			return json ? [{ removed }] : `${removed} removed`;
		},
	}),
	'workspace reseal': apiCommand('POST /api/workspaces/:name/reseal', {
		usage: 'workspace reseal [names...]',
		help: 'Seal secrets and logins with the new LOADLINE_SECRET, while it is "new,old"; of all workspaces unless named.',
		hasJson: false,
		async run({ names = [] }, api) {
			const { workspaces } =
				names.length > 0 ? { workspaces: [] } : await api('GET /api/workspaces');
			for (const name of [...names, ...workspaces.map((each) => each.name)]) {
				const done = await api('POST /api/workspaces/:name/reseal', { name });
				const { vaults, resealed, unreadable } = done;
				const counts = `${vaults} vaults, ${resealed} sealed anew, ${unreadable} unreadable`;
				console.log(oneLine(`${name}: ${counts}`));
				if (unreadable > 0) process.exitCode = 1;
			}
			return [];
		},
	}),
	'audit verify': apiCommand('GET /api/audit/verify', {
		help: 'Check the chain of hashes; exit code 1 where it is broken.',
		options: [['--head <n:hash>', 'a head that was noted before']],
		fill({ head }) {
			const [n = '', hash = ''] = head?.split(':') ?? [];
			return head === undefined ? {} : { n, hash };
		},
		show: ({ ok, entries, head }) =>
			ok ? `${entries} entries are as they were written; head ${head?.n}:${head?.hash}` : [],
		fails: ({ ok, brokenAt }) =>
			ok ? undefined : `broken at entry ${brokenAt}: what follows cannot be trusted`,
	}),
});

async function written({ handle = '', output, ...given }: Given): Promise<Lines> {
	const { select, pointer, format } = given;
	const params = { handle, select, pointer, format };
	const patience = { signal: AbortSignal.timeout(FILE_PATIENCE_MS) };
	const answered = await download(given, 'GET /api/results/:handle', params, undefined, patience);
	if (!answered.ok) return refuse(answered.error.message);
	const { body, headers } = answered.value;
	if (!body) return refuse('the answer is empty');
	const from = Readable.fromWeb(body as unknown as ReadableStream);
	try {
		if (output !== undefined)
			await pipeline(from, createWriteStream(resolve(callersFolder(), output)));
		else if (process.stdout.isTTY) await pipeline(from, printed, process.stdout, { end: false });
		else await pipeline(from, process.stdout, { end: false });
	} catch (error) {
		return refuse(`broken off: ${(error as Error).message}`);
	}
	if (headers.get('loadline-complete') === 'false')
		note('loadline result: this is one page of a server that has more');
	return [];
}

/** Removes control characters for a terminal; files and pipes get every byte. */
async function* printed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const some of bytes) yield printable(decoder.decode(some, { stream: true }));
}

/** Downloads an export page by page, in whole lines. @throws Error with the server's message */
async function* parts(given: Given): AsyncGenerator<string> {
	for (let after: string | undefined = ''; after !== undefined; ) {
		const part = await download(given, 'GET /api/export', {
			after,
			principal: given.user ?? given.principal,
		});
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
