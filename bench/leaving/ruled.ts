// Shapes of conversations, priced by the rules of each provider's cache.
import { bestPrice } from './best';
import { CLAUDE_CODE, Conversation } from './conversation';
import { Calls, RULED_SHAPES } from './ruled-shapes';
import { ANTHROPIC, GEMINI, GPT_5, GPT_41, GPT_56, OPUS } from './simulated-provider';
import { Stage } from './stage';

/** Changes in percent, by the provider's model. */
export interface RuledShape {
	readonly shape: string;
	readonly isLoop: boolean;
	/** Of the price of all prompts. */
	readonly price: Readonly<Record<string, number>>;
	/** The least that the first price could be, for whoever knew the conversation in advance; by pages alone. */
	readonly best?: number;
	/** Of the sum of prompts, at that price. */
	readonly bestSum?: number;
	/** The least price that is never more than 3 % above at a request; where a read renews the entry alone that it found. */
	readonly bestBound?: Readonly<Record<'covered' | 'found', number>>;
	/** Of the sum of prompts, and of the longest, where the provider is the first. */
	readonly sum: number;
	readonly peak: number;
	readonly left: number;
	readonly faults: number;
}

/** Times of the price without leaving, at any request. */
const MOST = 1.03;

export async function ruledShapes(only: RegExp): Promise<readonly RuledShape[]> {
	const found: RuledShape[] = [];
	for (const { name, isLoop = false, style, run } of RULED_SHAPES) {
		if (!only.test(name)) continue;
		const price: Record<string, number> = {};
		const bestBound = { covered: 0, found: 0 };
		let rest = { best: 0, bestSum: 0, bestBound, sum: 0, peak: 0, left: 0, faults: 0 };
		for (const provider of [ANTHROPIC, OPUS, GPT_5, GPT_41, GPT_56, GEMINI]) {
			const stage = new Stage(provider);
			const talks: Conversation[] = [];
			const begin = (called: string, session?: string): Conversation => {
				const talk = new Conversation(stage, { ...CLAUDE_CODE, ...style }, called, session);
				talks.push(talk);
				return talk;
			};
			const begun = async () => {
				const talk = begin('main');
				await talk.request();
				return talk;
			};
			await run({ stage, calls: new Calls(), begin, begun });
			const change = (key: 'sums' | 'peaks') => {
				const of = (side: 'whole' | 'sent') =>
					talks.reduce((all, talk) => all + talk[key][side], 0);
				return (of('sent') / of('whole') - 1) * 100;
			};
			price[provider.model] = (stage.through.price / stage.direct.price - 1) * 100;
			const faults = rest.faults + talks.flatMap((talk) => talk.faults).length;
			const left = talks.reduce((all, { collapsed }) => all + collapsed.size, 0);
			const whole = talks.reduce((all, { sums }) => all + sums.whole, 0);
			const best = () => {
				const all = talks.map(({ requests }) => bestPrice(requests, provider));
				const of = (key: 'price' | 'saved') => all.reduce((sum, each) => sum + each[key], 0);
				const within = (renewsFound: boolean) => {
					const bound = talks.map(({ requests }) =>
						bestPrice(requests, { ...provider, renewsFound }, MOST),
					);
					const sum = (key: 'price' | 'plain') => bound.reduce((all, each) => all + each[key], 0);
					return (sum('price') / sum('plain') - 1) * 100;
				};
				return {
					bestBound: { covered: within(false), found: within(true) },
					best: (of('price') / stage.direct.price - 1) * 100,
					bestSum: (-of('saved') / whole) * 100,
				};
			};
			rest =
				provider === ANTHROPIC
					? {
							...best(),
							sum: change('sums'),
							peak: change('peaks'),
							left,
							faults,
						}
					: { ...rest, faults };
		}
		found.push({ shape: name, isLoop, price, ...rest });
	}
	return found;
}

/** Returns what is promised of a shape and was not reached, with the best price that it could have. */
export function missesOf({
	isLoop,
	price,
	sum,
	best,
	bestSum = 0,
	bestBound: { covered = 0, found = 0 } = { covered: 0, found: 0 },
	faults,
}: RuledShape): readonly string[] {
	const first = price[ANTHROPIC.model] ?? 0;
	const least =
		best === undefined
			? ''
			: `; the best possible price is ${best.toFixed(1)} %, with a sum of ${bestSum.toFixed(1)} %; within 3 % at each request ${covered.toFixed(1)} %, ${found.toFixed(1)} % where a read renews the entry alone that it found`;
	return [
		...(faults > 0 ? [`${faults} results were changed or lost, none may be`] : []),
		...Object.entries(price).flatMap(([model, change]) =>
			change > 3 ? [`price ${change.toFixed(1)} % for ${model}, at most +3 %`] : [],
		),
		...(isLoop && first > -25 ? [`price ${first.toFixed(1)} %, the goal is -25 %${least}`] : []),
		...(isLoop && sum > -55 ? [`sum ${sum.toFixed(1)} %, the goal is -55 %${least}`] : []),
	];
}
