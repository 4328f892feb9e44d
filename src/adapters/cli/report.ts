// `loadline report`: what `loadline wrap` and `loadline serve` have saved on this machine, tool by tool; with
// a conversation, what its context held, as text and as a picture to share: figures and shapes, no content, no id, names
// of tools on request; one SVG that loads nothing.
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { type AnswerOf, addressOf, type ParamsOf, type RouteKey } from '../../contract';
import { err, ok, type Result } from '../../shared/result';
import { isTrialOf } from '../../telemetry';
import { costWords, heldByTool, type LedgerCall, occupancyOf } from '../../transient';
import { type OpenLoadline, secretOf } from '../node';
import { logAside, stateOf } from './local-gateway';
import { ask, type ServerOptions } from './server';
import { type Lines, number, print, tableOf } from './shown';
import { complainer, type Flags, oneLine, type Texts } from './terminal';

const complain = complainer('report');

type Options = ServerOptions &
	Texts<'days'> &
	Partial<Texts<'state' | 'svg'>> &
	Flags<'names' | 'json'>;

/** Makes `loadline report`. @param open opens the state of this machine */
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
			: await ask(options, key, { id: session });
	if (!body.ok) return complain(body.error.message);
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
	if (!answer.ok) return complain(answer.error.message);
	if (options.json) return console.log(JSON.stringify(answer.value));
	print(savedOf(answer.value, days));
}

/** Reads the state of this machine without a server; the error is for the user. */
async function askHere<Key extends RouteKey>(
	open: OpenLoadline,
	options: Options,
	key: Key,
	params: ParamsOf<Key>,
): Promise<Result<AnswerOf<Key>, { readonly message: string }>> {
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
		return err({ message: error?.message ?? text });
	} finally {
		await loadline.close();
		outLoud();
	}
}

function savedOf({ groups, hasOthers }: AnswerOf<'GET /api/telemetry'>, days: number): Lines {
	if (groups.length === 0) return `No calls in the last ${days} days.`;
	const rows = groups.map(({ key, count, outcomes, originalTokens, savedTokens }) => ({
		...{ tool: key, calls: count, failed: outcomes.error },
		...{ tokensGiven: originalTokens.sum, saved: savedTokens.net },
	}));
	const counted = rows.filter(({ tool }) => !isTrialOf(tool, hasOthers));
	const sum = (of: 'calls' | 'tokensGiven' | 'saved') =>
		counted.reduce((total, row) => total + row[of], 0);
	const [saved, given] = [sum('saved'), sum('tokensGiven')];
	return [
		...tableOf(['tool', 'calls', 'failed', 'tokensGiven', 'saved'], rows),
		`${number(saved)} of ${number(given)} tokens saved (${share(saved, given)}) by ${number(sum('calls'))} calls${counted.length < rows.length ? `, those of ${hasOthers ? 'the demo and ' : ''}the playground not counted` : ''}`,
	];
}

const MOST_TOOLS = 8;

/** @param calls in call order */
export function hullText(calls: readonly LedgerCall[]): string {
	const occupancy = occupancyOf(calls);
	const held = occupancy.held.at(-1) ?? 0;
	const raw = occupancy.raw.at(-1) ?? 0;
	const used = calls.filter(({ state }) => state === 'used');
	return [
		`${number(held)} tokens are held of ${number(raw)} that tools gave (${share(held, raw)}), in ${calls.length} calls`,
		`${number(used.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0))} of them were used, and could leave`,
		...heldByTool(calls)
			.slice(0, MOST_TOOLS)
			.map(
				({ tool, tokens, results }) =>
					`  ${number(tokens).padStart(10)}  ${share(tokens, held).padStart(5)}  ${oneLine(tool)}, ${results === 1 ? 'one result' : `${results} results`}`,
			),
	].join('\n');
}

const share = (part: number, whole: number): string =>
	whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–';

const WIDE = 1200;
const HIGH = 630;
const SIDE = { left: 60, right: 1140, top: 250, bottom: 520 };
const COLOURS = ['#58b4d1', '#dba55a', '#a9bf6c', '#c98fc0', '#e08f8f'];
const OTHERS = '#8292a0';
const MOST_CALLS = 300;
const MOST_NAMES = 5;
/** Places of the legend, a row after the other, and the half-width letters of a name that fit into one. */
const PLACE = { columns: 3, left: 60, wide: 360, top: 562, high: 34 };
const LONGEST_NAME = 26;

