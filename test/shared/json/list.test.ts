import { expect, it } from 'vitest';
import { parsed } from './texts';

it('children of a long list are found once', () => {
	const long = parsed(JSON.stringify(Array.from({ length: 50 }, (_, at) => at)));
	expect(long.children(0)).toBe(long.children(0));
});
