// A conversation's context as a picture to share: figures and shapes, no content, no id; names of tools on request. One SVG that loads nothing.
import { type LedgerCall, occupancyOf } from '../../transient';
import { heldByTool, number } from './hull-text';

const WIDE = 1200;
const HIGH = 630;
/** Area of the chart. */
const SIDE = { left: 60, right: 1140, top: 250, bottom: 520 };
const COLOURS = ['#58b4d1', '#dba55a', '#a9bf6c', '#c98fc0', '#77bfb3', '#e08f8f'];
/** Newest calls that are drawn. */
const MOST_CALLS = 300;
const MOST_NAMES = 5;
/** Characters of a name. */
const LONGEST_NAME = 40;

/**
 * @param given in call order
 * @param withNames true to name tools
 */
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
	const tools = [...new Set(calls.map(({ tool }) => tool))];
	const colourOf = (tool: string) => COLOURS[tools.indexOf(tool) % COLOURS.length];
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
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}" role="img" aria-label="${number(all)} tokens given, ${number(now)} held" font-family="system-ui, sans-serif">
<rect width="${WIDE}" height="${HIGH}" fill="#14171a"/>
<g fill="none" stroke="#6cc3e0" stroke-width="5"><circle cx="84" cy="84" r="20"/><path d="M50 84h68"/></g>
<text x="136" y="96" font-size="34" font-weight="650" fill="#e8e6e1">Loadline</text>
<text x="60" y="196" font-size="64" font-weight="700" fill="#e8e6e1">${number(now)}<tspan font-size="30" font-weight="400" fill="#a4acb4"> tokens held of ${number(all)} that tools gave</tspan></text>
<text x="1140" y="96" font-size="34" text-anchor="end" fill="#8fd9a8">${less} % less</text>
<g stroke="#14171a" stroke-width="1">${drawn.join('')}</g>
<polyline points="${line}" fill="none" stroke="#a4acb4" stroke-width="2.5" stroke-dasharray="9 7"/>
<path d="M${SIDE.left} ${SIDE.bottom}H${SIDE.right}" stroke="#6cc3e0" stroke-width="3"/>
<text x="60" y="582" font-size="24" fill="#a4acb4">${withNames ? legend(calls, colourOf) : `${number(calls.length)} calls of ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`}</text>
</svg>
`;
}

const legend = (
	calls: readonly LedgerCall[],
	colourOf: (tool: string) => string | undefined,
): string =>
	heldByTool(calls)
		.slice(0, MOST_NAMES)
		.map(({ tool }) => `<tspan fill="${colourOf(tool)}">■ </tspan>${escaped(tool)}  `)
		.join('');

const escaped = (text: string): string =>
	text
		.slice(0, LONGEST_NAME)
		.toWellFormed()
		// XML has no control characters.
		.replaceAll(/\p{Cc}/gu, ' ')
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;');

const round = (value: number): number => Math.round(value * 10) / 10;
