// `loadline config validate|diff|push|pull|history|rollback`: the runtime document of a server, from
// files and back (docs/config.md "Command line").
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { stringify } from 'yaml';
import {
	type Change,
	type Changes,
	type ConfigVersion,
	effective,
	type Format,
	type Issue,
	MASK,
	type Preview,
	parseConfig,
} from '../../config';
import { checkUpstreamUrl } from '../../gateway';
import { callersFolder } from './callers-folder';
import { textReader } from './input-file';
import { asker, posting, type ServerOptions, withServer } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('config');

interface ChangeOptions extends ServerOptions {
	readonly ifMatch?: string;
}
interface PullOptions extends ServerOptions {
	/** Version to print. */
	readonly of?: string;
}
interface HistoryOptions extends ServerOptions {
	readonly limit: string;
}

/** Problems on standard error, a line each; exit code 1 if there are any. */
export function configCommand(): Command {
	const fromFile = (name: string, description: string) =>
		withServer(
			new Command(name).description(description).argument('<file>', 'YAML, or JSON by its name'),
		);
	const guarded = (command: Command) =>
		command.option('--if-match <version>', 'only while this version is in force');
	return new Command('config')
		.description('Check configurations, and change the one of a server.')
		.addCommand(
			new Command('validate')
				.description('Check documents in files, without a server.')
				.argument('<file...>', 'YAML, or JSON by its name')
				.action(validate),
		)
		.addCommand(
			fromFile('diff', 'Show what push would change; the server checks the file.').action(diff),
		)
		.addCommand(guarded(fromFile('push', 'Replace the runtime document by the file.')).action(push))
		.addCommand(
			withServer(new Command('pull'))
				.description(
					'Print the runtime document as YAML, or write it to a file. Secrets are hidden.',
				)
				.argument('[file]', 'to write')
				.option('--of <version>', 'an earlier version')
				.action(pull),
		)
		.addCommand(
			withServer(new Command('history'))
				.description('Versions, newest first: when, who, and what changed.')
				.option('--limit <count>', 'versions at most', '20')
				.action(history),
		)
		.addCommand(
			guarded(withServer(new Command('rollback')))
				.description('Put the document of an earlier version in force, as a new version.')
				.argument('<version>', 'its number; 0 is the empty document')
				.action(rollback),
		);
}

const listIssues = (file: string, issues: readonly Issue[]): void => {
	for (const { path, reason } of issues)
		console.error(oneLine(`${file}: ${path || 'document'} ${reason}`));
};

const formatOf = (file: string): Format => (/\.json$/i.test(file) ? 'json' : 'yaml');

const textOf = textReader(complain);

async function validate(files: readonly string[]): Promise<void> {
	for (const file of files) {
		const text = await textOf(file);
		if (text === undefined) continue;
		const parsed = parseConfig(text, formatOf(file));
		const check = (allowLoopback: boolean) =>
			parsed.ok
				? effective([{ name: 'runtime', document: parsed.value }], {
						checkUrl: (url) => checkUpstreamUrl(url, { allowLoopback }),
					})
				: parsed;
		const anywhere = check(false);
		const inDevelopment = check(true);
		if (inDevelopment.ok)
			console.log(`${file}: valid${anywhere.ok ? '' : ' in development mode only'}`);
		else {
			listIssues(file, inDevelopment.error);
			process.exitCode = 1;
		}
	}
}

const answerOf = asker('/api/config', complain, (issues) =>
	listIssues('config', issues as readonly Issue[]),
);

const replacing = (file: string, text: string, { ifMatch }: ChangeOptions = {}): RequestInit => ({
	method: 'PUT',
	headers: { 'content-type': `application/${formatOf(file)}`, ...matching(ifMatch) },
	body: text,
});

const matching = (version: string | undefined): Record<string, string> =>
	version === undefined ? {} : { 'if-match': `"${version.replaceAll('"', '')}"` };

async function diff(file: string, options: ServerOptions): Promise<void> {
	const text = await textOf(file);
	if (text === undefined) return;
	const body = await answerOf(options, '?dryRun=1', replacing(file, text));
	if (body === undefined) return;
	const preview = body as Preview;
	say(preview);
	console.log(
		preview.changes.length === 0
			? `nothing would change in version ${preview.version}`
			: `version ${preview.version} is in force; nothing was changed`,
	);
}

async function push(file: string, options: ChangeOptions): Promise<void> {
	const text = await textOf(file);
	if (text === undefined) return;
	done(await answerOf(options, '', replacing(file, text, options)));
}

async function rollback(version: string, options: ChangeOptions): Promise<void> {
	if (!/^\d{1,15}$/.test(version)) return complain(`${version}: a version is a whole number`);
	const init = posting({ version: Number(version) });
	const headers = { ...(init.headers as Record<string, string>), ...matching(options.ifMatch) };
	done(await answerOf(options, '/rollback', { ...init, headers }));
}

function done(body: unknown): void {
	if (body === undefined) return;
	const changed = body as Changes & { readonly version: number; readonly problem?: string };
	say(changed);
	console.log(`version ${changed.version} is in force`);
	if (changed.problem !== undefined) console.error(oneLine(changed.problem));
}

async function pull(file: string | undefined, options: PullOptions): Promise<void> {
	const of = options.of === undefined ? '' : `?version=${encodeURIComponent(options.of)}`;
	const body = await answerOf(options, `/document${of}`);
	if (body === undefined) return;
	const { version, document } = body as { version: number; document: object };
	const text = `# Runtime document, version ${version}\n${stringify(document)}`;
	if (file === undefined) process.stdout.write(text);
	else
		try {
			await writeFile(resolve(callersFolder(), file), text);
			console.log(`${file}: version ${version}`);
		} catch (error) {
			return complain(`cannot write ${file}: ${(error as Error).message}`);
		}
	if (text.includes(MASK))
		console.error(
			`Hidden values stand as ${MASK}: fill them in before a push, or name secrets as \${secret:UPSTREAM_…}.`,
		);
}

async function history(options: HistoryOptions): Promise<void> {
	const body = await answerOf(options, `/history?limit=${encodeURIComponent(options.limit)}`);
	if (body === undefined) return;
	for (const each of (body as { readonly versions: readonly ConfigVersion[] }).versions) {
		const what = each.restored === undefined ? 'replaced' : `back to version ${each.restored}`;
		console.log(
			`version ${each.version}\t${new Date(each.at).toISOString()}\t${oneLine(each.by)}\t${what}`,
		);
		say(each, '  ');
	}
}

const say = ({ changes, more }: Changes, indent = ''): void => {
	for (const change of changes) console.log(`${indent}${oneLine(lineOf(change))}`);
	if (more > 0) console.log(`${indent}… and ${more} more`);
};

const lineOf = ({ path, before, after }: Change): string =>
	`${path}: ${jsonOf(before)} → ${jsonOf(after)}`;

const jsonOf = (value: unknown): string => (value === undefined ? 'unset' : JSON.stringify(value));
