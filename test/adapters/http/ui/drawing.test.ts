// The lines of the ship's side: to scale where they are near what is held, else above it, never out of sight.
import { expect, it } from 'vitest';
import {
	bandsOf,
	coloursOf,
	Drawing,
	HIGH,
	scaleOf,
} from '../../../../src/adapters/http/ui/drawing';
import { Side } from '../../../../src/adapters/http/ui/sessions';
import { UI_STYLE } from '../../../../src/adapters/http/ui/style';
import { occupancyOf } from '../../../../src/transient';

const drawn = (tokens: number, ...calls: (readonly [tokens: number, original: number])[]) =>
	String(
		Drawing({
			calls: calls.map(([sent, tokensOriginal], at) => ({
				...{ id: `r${at}`, tool: 'list', at, state: 'plain', tokensOriginal },
				...{ tokensBefore: sent, tokensAfter: sent },
			})),
			trace: [],
			window: { tokens, host: 'Codex' },
			linkOf: ({ id }) => `#${id}`,
		}),
	);
const lineOf = (page: string) =>
	(/points="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? []).map((point) =>
		point.split(',').map(Number),
	);

it('what tools gave begins above its first plank, and stays in the picture however much it is', () => {
	for (const given of [120, 9_000, 900_000_000]) {
		const line = lineOf(drawn(200_000, [100, given], [100, 100]));
		expect(line.map(([x]) => x)).toEqual([0, 500, 500, 1000]);
		expect(line.every(([, y = 0]) => y > 0 && y < HIGH)).toBe(true);
	}
});

it('says above how much the picture is not to scale, and whose limit the load line is', () => {
	const far = drawn(272_000, [100, 100], [9_861, 66_866]);
	expect(far).toContain('66,966 as given');
	expect(far).toContain('not to scale above');
	expect(far).toContain('272,000 that Codex takes');
	const near = drawn(300, [100, 150], [100, 150]);
	expect(near).not.toContain('not to scale');
});

it('heights grow with tokens, across the break', () => {
	const { y, breaksAt = 0 } = scaleOf(10_000, [66_966, 200_000]);
	expect(breaksAt).toBe(11_200);
	const heights = [0, 5_000, 11_199, 11_201, 66_966, 200_000].map(y);
	expect(heights).toEqual([...heights].sort((a, b) => b - a));
	expect(heights[0]).toBe(HIGH);
	const whole = scaleOf(10_000, [20_000]);
	expect(whole.breaksAt).toBeUndefined();
	expect(HIGH - whole.y(20_000)).toBeCloseTo(2 * (HIGH - whole.y(10_000)), 0);
});

it('of many calls a band each tool is drawn: together they are what is held, and none is over another', () => {
	const calls = Array.from({ length: 150 }, (_, at) => ({
		...{ id: `r${at}`, tool: `tool${at % 20}`, at, tokensBefore: 10 + (at % 20) },
		...(at % 3 === 0 && at < 140
			? { state: 'collapsed' as const, tokensAfter: 3, partner: `r${at + 5}` }
			: { state: 'plain' as const, tokensAfter: 10 + (at % 20) }),
	}));
	const { layers, held } = occupancyOf(calls);
	const bands = bandsOf(layers, coloursOf(calls), held.length);
	expect(bands.map(({ name }) => name).slice(-2)).toEqual(['other tools', 'used']);
	expect(bands).toHaveLength(14);
	for (const [at, { low, ends }] of bands.entries()) {
		expect(ends.length).toBeLessThanOrEqual(101);
		expect(low).toEqual(bands[at - 1]?.top ?? ends.map(() => 0));
	}
	const last = bands.at(-1);
	expect(last?.top).toEqual(last?.ends.map((at) => held[at]));
	const page = drawn(200_000, ...calls.map(() => [10, 20] as const));
	expect(page.match(/data-call=/g)).toHaveLength(1);
	expect(page).toContain('href="/overview?endpoint=list"');
	expect(page).toContain('list: 1,500 tokens held');
});

it('each of 47 tools has a colour that no other has', () => {
	const calls = Array.from({ length: 60 }, (_, at) => ({
		...{ id: `r${at}`, tool: `tool${at}`, at, state: 'plain' as const, tokensOriginal: 60 - at },
		...{ tokensBefore: 60 - at, tokensAfter: 60 - at },
	}));
	const colours = [...coloursOf(calls).values()];
	expect(new Set(colours.slice(0, 47)).size).toBe(47);
	expect(new Set(colours.slice(47))).toEqual(new Set([47]));
	const values = [...UI_STYLE.matchAll(/--t\d+: (light-dark\(.*\));/g)].map(([, value]) => value);
	expect(new Set(values).size).toBe(48);
});

it('of what is listed no more, the newest 300 calls lie upon what is held, and every sum is of all', () => {
	const calls = Array.from({ length: 300 }, (_, at) => ({
		...{ id: `r${at}`, tool: at === 299 ? 'memload' : 'list', at, state: 'plain' as const },
		...{ tokensBefore: 10, tokensAfter: 10, tokensOriginal: 20 },
	}));
	const totals = { calls: 320, tokensBefore: 7_000, tokensAfter: 7_000, transient: 0, used: 0 };
	const page = String(
		Side({
			session: {
				...{ id: 's', principal: 'me', calls, trace: [], pending: 0, window: { tokens: 20_000 } },
				totals: { ...totals, left: 0, tokensReleasable: 0, tokensReleased: 0 },
				earlierRules: 1_500,
			},
			...{ me: 'me', window: { tokens: 20_000 }, mayChange: false },
			definitions: new Map([['demo', 500]]),
		}),
	);
	expect(page).toContain('<dt>Held</dt><dd>7,000');
	expect(page).toContain('<strong>7,000</strong> tokens held');
	expect(page).toContain('4,000 tokens of 20 earlier calls');
	expect(page).toContain('After 320 calls the context holds 7,000 tokens');
	const rows = [...page.matchAll(/<tr><td class="left wrap">([^<]*)<\/td><td[^>]*>([\d,]+)/g)];
	expect(rows.slice(0, 5).map(([, part, tokens]) => [part, tokens])).toEqual([
		['Definitions of demo', '500'],
		['Rules, as memory tools gave them', '1,510'],
		['Results of all other tools, with their images, of the newest 300 calls', '2,990'],
		['Results of the 20 calls before those', '2,500'],
		['In all, 38 % of 20,000', '7,500'],
	]);
});

it('what left by the word of its client alone is not drawn as held', () => {
	const result = { tool: 'list', at: 0, tokensBefore: 100 } as const;
	const { held } = occupancyOf([
		{ ...result, id: 'a', state: 'collapsed', tokensAfter: 5, leftBy: 'client' },
		{ ...result, id: 'b', state: 'plain', tokensAfter: 100 },
	]);
	expect(held.at(-1)).toBe(105);
});

it('words of lines that lie near each other stand on two sides', () => {
	const said = (page: string, name: RegExp) =>
		name.exec(page)?.[0].includes('end') ? 'right' : 'left';
	const scale = /<text class="[^"]*"[^>]*>[\d,]+ · not to scale/;
	const given = /<text class="[^"]*"[^>]*>[\d,]+ as given/;
	const one = drawn(200_000, [100, 19_000]);
	expect([said(one, scale), said(one, given)]).toEqual(['left', 'right']);
	// The load line stands on the left.
	expect(said(drawn(1_000, [1_000, 90_000]), scale)).toBe('right');
});
