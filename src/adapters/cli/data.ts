// Commands of the API that take several requests, or carry files: what is kept of somebody (docs/storage.md "Exporting
// and erasing"), records (docs/records.md, "Command line"), kept results (docs/ask.md "Export"), conversations,
// workspaces, the audit log; of memory (docs/memory.md, "Command line") a draft beside what it would change, who used a
// rule, and everything published as one AGENTS.md.
import { createWriteStream } from 'node:fs';
import { extname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { AnswerOf } from '../../contract';
import { agentsFile } from '../../memory';
import { type Asker, answered, apiCommand, type Given, misuse, note, refuse } from './api-command';
import { callersFolder, FILE_PATIENCE_MS, fileBody } from './input-file';
import { published } from './memory-plan';
import { download, namesOf } from './server';
import { filled, type Lines, number, tableOf } from './shown';
import { meant, oneLine, printable } from './terminal';

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

type DraftView = AnswerOf<'GET /api/memory/drafts/:id'>;

export const reviewCommands = () => ({
	'memory used': apiCommand('GET /api/memory/attestations', {
		usage: 'memory used <rule>',
		help: 'Who used a rule, when and how: loaded, referred to, changed. Of others, an administrator sees it.',
		options: [['--days <number>', 'how far back; all unless told']],
		run: (given, api) => uses(given, api),
	}),
	'memory export': apiCommand('GET /api/memory/export', {
		usage: 'memory export',
		help: 'Print what is published as one AGENTS.md, for hosts without MCP.',
		hasJson: false,
		async run(options) {
			const found = await published(options);
			if (!found.ok) refuse(found.error.message);
			process.stdout.write(agentsFile(found.value.filter(({ kind }) => kind !== 'mpf')));
			return [];
		},
	}),
	'memory review show': apiCommand('GET /api/memory/drafts/:id', {
		usage: 'memory review show <id>',
		help: 'Show a draft beside what it would change.',
		show: showDraft,
	}),
});

const DAY_MS = 86_400_000;
const PAGE = 1000;
type Use = AnswerOf<'GET /api/memory/attestations'>['attestations'][number];

async function uses({ rule = '', days, json, ...given }: Given, api: Asker): Promise<Lines> {
	const back = days === undefined ? Infinity : Number(days);
	if (!(back > 0)) misuse(`--days takes a number of days, not "${days}"`);
	const { id, path } = await ruleOf(rule, api);
	const since = Date.now() - back * DAY_MS;
	const key = 'GET /api/memory/attestations';
	const attestations: Use[] = [];
	for (let before: number | undefined, isMore = true; isMore; ) {
		const page: AnswerOf<typeof key> = await api(key, { object: id, limit: PAGE, before });
		attestations.push(...page.attestations.filter(({ at }) => at >= since));
		before = page.next;
		isMore = before !== undefined && (page.attestations.at(-1)?.at ?? 0) >= since;
	}
	if (json) return [{ attestations }];
	const people = new Set(attestations.map(({ principal }) => principal)).size;
	const period = days === undefined ? '' : ` in the last ${days} days`;
	const sum = `${path}: ${number(attestations.length)} ${attestations.length === 1 ? 'event' : 'events'} by ${people === 1 ? 'one' : people}${period}`;
	if (attestations.length === 0) return sum;
	const columns = ['at', 'principal', 'event', 'constraintId', 'session'];
	return [...tableOf(columns, attestations, await namesOf(given)), sum];
}

async function ruleOf(rule: string, api: Asker) {
	const { objects: all } = await answered('GET /api/memory/objects', {}, api, true);
	const found = all.find(({ id, path, file }) => [id, path, file].includes(rule));
	if (found) return found;
	const names = all.flatMap(({ path, file }) => (file === undefined ? path : [path, file]));
	return refuse(
		`there is no rule "${rule}": give the id or the path that loadline memory list shows.${meant(rule, names)}`,
	);
}

function showDraft({ draft, base, current, proposed, ...view }: DraftView): string[] {
	console.log(oneLine(filled('{id} {state} {operation} {path} by {author}', draft)));
	if (draft.newPath !== undefined) console.log(oneLine(`new path: ${draft.newPath}`));
	if (draft.conflict) console.log('CONFLICT: what it was based on is not what is published now');
	for (const name of ['summary', 'comment'] as const)
		if (draft[name] !== undefined) console.log(oneLine(`${name}: ${draft[name]}`));
	for (const warning of view.warnings ?? []) console.log(`warning: ${oneLine(warning)}`);
	for (const { kind, text, path, constraintId, published } of view.overlaps ?? [])
		console.log(oneLine(`${kind}: "${text}" and ${path}#${constraintId} "${published}"`));
	// Base and current are the same text unless something has moved.
	if (base?.hash !== current?.hash) printSide('base', base, 'unknown');
	printSide('current', current, 'not published');
	printSide('draft', proposed, view.withheld ?? 'deleted');
	return [];
}

function printSide(name: string, side: DraftView['base'], absent: string): void {
	const version = side?.version === undefined ? '' : ` version ${side.version}`;
	const facts = side === null ? oneLine(absent) : `${oneLine(side.path)} ${oneLine(side.hash)}`;
	console.log(`\n=== ${name}${version}: ${facts}`);
	if (side !== null) console.log(printable(side.content).trimEnd());
}
