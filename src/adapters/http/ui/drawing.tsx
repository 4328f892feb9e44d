// The ship's side, drawn: calls from left to right, what the context held upward.
import type { Window } from '../../../config';
import type { TracedEvent } from '../../../session';
import { type LedgerCall, occupancyOf } from '../../../transient';
import { notchesOf } from './notches';
import { Legend, Name, number, percent } from './shell';

/** States of a result in a context, in words for people; badge of those that have one. */
export const STATES: Readonly<
	Record<LedgerCall['state'], readonly [words: string, colour?: string, badge?: string]>
> = {
	plain: ['kept'],
	transient: ['kept until it is used', 'amber', 'transient'],
	consumed: ['kept; it used others up', 'green', 'consumed'],
	used: ['used: could leave', 'amber', 'transient, could leave'],
	collapsed: ['left', 'grey', 'collapsed'],
	forgotten: ['gone with a cleared context', 'grey', 'gone with a cleared context'],
};

export const HIGH = 320; // units of its height
const TOP = 26;
/** Beyond so many times what was held at most, a line is drawn in the part that is not to scale. */
const NEAR = 2.5;
/** The share of the picture that is to scale, where there is another. */
const TO_SCALE = 0.7;
const AIR = 1.12;

/**
 * Returns heights of tokens: to scale as far as planks go, and up to what lies far above them by its logarithm;
 * `breaksAt` is where the part that is to scale ends, undefined where all of it is.
 * @param most tokens that planks reach at most
 * @param lines tokens of lines that are drawn with them
 */
export function scaleOf(most: number, lines: readonly number[]) {
	const near = lines.filter((tokens) => tokens <= most * NEAR);
	const far = Math.max(...lines);
	const end = Math.round(Math.max(most, ...near) * AIR);
	if (near.length === lines.length)
		return {
			breaksAt: undefined,
			y: (tokens: number) => round(HIGH - (tokens * (HIGH - TOP)) / end),
		};
	const bend = HIGH - (HIGH - TOP) * TO_SCALE;
	const above = Math.log(far / end) || 1;
	return {
		breaksAt: end,
		y: (tokens: number) =>
			round(
				tokens <= end
					? HIGH - (tokens * (HIGH - bend)) / end
					: bend - ((bend - TOP) * Math.log(tokens / end)) / above,
			),
	};
}

/** To one decimal: what a drawing needs of a coordinate. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Units of a drawing's width. */
export const WIDE = 1000;
/** Tools with a colour of their own; the others share one more. */
const COLOURS = 47;
/** Tools of the legend that are seen at once. */
const SHOWN = 12;
/** Share of the window that the part to scale shows at least, so that little looks little. */
const LEAST_SHOWN = 0.1;
/** Calls beyond which a plank each is too thin to be seen: bands of tools are drawn then. */
const MANY = 60;
/** Points of a band's edge, at most. */
const POINTS = 100;

/** A conversation to draw: its calls, what happened to its context, and how much the host takes. */
export interface DrawingProps {
	readonly calls: readonly LedgerCall[];
	readonly trace: readonly TracedEvent[];
	readonly window: Window;
	/** Estimated tokens of tool definitions, beside the results; absent where not known. */
	readonly definitions?: number | undefined;
	/** Calls before these, which are listed no more, and tokens that the context holds of them. */
	readonly earlier?: { readonly calls: number; readonly held: number };
	readonly linkOf: (call: LedgerCall) => string;
}

/** Assigns colours to tools, those with most tokens first; the rest share the last colour. */
export const coloursOf = (calls: readonly LedgerCall[]): ReadonlyMap<string, number> => {
	const tokens = new Map<string, number>();
	for (const { tool, tokensBefore } of calls)
		tokens.set(tool, (tokens.get(tool) ?? 0) + tokensBefore);
	return new Map(
		[...tokens].sort(([, a], [, b]) => b - a).map(([tool], at) => [tool, Math.min(at, COLOURS)]),
	);
};

type Layers = ReturnType<typeof occupancyOf>['layers'];

