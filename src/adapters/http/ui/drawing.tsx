// The ship's side, drawn: calls from left to right, what the context held upward.
import type { TracedEvent } from '../../../session/trace';
import type { Hull, Run } from '../../../transient/hull';
import type { LedgerCall } from '../../../transient/ledger';
import { number, percent } from './shell';

const WIDE = 1000;
const HIGH = 300;
const EDGE = { left: 0, right: 0, top: 6, bottom: 0 };
const COLOURS = 6;

export interface DrawingProps {
	readonly hull: Hull;
	/** Tokens a host's window takes. */
	readonly room: number;
	readonly colours: ReadonlyMap<string, number>;
	/** Of one result. */
	readonly linkOf: (id: string) => string;
	/** Calls after which the context was cut, as the trace has it. */
	readonly cuts: readonly { readonly column: number; readonly what: string }[];
}

/** A colour for every tool, the same on all pages of a session. */
export const coloursOf = (tools: readonly string[]): ReadonlyMap<string, number> =>
	new Map([...new Set(tools)].map((tool, at) => [tool, at % COLOURS]));

export const Drawing = ({ hull, room, colours, linkOf, cuts }: DrawingProps) => {
	const { planks, held, raw } = hull;
	const most = Math.max(...held, 1);
	const inAll = raw.at(-1) ?? 0;
	// What is held stays visible: the raw line may leave the picture, and says where it goes.
	const isNear = room <= Math.min(inAll, most * 3) * 1.2;
	const top = Math.max(Math.min(inAll, most * 3), isNear ? room : 0, most) * 1.04;
	const columns = Math.max(held.length, 1);
	const x = (column: number) =>
		round(EDGE.left + (column * (WIDE - EDGE.left - EDGE.right)) / columns);
	const y = (tokens: number) =>
		round(HIGH - EDGE.bottom - (tokens * (HIGH - EDGE.top - EDGE.bottom)) / top);
	const now = held.at(-1) ?? 0;
	const line = raw
		.map((tokens) => y(Math.min(tokens, top)))
		.map((height, at) => `${x(at)},${height} ${x(at + 1)},${height}`)
		.join(' ');
	const said = `After ${held.length} calls the context holds ${number(now)} tokens of results; ${number(inAll)} as tools gave them. The window takes ${number(room)}.`;
	return (
		<figure class="side">
			<figcaption>
				<span>
					Held: <strong>{number(now)}</strong> tokens, {percent(now / room)} of the load line at{' '}
					{number(room)}
				</span>
				<span>
					Raw: <strong>{number(inAll)}</strong>
				</span>
			</figcaption>
			<svg class="hull" viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none">
				<title>{said}</title>
				{planks.map(({ call, runs }) => (
					<a href={linkOf(call.id)} aria-label={titleOf(call)}>
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
				{isNear && <line class="line" x1={0} x2={WIDE} y1={y(room)} y2={y(room)} />}
				{cuts.map(({ column }) => (
					<path class="notch" d={`M${x(column) - 5},${HIGH}h10l-5,-14z`} />
				))}
			</svg>
			{cuts.length > 0 && (
				<p>{cuts.map(({ column, what }) => `After call ${column}: ${what}`).join('. ')}.</p>
			)}
		</figure>
	);
};

const titleOf = ({ tool, tokensBefore, summary, state }: LedgerCall): string =>
	`${tool}: ${number(tokensBefore)} tokens${summary === undefined ? '' : `, ${summary}`} (${state})`;

const outline = (
	{ from, to, base, tokens }: Run,
	x: (column: number) => number,
	y: (tokens: number) => number,
): string => {
	const [left, right] = [x(from), x(to)];
	return `M${left},${y(base)}H${right}V${y(base + tokens)}H${left}Z`;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Where in the calls a trace's cuts were. */
export function cutsOf(
	trace: readonly TracedEvent[],
	calls: readonly { readonly at: number }[],
): { readonly column: number; readonly what: string }[] {
	const before = (at: number) => calls.filter((call) => call.at <= at).length;
	return trace.flatMap((event) => {
		if (event.kind === 'context_action')
			return [{ column: before(event.at), what: `/${event.action}` }];
		if (event.kind !== 'verified') return [];
		const what = event.admissible ? 'all held' : `${event.failures.length} lost`;
		return [{ column: before(event.at), what }];
	});
}
