// The ship's side, drawn: calls from left to right, what the context held upward.
import type { PropsWithChildren } from 'hono/jsx';
import type { TracedEvent } from '../../../session/trace';
import type { Hull, Run } from '../../../transient/hull';
import type { LedgerCall } from '../../../transient/ledger';
import { number, percent } from './shell';

const WIDE = 1000;
const HIGH = 300;
const TOP = 8;
const COLOURS = 8;
/** How much higher the picture is than what is drawn in it. */
const AIR = 1.1;

export interface Notch {
	/** Calls before it. */
	readonly column: number;
	readonly what: string;
	/** Something that binds was lost. */
	readonly isBad: boolean;
}

export interface DrawingProps {
	readonly hull: Hull;
	/** Tokens a host's window takes. */
	readonly room: number;
	readonly colours: ReadonlyMap<string, number>;
	/** Of one result. */
	readonly linkOf: (id: string) => string;
	readonly notches: readonly Notch[];
}

/** A colour for every tool, the same on all pages of a session. */
export const coloursOf = (tools: readonly string[]): ReadonlyMap<string, number> =>
	new Map([...new Set(tools)].map((tool, at) => [tool, at % COLOURS]));

export const Drawing = ({ hull, room, colours, linkOf, notches }: DrawingProps) => {
	const { planks, held, raw } = hull;
	const most = Math.max(...held, 1);
	const inAll = raw.at(-1) ?? 0;
	// What is held stays visible: the raw line and the load line may leave the picture, and say where they are.
	const isNear = room <= most * 4;
	const high = Math.max(Math.min(inAll, most * 2.2), isNear ? room : 0, most);
	const top = high * AIR;
	const columns = Math.max(held.length, 1);
	const x = (column: number) => round((column * WIDE) / columns);
	const y = (tokens: number) => round(HIGH - (tokens * (HIGH - TOP)) / top);
	const now = held.at(-1) ?? 0;
	/** The first call with which the raw line is beyond the picture: there it leaves, upward. */
	const leaves = raw.findIndex((tokens) => tokens > high);
	const isCut = leaves >= 0;
	const line = (isCut ? raw.slice(0, leaves) : raw)
		.map((tokens, at) => `${x(at)},${y(tokens)} ${x(at + 1)},${y(tokens)}`)
		.concat(isCut ? [`${x(leaves)},${y(raw[leaves - 1] ?? 0)} ${x(leaves)},0`] : [])
		.join(' ');
	const said = `After ${held.length} calls the context holds ${number(now)} tokens of results; ${number(inAll)} as tools gave them. The window takes ${number(room)}.${isCut ? ` The dashed line of what tools gave leaves the picture, upward, with call ${leaves + 1}.` : ''}`;
	return (
		<figure class="side">
			<figcaption>
				<span>
					Held: <strong>{number(now)}</strong> tokens, {percent(now / room)} of the load line at{' '}
					{number(room)}
				</span>
				<span>
					As tools gave it: <strong>{number(inAll)}</strong>
				</span>
			</figcaption>
			<div class="water">
				<svg class="hull" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none">
					<title>{said}</title>
					{planks.map(({ call, runs }) => (
						<a href={linkOf(call.id)} aria-label={titleOf(call)} data-call={call.id}>
							<title>{titleOf(call)}</title>
							{runs
								.filter(({ tokens }) => tokens > 0)
								.map((run) => (
									<path
										class={`plank ${run.isUsed ? 'gone' : `t${colours.get(call.tool) ?? 0}`}`}
										d={outline(run, x, y)}
									/>
								))}
						</a>
					))}
					<polyline class="raw" points={line} />
					<line class="line" x1={0} x2={WIDE} y1={isNear ? y(room) : 2} y2={isNear ? y(room) : 2} />
					{notches.map(({ column, isBad }) => (
						<path
							class={isBad ? 'notch bad' : 'notch'}
							d={`M${x(column) - 6},${HIGH}h12l-6,-18z`}
						/>
					))}
				</svg>
				<Labels y={isNear ? y(room) : 2} room={room} isNear={isNear}>
					{isCut && <Beyond share={leaves / columns} tokens={inAll} dy={isNear ? 16 : 34} />}
				</Labels>
			</div>
			{notches.length > 0 && (
				<ul class="notches">
					{notches.map(({ column, what, isBad }) => (
						<li class={isBad ? 'bad' : ''}>
							After call {column}: {what}
						</li>
					))}
				</ul>
			)}
		</figure>
	);
};

interface LabelsProps {
	readonly y: number;
	readonly room: number;
	readonly isNear: boolean;
}

/** Not stretched, as the picture is. */
const Labels = ({ y, room, isNear, children }: PropsWithChildren<LabelsProps>) => (
	<svg class="labels" aria-hidden="true">
		<text x="100%" y={`${round((y / HIGH) * 100)}%`} dx="-8" dy="16">
			{isNear ? `load line ${number(room)}` : `load line ${number(room)} ↑`}
		</text>
		{children}
	</svg>
);

/** Where the raw line left, and where it is now; clear of the load line's own words. */
const Beyond = ({ share, tokens, dy }: { share: number; tokens: number; dy: number }) => {
	const isLeft = share < 0.5;
	return (
		<text
			class={isLeft ? 'beyond start' : 'beyond'}
			x={`${round(share * 100)}%`}
			y={0}
			dx={isLeft ? 8 : -8}
			dy={dy}
		>
			{number(tokens)} ↑ raw
		</text>
	);
};

const titleOf = ({ tool, tokensBefore, summary, state }: LedgerCall): string =>
	`${tool}: ${number(tokensBefore)} tokens${summary === undefined ? '' : `, ${summary}`} (${STATES[state]})`;

/** In words for people. */
export const STATES: Readonly<Record<LedgerCall['state'], string>> = {
	plain: 'kept',
	transient: 'kept until it is used',
	consumed: 'kept; it used others up',
	used: 'used: could leave',
	collapsed: 'left',
	forgotten: 'gone with a cleared context',
};

const outline = (
	{ from, to, base, tokens }: Run,
	x: (column: number) => number,
	y: (tokens: number) => number,
): string => {
	const [left, right] = [x(from), x(to)];
	return `M${left},${y(base)}H${right}V${y(base + tokens)}H${left}Z`;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Where in the calls the context was acted upon, and whether what binds was still held after. */
export function notchesOf(
	trace: readonly TracedEvent[],
	calls: readonly { readonly at: number }[],
): readonly Notch[] {
	const before = (at: number) => calls.filter((call) => call.at <= at).length;
	const notches = trace.flatMap((event): Notch[] => {
		const column = before(event.at);
		if (event.kind === 'context_action')
			return [{ column, what: `/${event.action}`, isBad: false }];
		if (event.kind !== 'verified') return [];
		const { admissible, failures, bound } = event;
		const what = admissible
			? bound === undefined
				? 'all that binds is held'
				: bound === 0
					? 'no rule bound it'
					: `${number(bound)} of ${number(bound)} held`
			: `lost: ${failures.slice(0, 5).join(', ')}${failures.length > 5 ? `, ${failures.length - 5} more` : ''}`;
		return [{ column, what, isBad: !admissible }];
	});
	// An action, and what was held after it, are one.
	return [...Map.groupBy(notches, ({ column }) => column)].map(([column, own]) => ({
		column,
		what: own.map(({ what }) => what).join(', '),
		isBad: own.some(({ isBad }) => isBad),
	}));
}
