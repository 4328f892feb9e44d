// `loadline data export|erase`: all that is kept of somebody, or of a workspace (docs/storage.md "Exporting
// and erasing").
import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { callersFolder } from './callers-folder';
import { ask, download, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('data');

/** Milliseconds between two looks at an erasure. */
const LOOKED_AGAIN = 1_000;

interface Options extends ServerOptions {
	readonly user?: string;
	readonly workspace?: string;
	readonly yes?: true;
	readonly wait?: true;
	readonly out?: string;
}

interface Erasure {
	readonly id: string;
	readonly state: 'running' | 'watching' | 'done';
	readonly found: number;
	readonly fault: string | null;
}

/** `loadline data`, its commands below it. */
export function dataCommand(): Command {
	return new Command('data')
		.description('Export or erase all that is kept of somebody, or of a workspace.')
		.addCommand(
			withServer(new Command('export'))
				.description(
					'Lines of JSON, without secrets: of your workspace, or of one principal in it.',
				)
				.option('--user <id>', 'u-…, as `loadline member list` shows it')
				.option('--out <file>', 'else standard output')
				.action(exportAll),
		)
		.addCommand(
			withServer(new Command('erase'))
				.description(
					'Erase a principal in your workspace, or a workspace whole. It cannot be undone.',
				)
				.option('--user <id>', 'u-…; takes the scope admin')
				.option('--workspace <name>', 'ws-…; takes the scope operator')
				.option('--yes', 'do it')
				.option('--wait', 'until nothing can be on its way any more, ten minutes')
				.action(erase),
		)
		.addCommand(
			withServer(new Command('status'))
				.description('How far an erasure is.')
				.argument('<id>', 'er-…')
				.action(async (id: string, options: Options) => {
					const found = await ask(options, `/api/erasures/${encodeURIComponent(id)}`);
					if (!found.ok) return complain(found.error.message);
					console.log(said(found.value as Erasure));
				}),
		);
}

async function exportAll({ user, out, ...options }: Options): Promise<void> {
	const lines = exported(options, user);
	try {
		if (out === undefined) await pipeline(lines, process.stdout, { end: false });
		else await pipeline(lines, createWriteStream(resolve(callersFolder(), out), { mode: 0o600 }));
	} catch (error) {
		return complain((error as Error).message);
	}
}

/** Part after part, whole lines each. @throws Error that says why there is no further one */
async function* exported(options: ServerOptions, user: string | undefined): AsyncGenerator<string> {
	const whose = user === undefined ? '' : `&principal=${encodeURIComponent(user)}`;
	for (let after: string | undefined = ''; after !== undefined; ) {
		const path: string = `/api/export?after=${encodeURIComponent(after)}${whose}`;
		const part = await download(options, path);
		if (!part.ok) throw new Error(part.error.message);
		const lines = (await part.value.text()).split('\n').filter((line) => line !== '');
		({ next: after } = JSON.parse(lines.at(-1) ?? '{}') as { next?: string });
		const told = after === undefined ? lines : lines.slice(0, -1);
		if (told.length > 0) yield `${told.join('\n')}\n`;
	}
}

async function erase({ user, workspace, yes, wait, ...options }: Options): Promise<void> {
	if ((user === undefined) === (workspace === undefined))
		return complain('give --user or --workspace');
	if (!yes) return complain('it cannot be undone: export first, then give --yes');
	const begun =
		user === undefined
			? await ask(options, `/api/workspaces/${encodeURIComponent(workspace ?? '')}`, {
					method: 'DELETE',
				})
			: await ask(options, '/api/erasures', posting({ principal: user }));
	if (!begun.ok) return complain(begun.error.message);
	let erasure = begun.value as Erasure;
	console.error(oneLine(erasure.id));
	while (erasure.state === 'running' || (wait && erasure.state !== 'done')) {
		await new Promise((resume) => setTimeout(resume, LOOKED_AGAIN));
		const answer = await ask(options, `/api/erasures/${encodeURIComponent(erasure.id)}`);
		if (!answer.ok)
			return complain(`${answer.error.message}. The erasure goes on by itself: ${erasure.id}`);
		erasure = answer.value as Erasure;
	}
	console.log(said(erasure));
}

function said({ id, state, found, fault }: Erasure): string {
	const failed = fault === null ? '' : `; the last attempt failed (${fault}) and is made again`;
	const meaning = {
		running: 'goes on',
		watching: 'all that was found is gone; what was on its way is looked for',
		done: 'done: nothing came any more',
	}[state];
	return oneLine(`${id}: ${found} erased, ${meaning}${failed}`);
}