/** Returns what each tool takes at some of the columns: those with most lowest, the rest as one, what was used on top. */
export function bandsOf(layers: Layers, colours: ReadonlyMap<string, number>, columns: number) {
	const step = Math.ceil(columns / POINTS);
	const ends = Array.from({ length: columns }, (_, at) => at).filter(
		(at) => at % step === 0 || at === columns - 1,
	);
	const parts = layers.flatMap(({ call: { tool }, runs }) =>
		runs.map((run) => ({
			...run,
			tool,
			band: run.isUsed ? COLOURS + 1 : Math.min(colours.get(tool) ?? 0, SHOWN),
		})),
	);
	const held = new Array<number>(columns).fill(0);
	return [...Map.groupBy(parts, ({ band }) => band)]
		.sort(([a], [b]) => a - b)
		.map(([band, own]) => {
			const low = ends.map((at) => held[at] ?? 0);
			for (const { from, to, tokens } of own)
				for (let at = from; at < to; at++) held[at] = (held[at] ?? 0) + tokens;
			const top = ends.map((at) => held[at] ?? 0);
			const tool = band < SHOWN ? own[0]?.tool : undefined;
			const name = tool ?? (band > COLOURS ? 'used' : 'other tools');
			return {
				tool,
				name,
				ends,
				low,
				top,
				colour: band > COLOURS ? 'gone' : `t${tool ? band : COLOURS}`,
			};
		});
}

const NOTHING = { calls: 0, held: 0 };

