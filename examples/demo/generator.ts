// Deterministic chance and a fixed calendar for the demo's data: no clock, no randomness.

/** Chance that repeats; each answer moves it on. `pick` throws a RangeError for an empty list. */
export interface Generator {
	/** A whole number from min to max, both inclusive. */
	whole(min: number, max: number): number;
	/** True in so many of a hundred cases. */
	percent(chance: number): boolean;
	pick<Item>(items: readonly Item[]): Item;
}

/** Independent of every other generator: the same key gives the same sequence, whatever was asked before. */
export const generator = (key: string): Generator => {
	let state = 2_463_534_242;
	const next = (): number => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		state >>>= 0;
		return state;
	};
	for (let i = 0; i < key.length; i++) {
		state = (Math.imul(state, 31) + key.charCodeAt(i)) >>> 0 || 1;
		next();
	}
	const whole = (min: number, max: number): number => min + (next() % (max - min + 1));
	return {
		whole,
		percent: (chance) => whole(1, 100) <= chance,
		pick: (items) => {
			const item = items[whole(0, items.length - 1)];
			if (item === undefined) throw new RangeError('nothing to pick from');
			return item;
		},
	};
};

/** Day 0 of the demo: everything happens after it. */
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** `2026-01-01` for day 0. */
export const dateOf = (day: number): string =>
	new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

/** Returns whether a text is a date of the calendar, `2026-03-14`. */
export const isDate = (text: string): boolean => {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const time = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** `bk_0042` */
export const idOf = (prefix: string, number: number, digits: number): string =>
	`${prefix}_${String(number).padStart(digits, '0')}`;

/** A function that computes once. */
export const lazily = <Value>(make: () => Value): (() => Value) => {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
};