/** @param given in call order @param withNames true to name tools */
export function hullCard(given: readonly LedgerCall[], withNames: boolean): string {
	const calls = given.slice(-MOST_CALLS);
	const { layers, held, raw } = occupancyOf(calls);
	const now = held.at(-1) ?? 0;
	const all = raw.at(-1) ?? 0;
	const most = Math.max(...held, 1);
	const top = Math.max(most, Math.min(all, most * 1.8)) * 1.06;
	const x = (column: number) =>
		round(SIDE.left + (column * (SIDE.right - SIDE.left)) / Math.max(calls.length, 1));
	const y = (tokens: number) =>
		round(SIDE.bottom - (Math.min(tokens, top) * (SIDE.bottom - SIDE.top)) / top);
	const tools = new Set(calls.map(({ tool }) => tool)).size;
	const named = heldByTool(calls).slice(0, MOST_NAMES);
	// A colour each for those that are named; one for all others.
	const colours = new Map(named.map(({ tool }, at) => [tool, COLOURS[at]]));
	const colourOf = (tool: string) => colours.get(tool) ?? OTHERS;
	const drawn = layers.flatMap(({ call, runs }) =>
		runs
			.filter(({ tokens }) => tokens > 0)
			.map(({ from, to, base, tokens, isUsed }) => {
				const fill = isUsed ? '#4d545b' : colourOf(call.tool);
				return `<path d="M${x(from)} ${y(base)}H${x(to)}V${y(base + tokens)}H${x(from)}Z" fill="${fill}"/>`;
			}),
	);
	const line = raw.map((tokens, at) => `${x(at)},${y(tokens)} ${x(at + 1)},${y(tokens)}`).join(' ');
	const less = all > 0 ? Math.max(0, Math.round(100 * (1 - now / all))) : 0;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}" style="max-width:100%;height:auto" role="img" aria-label="${number(all)} tokens given, ${number(now)} held" font-family="system-ui, sans-serif">
<rect width="${WIDE}" height="${HIGH}" fill="#14171a"/>
<g fill="none" stroke="#6cc3e0" stroke-width="5"><circle cx="84" cy="84" r="20"/><path d="M50 84h68"/></g>
<text x="136" y="96" font-size="34" font-weight="650" fill="#e8e6e1">Loadline</text>
<text x="60" y="196" font-size="64" font-weight="700" fill="#e8e6e1">${number(now)}<tspan font-size="30" font-weight="400" fill="#a4acb4"> tokens held of ${number(all)} that tools gave</tspan></text>
<text x="1140" y="96" font-size="34" text-anchor="end" fill="#8fd9a8">${less} % less</text>
<g stroke="#14171a" stroke-width="1">${drawn.join('')}</g>
<polyline points="${line}" fill="none" stroke="#a4acb4" stroke-width="2.5" stroke-dasharray="9 7"/>
<path d="M${SIDE.left} ${SIDE.bottom}H${SIDE.right}" stroke="#6cc3e0" stroke-width="3"/>
${withNames ? legend([...named.map(({ tool }) => [tool, colourOf(tool)] as const), ...others(tools - named.length)]) : `<text x="60" y="582" font-size="24" fill="#a4acb4">${number(calls.length)} calls of ${toolsIn(tools)}</text>`}
</svg>
`;
}

const toolsIn = (count: number): string => (count === 1 ? '1 tool' : `${number(count)} tools`);
const others = (count: number): (readonly [string, string])[] =>
	count > 0 ? [[`${toolsIn(count)} more`, OTHERS]] : [];

const legend = (names: readonly (readonly [name: string, colour: string])[]): string =>
	names
		.map(([name, colour], at) => {
			const x = PLACE.left + (at % PLACE.columns) * PLACE.wide;
			const y = PLACE.top + Math.floor(at / PLACE.columns) * PLACE.high;
			const square = `<rect x="${x}" y="${y - 14}" width="14" height="14" fill="${colour}"/>`;
			return `${square}<text x="${x + 24}" y="${y}" font-size="22" fill="#a4acb4">${escaped(fitted(name))}</text>`;
		})
		.join('');

/** A name as far as its place is wide: the end of one that is longer, which tells tools of a server apart. */
const fitted = (name: string): string => {
	// XML has no control characters.
	const letters = [...name.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, ' ')];
	const wide = (letter: string) =>
		/[\u1100-\uffff]|\p{Extended_Pictographic}/u.test(letter)
			? 2
			: /[mw@%&A-Z]/.test(letter)
				? 1.5
				: 1;
	const width = (from: number) => letters.slice(from).reduce((sum, each) => sum + wide(each), 0);
	if (width(0) <= LONGEST_NAME) return letters.join('');
	let from = letters.length;
	while (1 + width(from - 1) <= LONGEST_NAME) from--;
	return `…${letters.slice(from).join('')}`;
};

const escaped = (text: string): string =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns what is said of a conversation, and draws it where `svg` names a file; the error is for the user. */
export async function reportSession(
	body: Pick<AnswerOf<'GET /api/sessions/:id'>, 'calls' | 'prompts'>,
	{ svg, names = false, json = false }: Pick<Options, 'svg' | 'names' | 'json'>,
): Promise<Result<string, string>> {
	// Another program may answer at the address.
	const calls = Array.isArray(body.calls) ? body.calls : [];
	const words = body.prompts && costWords(body.prompts);
	const paid = words && `Prompts paid: ${number(Math.round(body.prompts?.paid ?? 0))}; ${words}`;
	if (calls.length === 0 && (svg !== undefined || !paid))
		return err('no call of this conversation is listed.');
	if (svg !== undefined) {
		try {
			await writeFile(svg, hullCard(calls, names));
		} catch (error) {
			return err(`--svg ${svg}: ${error instanceof Error ? error.message : 'cannot be written'}`);
		}
	}
	if (json) return ok(JSON.stringify(body));
	return ok([...(calls.length > 0 ? [hullText(calls)] : []), ...(paid ? [paid] : [])].join('\n'));
}