/** A context as a ship's side: a plank for each result, of many a band for each tool. */
export const Drawing = (props: DrawingProps) => {
	const { calls, trace, window, definitions, linkOf, earlier = NOTHING } = props;
	const { layers, held, raw } = occupancyOf(calls);
	const colours = coloursOf(calls);
	const columns = Math.max(calls.length, 1);
	const apart = columns > MANY ? SHOWN : COLOURS;
	const others = colours.size - apart;
	const named = [...colours].slice(0, apart);
	const notches = notchesOf(trace, calls);
	const inAll = earlier.held + (raw.at(-1) ?? 0);
	const room = window.tokens;
	const above = (tokens: number) => earlier.held + tokens;
	const { y, breaksAt } = scaleOf(Math.max(...held.map(above), room * LEAST_SHOWN), [room, inAll]);
	const x = (column: number) => round((column * WIDE) / columns);
	const now = above(held.at(-1) ?? 0);
	/** The height of tokens that lie upon those of earlier calls. */
	const lift = (tokens: number) => y(above(tokens));
	const planks =
		columns > MANY
			? bandsOf(layers, colours, columns).map(({ tool, name, ends, low, top, colour }) => ({
					id: colour,
					href: tool === undefined ? '/overview' : `/overview?endpoint=${encodeURIComponent(tool)}`,
					said: `${name}: ${number((top.at(-1) ?? 0) - (low.at(-1) ?? 0))} tokens held`,
					paths: [
						[colour, area([0, ...ends.map((at) => at + 1)].map(x), low.map(lift), top.map(lift))],
					],
				}))
			: layers.map(({ call, runs }) => ({
					id: call.id,
					href: linkOf(call),
					said: titleOf(call),
					paths: runs
						.filter(({ tokens }) => tokens > 0)
						.map((run) => [
							`plank ${run.isUsed ? 'gone' : `t${colours.get(call.tool) ?? 0}`}`,
							area([run.from, run.to].map(x), [lift(run.base)], [lift(run.base + run.tokens)]),
						]),
				}));
	// On the side whose line is at the top: the other may lie near.
	const scaleAt = room >= inAll ? { x: 0, dx: '10' } : { class: 'scale end', x: '100%', dx: '-10' };
	const line = raw
		.map((tokens, at) => `${x(at)},${lift(tokens)} ${x(at + 1)},${lift(tokens)}`)
		.join(' ');
	const said = `After ${earlier.calls + calls.length} calls the context holds ${number(now)} tokens of results; ${number(inAll)} as tools gave them, the dashed line. ${windowWords(window)} takes ${number(room)}, the load line.${breaksAt === undefined ? '' : ` Above ${number(breaksAt)} tokens the picture is not to scale.`}`;
	return (
		<figure class="side">
			<figcaption>
				<span>
					<strong>{number(now)}</strong> tokens held,{' '}
					<span class={now > room ? 'over' : ''}>{percent(now / room)}</span> of the {number(room)}{' '}
					that {windowWords(window)} takes
					{definitions !== undefined && (
						<>
							; with {number(definitions)} of definitions as listed today{' '}
							{percent((now + definitions) / room)}
						</>
					)}
				</span>
				{inAll > now && (
					<span>
						<strong>{percent(1 - now / inAll)}</strong> less than the {number(inAll)} that tools
						gave
					</span>
				)}
			</figcaption>
			<div class="water">
				<svg class="hull" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none">
					<title>{said}</title>
					{breaksAt !== undefined && (
						<rect class="beyond" x={0} y={0} width={WIDE} height={y(breaksAt)} />
					)}
					{earlier.held > 0 && (
						<path class={`t${COLOURS}`} d={area([0, WIDE], [HIGH], [y(earlier.held)])} />
					)}
					{planks.map(({ id, href, said: what, paths }, at) => (
						<a href={href} aria-label={what} data-call={id} tabindex={at === 0 ? 0 : -1}>
							<title>{what}</title>
							{paths.map(([colour, d]) => (
								<path class={colour} d={d} />
							))}
						</a>
					))}
					{inAll > now && <polyline class="raw" points={line} />}
					<line class="line" x1={0} x2={WIDE} y1={y(room)} y2={y(room)} />
					{notches.map(({ column, isBad }) => (
						<path
							class={isBad ? 'notch bad' : 'notch'}
							d={`M${x(column) - 6},${HIGH}h12l-6,-18z`}
						/>
					))}
				</svg>
				<svg class="labels" aria-hidden="true">
					<text x={0} y={share(y(room))} dx="10" dy="-6">
						{number(room)} load line
					</text>
					{inAll > now && (
						<text
							class="given end"
							x="100%"
							y={share(y(inAll))}
							dx="-10"
							dy={room > inAll ? 14 : -6}
						>
							{number(inAll)} as given
						</text>
					)}
					{breaksAt !== undefined && (
						<text class="scale" {...scaleAt} y={share(y(breaksAt))} dy={room < breaksAt ? -6 : 14}>
							{number(breaksAt)} · not to scale above
						</text>
					)}
				</svg>
			</div>
			<p class="peek" aria-live="polite">
				Point at a {columns > MANY ? 'band' : 'plank'}, or move by Tab and the arrow keys, to see
				which {columns > MANY ? 'tool' : 'call'} it is.
			</p>
			{notches.length > 0 && (
				<ul class="notches">
					{notches.map(({ column, what, isBad }) => (
						<li class={isBad ? 'bad' : ''}>
							After call {earlier.calls + column}: {what}
						</li>
					))}
				</ul>
			)}
			<Legend
				of={[
					...named.slice(0, SHOWN).map(keyed),
					others > 0 && [
						`t${COLOURS}`,
						`${number(others)} other ${others === 1 ? 'tool' : 'tools'}`,
					],
					earlier.held > 0 && [
						`t${COLOURS}`,
						`${number(earlier.held)} tokens of ${number(earlier.calls)} earlier calls`,
					],
					['gone', 'used'],
					inAll > now && ['dashed', 'as tools gave it'],
				]}
			/>
			{named.length > SHOWN && (
				<details>
					<summary>{number(named.length - SHOWN)} more tools</summary>
					<Legend of={named.slice(SHOWN).map(keyed)} />
				</details>
			)}
		</figure>
	);
};

/** Names the owner of a window. */
export const windowWords = ({ host }: Window): string => host ?? 'the window';

const share = (y: number): string => `${round((y / HIGH) * 100)}%`;

const titleOf = ({ tool, tokensBefore, summary, state }: LedgerCall): string =>
	`${tool}: ${number(tokensBefore)} tokens${summary === undefined ? '' : `, ${summary}`} (${STATES[state][0]})`;

/** The path of an area between two edges; the first height of each is that of two points. */
function area(x: readonly number[], low: readonly number[], top: readonly number[]): string {
	const edge = (heights: readonly number[]) =>
		x.map((across, at) => `${across},${heights[Math.max(0, at - 1)]}`);
	return `M${[...edge(top), ...edge(low).reverse()].join('L')}Z`;
}

const keyed = ([tool, colour]: readonly [string, number]) =>
	[`t${colour}`, <Name>{tool}</Name>] as const;
