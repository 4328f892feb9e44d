// `loadline report`: what `loadline wrap` and `loadline serve` have saved on this machine, tool by tool; with
// a session, what its context held.
import { Command } from 'commander';
import { addressOf } from '../../contract';
import { err, ok, type Result } from '../../shared/result';
import { type OpenLoadline, secretOf } from '../node';
import { logAside, stateOf } from './local-gateway';
import { reportSession, type SessionReportOptions } from './report-session';
import { ask, type ServerOptions } from './server';
import { complainer, oneLine } from './terminal';

const complain = complainer('report');

interface Options extends SessionReportOptions, ServerOptions {
	readonly state?: string;
	readonly days: string;
}

interface Group {
	readonly key: string;
	readonly count: number;
	readonly outcomes: { readonly error?: number };
	readonly originalTokens: { readonly sum: number };
	readonly tokens: { readonly sum: number };
	readonly savedTokens: { readonly net: number };
}

/**
 * `loadline report`.
 * @param open opens the state of this machine
 */
export function reportCommand(open: OpenLoadline): Command {
	return new Command('report')
		.description(
			'Say what was saved on this machine, tool by tool; of a session, what its context held.',
		)
		.argument('[session]', 'its id, as the pages and GET /api/sessions have it')
		.option('--state <folder>', 'where it is kept')
		.option('--days <number>', 'how far back', '7')
		.option('--json', 'as the API has it (docs/telemetry.md)')
		.option('--svg <file>', 'of a session: a picture to share, without contents and names')
		.option('--names', 'of a session: name its tools in the picture')
		.option('--url <url>', 'of a session: the server that has it, unless it is this machine')
		.option('--token <token>', 'bearer token; else LOADLINE_TOKEN')
		.action((session: string | undefined, options: Options) => {
			if (session !== undefined) return reportOne(open, session, options);
			if (options.svg !== undefined) return complain('--svg: name the session that is drawn.');
			return report(open, options);
		});
}

async function reportOne(open: OpenLoadline, session: string, options: Options): Promise<void> {
	if (!/^[A-Za-z0-9_-]{1,128}$/.test(session))
		return complain('the session: has 1 to 128 letters, digits, _ or -.');
	const body =
		options.url === undefined
			? await askHere(open, options, addressOf('GET /api/sessions/:id', { id: session }))
			: await ask(options, 'GET /api/sessions/:id', { id: session }).then((answer) =>
					answer.ok ? answer : err(answer.error.message),
				);
	if (!body.ok) return complain(body.error);
	const said = await reportSession(body.value, options);
	if (said.ok) console.log(said.value);
	else complain(said.error);
}

async function report(open: OpenLoadline, options: Options): Promise<void> {
	const days = Number(options.days);
	if (!(days > 0 && days <= 365))
		return complain(`--days takes a number up to 365, not "${options.days}".`);
	const from = new Date(Date.now() - days * 86_400_000).toISOString();
	const path = `/api/telemetry?from=${encodeURIComponent(from)}`;
	const answer = await askHere(open, options, path);
	if (!answer.ok) return complain(answer.error);
	if (options.json) console.log(JSON.stringify(answer.value));
	else say((answer.value as { groups: readonly Group[] }).groups, days);
}

/** Reads the state of this machine without a server; the error is for the user. */
async function askHere(
	open: OpenLoadline,
	options: Options,
	path: string,
): Promise<Result<unknown, string>> {
	const folder = stateOf(options);
	const variables = { LOADLINE_DEV: '1', LOADLINE_SECRET: secretOf(folder) };
	const outLoud = logAside();
	const loadline = await open({ folder, file: '', variables });
	try {
		await loadline.settle();
		const answer = await loadline.fetch(new Request(`http://localhost${path}`));
		const text = await answer.text();
		if (answer.ok) return ok(JSON.parse(text));
		const { error } = JSON.parse(text) as { error?: { message?: string } };
		return err(error?.message ?? text);
	} finally {
		await loadline.close();
		outLoud();
	}
}

function say(groups: readonly Group[], days: number): void {
	if (groups.length === 0) {
		console.log(`No calls in the last ${days} days.`);
		return;
	}
	const failed = ({ error = 0 }: Group['outcomes']) => (error > 0 ? `, ${error} failed` : '');
	for (const { key, count, outcomes, originalTokens, savedTokens } of groups)
		console.log(
			[
				`${savedTokens.net} of ${originalTokens.sum} tokens saved`,
				`${count} calls${failed(outcomes)}`,
				oneLine(key),
			].join('\t'),
		);
	const sum = (of: (group: Group) => number) =>
		groups.reduce((total, group) => total + of(group), 0);
	const saved = sum(({ savedTokens }) => savedTokens.net);
	const original = sum(({ originalTokens }) => originalTokens.sum);
	const share = original > 0 ? ` (${Math.round((100 * saved) / original)} %)` : '';
	console.log(`${saved} of ${original} tokens saved${share} by ${sum(({ count }) => count)} calls`);
}
