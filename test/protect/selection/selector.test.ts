// One selection for all items, in sizes: fields one after the other, then longer texts and lists.
import { describe, expect, it } from 'vitest';
import { type Selection, Selector } from '../../../src/protect/selection/selector';
import { containerTape } from '../../../src/shared/json/parse';
import { prose, times } from '../shown/payloads';

const ITEMS = times(12, (at) => ({
	id: `thing-${at}`,
	title: `The thing of number ${at}`,
	body: prose(300, at),
	tags: times(9, (to) => `tag ${at + to}`),
	owner: { name: `Person ${at}`, since: `2020-01-${10 + at}` },
}));
const selectorOf = (setting: 'item' | 'object', essential: string[] = []) => {
	const tape = containerTape(JSON.stringify(ITEMS));
	if (!tape) throw new Error('no JSON');
	const selector = new Selector(tape, tape.children(0), {
		essential: new Set(essential),
		setting,
	});
	return { tape, selector };
};
/** The leaves of a selection: units of their texts, elements of their lists. */
const told = ({ chars, elements, below, items }: Selection): unknown => ({
	...(chars > 0 ? { chars } : {}),
	...(items ? { elements, each: told(items) } : {}),
	...Object.fromEntries([...below].map(([key, inner]) => [key, told(inner)])),
});

describe('a selection', () => {
	it('has the best field first, and one more in each size', () => {
		const { selector } = selectorOf('item');
		expect(selector.leaves.map(({ path }) => path)).toEqual([
			...['id', 'title', 'owner.name', 'owner.since', 'body', 'tags'],
		]);
		expect(told(selector.at(1))).toEqual({ id: { chars: 200 } });
		expect(told(selector.at(3))).toEqual({
			...{ id: { chars: 200 }, title: { chars: 100 }, owner: { name: { chars: 64 } } },
		});
		expect(told(selector.at(6))).toEqual({
			id: { chars: 200 },
			title: { chars: 100 },
			owner: { name: { chars: 64 }, since: { chars: 64 } },
			body: { chars: 64 },
			tags: { elements: 3, each: { chars: 64 } },
		});
	});

	it('has longer texts and lists in each size after that', () => {
		const { selector } = selectorOf('item');
		expect(selector.sizes).toBe(96);
		expect(told(selector.at(8))).toMatchObject({
			id: { chars: 251 },
			tags: { elements: 4, each: { chars: 81 } },
		});
		// The same steps in a size that has fewer fields.
		expect(told(selector.at(1, 2))).toEqual({ id: { chars: 251 } });
	});

	it('shows more of the only thing than of one of many', () => {
		expect(told(selectorOf('object').selector.at(6))).toMatchObject({
			title: { chars: 200 },
			body: { chars: 200 },
			tags: { elements: 2, each: { chars: 200 } },
		});
	});

	it('knows what it leaves out, and what identifies an item', () => {
		const { selector } = selectorOf('item');
		expect([...selector.leftOut(3)]).toEqual(['owner.since', 'body', 'tags']);
		expect(selector.identity).toBe('id');
		expect(selector.core).toBeGreaterThan(2);
	});

	it('of one item goes by what is essential to all', () => {
		const { tape, selector: all } = selectorOf('item', ['owner.since']);
		const alone = all.alone(tape, 1);
		expect(alone.leaves[0]?.path).toBe('owner.since');
	});
});

it('of texts and of lists in lists begins at the item itself', () => {
	const at = (items: unknown) => {
		const tape = containerTape(JSON.stringify(items));
		if (!tape) throw new Error('no JSON');
		return told(
			new Selector(tape, tape.children(0), { essential: new Set(), setting: 'item' }).at(1),
		);
	};
	expect(at(['a', 'b'])).toEqual({ chars: 64 });
	expect(at([[1, 2], [3]])).toEqual({ elements: 3, each: { chars: 64 } });
	expect(at([[{ a: 1 }]])).toEqual({ elements: 3, each: { a: { chars: 64 } } });
});
