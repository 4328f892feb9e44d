// Matched replays as tables of docs/benchmarks.md.
import type { Figures } from './measured';
import { missesOf, type RuledShape } from './ruled';

export interface Replay {
	readonly shape: string;
	readonly without: Figures;
	readonly through: Figures;
}

export interface HostReplays {
	readonly host: string;
	readonly replays: readonly Replay[];
}

const number = (value: number): string => value.toLocaleString('en-US');

/** By how much a figure changed, in percent. */
export const change = ({ without, through }: Replay, key: 'sum' | 'price'): number =>
	((through[key] - without[key]) / without[key]) * 100;

const percent = (value: number): string =>
	Math.abs(value) < 0.05 ? '0 %' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)} %`;

const both = ({ without, through }: Replay, key: keyof Figures): string =>
	without[key] === through[key]
		? number(without[key])
		: `${number(without[key])} → ${number(through[key])}`;

export const leavingTable = (hosts: readonly HostReplays[]): string =>
	hosts
		.map(({ host, replays }) =>
			[
				`**${host}**`,
				'',
				'| shape | requests | peak | final | sum of prompts | price | sum | price |',
				'|---|---|---|---|---|---|---|---|',
				...replays.map((replay) =>
					[
						'',
						replay.shape,
						number(replay.without.requests),
						...(['peak', 'final', 'sum', 'price'] as const).map((key) => both(replay, key)),
						percent(change(replay, 'sum')),
						percent(change(replay, 'price')),
						'',
					]
						.join(' | ')
						.trim(),
				),
			].join('\n'),
		)
		.join('\n\n');

/** Shapes by the rules of providers; the best price where it was looked for. */
export const ruledTable = (shapes: readonly RuledShape[]): string => {
	const models = Object.keys(shapes[0]?.price ?? {});
	const isBest = shapes.some(({ best }) => best !== undefined);
	const names = [
		...(isBest ? [`best price, ${models[0]}`] : []),
		...models.map((model) => `price, ${model}`),
	];
	return [
		`| shape | left | sum | peak | ${names.join(' | ')} |`,
		`|---|---|---|---|${names.map(() => '---|').join('')}`,
		...shapes.map((each) => {
			const { shape, left, sum, peak, best, price } = each;
			return [
				'',
				missesOf(each).length > 0 ? `${shape} (misses its goal)` : shape,
				left,
				percent(sum),
				percent(peak),
				...(isBest ? [percent(best ?? 0)] : []),
				...models.map((model) => percent(price[model] ?? 0)),
				'',
			]
				.join(' | ')
				.trim();
		}),
	].join('\n');
};
