// Draws each table of a page that is marked as a chart, above it: the table is the data, and stays for whoever
// reads rather than looks.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const HIGH = 200;

function draw(table: HTMLTableElement, place: HTMLElement): void {
	const names = [...(table.tHead?.rows[0]?.cells ?? [])]
		.slice(1)
		.map(({ textContent }) => textContent);
	const rows = [...(table.tBodies[0]?.rows ?? [])];
	if (rows.length === 0) return;
	const valueIn = (cell: HTMLTableCellElement | undefined): number | null => {
		const value = cell?.dataset.value ?? '';
		return value === '' ? null : Number(value);
	};
	const data = [
		rows.map(({ cells }) => valueIn(cells[0]) ?? 0),
		...names.map((_, at) => rows.map(({ cells }) => valueIn(cells[at + 1]))),
	] as uPlot.AlignedData;
	const isStacked = place.dataset.stacked !== undefined;
	// Few values may have no neighbour to draw a line to.
	const isSparse = (data[1] ?? []).filter((value) => value !== null).length <= 24;
	let chart: uPlot | undefined;
	const again = () => {
		chart?.destroy();
		place.replaceChildren();
		chart = new uPlot(
			optionsOf(names, place, isStacked, isSparse),
			isStacked ? stacked(data) : data,
			place,
		);
	};
	again();
	new ResizeObserver(() => chart?.setSize({ width: place.clientWidth, height: HIGH })).observe(
		place,
	);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
}

function optionsOf(
	names: readonly string[],
	place: HTMLElement,
	isStacked: boolean,
	isSparse: boolean,
): uPlot.Options {
	const colour = (name: string) => {
		// Resolved: a canvas knows no light-dark().
		const probe = document.createElement('i');
		probe.style.color = `var(--${name})`;
		place.append(probe);
		const { color } = getComputedStyle(probe);
		probe.remove();
		return color;
	};
	const [ink, grid] = [colour('soft'), colour('line')];
	const font = '12px system-ui, sans-serif';
	const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid } };
	const unit = place.dataset.unit ?? '';
	// Nothing that is counted here has parts.
	const tickLabel = (tick: number) => (Number.isInteger(tick) ? `${short(tick)}${unit}` : '');
	return {
		width: place.clientWidth,
		height: HIGH,
		cursor: { points: { size: 6 }, drag: { x: false, y: false } },
		tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
		legend: {
			live: false,
			markers: { dash: (_, at) => (at === 1 && !isStacked ? 'dashed' : 'solid') },
		},
		scales: {
			y: {
				range: (_, low, high) => [Math.min(0, low), unit === ' %' ? 100 : Math.max(high, 1) * 1.05],
			},
		},
		axes: [
			{ ...axis, space: 64, values: (_, times) => times.map(timeLabel) },
			{ ...axis, size: 58, values: (_, ticks) => ticks.map(tickLabel) },
		],
		series: [
			{},
			...names.map((label, at): uPlot.Series => {
				const stroke = colour(`t${at}`);
				const points = { size: 5, fill: stroke, show: isSparse };
				return isStacked
					? { label, stroke, width: 1, fill: stroke, points: { show: false }, paths: bars }
					: { label, stroke, width: 2, points, ...(at === 0 && { dash: [5, 4] }) };
			}),
		],
	};
}

const bars = uPlot.paths.bars?.({ size: [0.8, 40] }) as uPlot.Series.PathBuilder;

/** Each series upon those after it, so that the first is the whole and is drawn first. */
function stacked([times, ...series]: uPlot.AlignedData): uPlot.AlignedData {
	const sums = times.map(() => 0);
	const up = [...series].reverse().map((values) =>
		[...values].map((value, at) => {
			sums[at] = (sums[at] ?? 0) + (value ?? 0);
			// Where nothing was, nothing is drawn.
			return value ? (sums[at] ?? 0) : null;
		}),
	);
	return [times, ...up.reverse()] as uPlot.AlignedData;
}

/** `14:00`, or `11-22` at the beginning of a day; UTC, as everywhere on these pages. */
const timeLabel = (seconds: number): string => {
	const text = new Date(seconds * 1000).toISOString();
	const time = text.slice(11, 16);
	return time === '00:00' ? text.slice(5, 10) : time;
};

/** `12k`, `1.5M`. */
const short = (value: number): string =>
	new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

for (const figure of document.querySelectorAll<HTMLElement>('figure.chart')) {
	const table = figure.querySelector('table');
	const place = figure.querySelector<HTMLElement>('.plot');
	if (table && place) draw(table, place);
}
