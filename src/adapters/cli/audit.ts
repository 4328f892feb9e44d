// `loadline audit list|verify`: administrative acts of a workspace (docs/deploy.md "Audit log").
import { Command } from 'commander';
import { ask, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('audit');

interface LogOptions extends ServerOptions {
	readonly deployment?: true;
}

interface ListOptions extends LogOptions {
	readonly limit: string;
	readonly action?: string;
	readonly by?: string;
	readonly json?: true;
}

interface Entry {
	readonly n: number;
	readonly at: string;
	readonly by: string;
	readonly name: string;
	readonly action: string;
	readonly target: string;
	readonly detail: object;
}

const withLog = (command: Command): Command =>
	withServer(command).option('--deployment', 'the log of the deployment, for its operator');

/** `loadline audit`, its commands below it. */
export function auditCommand(): Command {
	return new Command('audit')
		.description('Administrative acts: who did what, and whether the log is what was written.')
		.addCommand(
			withLog(new Command('list'))
				.description('Newest first.')
				.option('--limit <n>', 'entries', '50')
				.option('--action <text>', 'part of the action')
				.option('--by <id>', 'of one principal')
				.option('--json', 'one JSON object a line, with hashes')
				.action(list),
		)
		.addCommand(
			withLog(new Command('verify'))
				.description('Check the chain of hashes; exit code 1 where it is broken.')
				.option('--head <n:hash>', 'a head that was noted before')
				.action(verify),
		);
}

const pathOf = ({ deployment }: LogOptions): string =>
	`/api/audit${deployment ? '/deployment' : ''}`;

async function list(options: ListOptions): Promise<void> {
	const query = new URLSearchParams({ limit: options.limit });
	if (options.action !== undefined) query.set('action', options.action);
	if (options.by !== undefined) query.set('by', options.by);
	const answer = await ask(options, `${pathOf(options)}?${query}`);
	if (!answer.ok) return complain(answer.error.message);
	for (const entry of (answer.value as { readonly entries: readonly Entry[] }).entries) {
		if (options.json) console.log(JSON.stringify(entry));
		else {
			const { n, at, name, action, target, detail } = entry;
			console.log(
				[String(n), at, name, action, target, JSON.stringify(detail)].map(oneLine).join('\t'),
			);
		}
	}
}

async function verify(options: LogOptions & { readonly head?: string }): Promise<void> {
	const [n, hash] = options.head?.split(':') ?? [];
	const query =
		options.head === undefined ? '' : `?${new URLSearchParams({ n: n ?? '', hash: hash ?? '' })}`;
	const answer = await ask(options, `${pathOf(options)}/verify${query}`);
	if (!answer.ok) return complain(answer.error.message);
	const { ok, brokenAt, entries, head } = answer.value as {
		readonly ok: boolean;
		readonly brokenAt?: number;
		readonly entries: number;
		readonly head: { readonly n: number; readonly hash: string };
	};
	if (!ok) return complain(`broken at entry ${brokenAt}: what follows cannot be trusted`);
	console.log(`${entries} entries are as they were written; head ${head.n}:${oneLine(head.hash)}`);
}
