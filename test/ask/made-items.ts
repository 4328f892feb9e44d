// Items of few keys and values, made up by the hundred: what is said of them can be counted.
import fc from 'fast-check';

/** An item, of any keys. */
export type Item = Readonly<Record<string, unknown>>;

/** A value of a key. */
export const scalar = fc.oneof(
	fc.integer({ min: 1, max: 6 }),
	fc.constantFrom('5', 'x', 'open', "it's", '2026-01-02', '2026-01-09'),
	fc.boolean(),
	fc.constant(null),
);
const leaf = fc.dictionary(fc.constantFrom('k', 'm'), scalar, { maxKeys: 2 });
const item = fc.record(
	{
		a: scalar,
		b: scalar,
		c: fc.integer({ min: 1, max: 3 }),
		sub: fc.array(leaf, { maxLength: 4 }),
	},
	{ requiredKeys: ['sub'] },
) as fc.Arbitrary<Item>;
/** One to thirty items with a list each, `sub`. */
export const items = fc.array(item, { minLength: 1, maxLength: 30 });
