// The raw line of the ship's side: drawn to scale, or out of the picture, which says so.
import { expect, it } from 'vitest';
import { coloursOf, Drawing } from '../../../../src/adapters/http/ui/drawing';
import { hullOf } from '../../../../src/transient/hull';

const drawn = (...calls: (readonly [tokens: number, original: number])[]) =>
	String(
		Drawing({
			hull: hullOf(
				calls.map(([tokens, tokensOriginal], at) => ({
					...{ id: `r${at}`, tool: 'list', at, state: 'plain', tokensOriginal },
					...{ tokensBefore: tokens, tokensAfter: tokens },
				})),
			),
			room: 200_000,
			colours: coloursOf(['list']),
			linkOf: (id) => `#${id}`,
			notches: [],
		}),
	);
const lineOf = (page: string) => /points="([^"]*)"/.exec(page)?.[1]?.split(' ') ?? [];

it('leaves the picture where it is far above what is held, and says where it is', () => {
	const page = drawn([100, 100], [100, 120], [9861, 66_866]);
	expect(lineOf(page).at(-1)).toBe('666.7,0');
	expect(page).toContain('67,086 ↑ raw');
	expect(page).toContain('leaves the picture, upward, with call 3.');
	expect(lineOf(drawn([100, 9000]))).toEqual(['0,300', '0,0']);
});

it('is drawn to its end where it fits', () => {
	const page = drawn([100, 100], [100, 200]);
	expect(lineOf(page)).toHaveLength(4);
	expect(page).not.toContain('↑ raw');
	expect(page).not.toContain('leaves the picture');
});
