// `loadline report`: what `loadline wrap` and `loadline serve` have saved on this machine, tool by tool; with
// a conversation, what its context held.
import { Command } from 'commander';
import { type AnswerOf, addressOf, type ParamsOf, type RouteKey } from '../../contract';
import { err, ok, type Result } from '../../shared/result';
import { type OpenLoadline, secretOf } from '../node';
import { logAside, stateOf } from './local-gateway';
import { reportSession, type SessionReportOptions } from './report-session';
import { ask, type ServerOptions } from './server';
import { type Lines, number, print, tableOf } from './shown';
import { complainer } from './terminal';

const complain = complainer('report');

interface Options extends SessionReportOptions, ServerOptions {
	readonly state?: string;
	readonly days: string;
}

/**
 * `loadline report`.
 * @param open opens the state of this machine
 */
export function reportCommand(open: OpenLoadline): Command {
	return new Command('report')
		.description(
			'Say what was saved on this machine, tool by tool; of a conversation, what its context held.',
		)
		.argument('[conversation]', 'its id, as the pages and GET /api/sessions have it')
		.option('--state <folder>', 'where it is kept')
		.option('--days <number>', 'how far back', '7')
		.option('--json', 'as the API has it (docs/telemetry.md)')
		.option('--svg <file>', 'of a conversation: a picture to share, without contents and names')
		.option('--names', 'of a conversation: name its tools in the picture')
		.option('--url <url>', 'of a conversation: the server that has it, unless it is this machine')
		.option('--token <token>', 'bearer token; else LOADLINE_TOKEN')
		.action((session: string | undefined, options: Options) => {
			if (session !== undefined) return reportOne(open, session, options);
			if (options.svg !== undefined)
				return complain('--svg: name the conversation that is drawn.', 2);
			return report(open, options);
		});
}

async function reportOne(open: OpenLoadline, session: string, options: Options): Promise<void> {
	if (!/^[A-Za-z0-9_-]{1,128}$/.test(session))
		return complain('the conversation: has 1 to 128 letters, digits, _ or -.', 2);
	const key = 'GET /api/sessions/:id';
	const body =
		options.url === undefined
			? await askHere(open, options, key, { id: session })
			: await ask(options, key, { id: session }).then((answer) =>
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
		return complain(`--days takes a number up to 365, not "${options.days}".`, 2);
	const from = new Date(Date.now() - days * 86_400_000).toISOString();
	const answer = await askHere(open, options, 'GET /api/telemetry', { from });
	if (!answer.ok) return complain(answer.error);
	if (options.json) console.log(JSON.stringify(answer.value));
	else print(savedOf(answer.value.groups, days));
}

/** Reads the state of this machine without a server; the error is for the user. */
async function askHere<Key extends RouteKey>(
	open: OpenLoadline,
	options: Options,
	key: Key,
	params: ParamsOf<Key>,
): Promise<Result<AnswerOf<Key>, string>> {
	const folder = stateOf(options);
	const variables = { LOADLINE_DEV: '1', LOADLINE_SECRET: secretOf(folder) };
	const outLoud = logAside();
	const loadline = await open({ folder, file: '', variables });
	try {
		await loadline.settle();
		const answer = await loadline.fetch(new Request(`http://localhost${addressOf(key, params)}`));
		const text = await answer.text();
		if (answer.ok) return ok(JSON.parse(text));
		const { error } = JSON.parse(text) as { error?: { message?: string } };
		return err(error?.message ?? text);
	} finally {
		await loadline.close();
		outLoud();
	}
}

function savedOf(groups: AnswerOf<'GET /api/telemetry'>['groups'], days: number): Lines {
	if (groups.length === 0) return `No calls in the last ${days} days.`;
	const rows = groups.map(({ key, count, outcomes, originalTokens, savedTokens }) => ({
		...{ tool: key, calls: count, failed: outcomes.error },
		...{ tokensGiven: originalTokens.sum, saved: savedTokens.net },
	}));
	const sum = (of: 'calls' | 'tokensGiven' | 'saved') =>
		rows.reduce((total, row) => total + row[of], 0);
	const [saved, given] = [sum('saved'), sum('tokensGiven')];
	const share = given > 0 ? ` (${Math.round((100 * saved) / given)} %)` : '';
	return [
		...tableOf(['tool', 'calls', 'failed', 'tokensGiven', 'saved'], rows),
		`${number(saved)} of ${number(given)} tokens saved${share} by ${number(sum('calls'))} calls`,
	];
}
