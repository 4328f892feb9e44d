// Items on a page keep what identifies them: a page ends earlier rather than losing that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../fuzz-runs';
import { dataOf, walk } from './answers';
import { json } from './payloads';

const booking = (id: number) => ({
	id: 500_000 + id,
	listingId: 400_000 + (id % 10),
	channelName: id % 2 ? 'vrbo' : 'airbnb',
	guestName: `Guest ${id}`,
	checkIn: `2025-01-${10 + (id % 20)}`,
	checkOut: `2025-02-${10 + (id % 20)}`,
	status: 'confirmed',
	totalPrice: 500 + 50 * id,
	numberOfGuests: 1 + (id % 6),
});
const bookings = Array.from({ length: 120 }, (_, id) => booking(id));
const isIdentified = (item: object) => 'id' in item;

describe('an item on a page', () => {
	it('keeps its identity where another list stands beside its own', () => {
		const listings = Array.from({ length: 100 }, (_, id) => ({
			id,
			name: `Property ${id}`,
			address: `${id} Main Street`,
			status: 'active',
		}));
		const pages = walk(json({ listings, bookings }));
		const items = pages.flatMap((page) => dataOf(page, 'bookings'));
		expect(items.map(({ id }) => id)).toEqual(bookings.map(({ id }) => id));
		// Only the first page is a glance.
		expect(items.slice(8).every((item) => 'guestName' in item && 'totalPrice' in item)).toBe(true);
	});

	it('says at a glance which one it is, and more than that, of eight items or more', () => {
		const [first] = walk(json({ bookings }), 1);
		const items = dataOf(first as never, 'bookings');
		expect(items.length).toBeGreaterThanOrEqual(8);
		expect(items.every(isIdentified)).toBe(true);
		expect(items.every((item) => Object.keys(item).length >= 3)).toBe(true);
	});

	it('keeps what says which one it is, however many fields it has and whatever is in them', () => {
		const value = fc.string({ minLength: 1, maxLength: 60 });
		const item = fc.record({
			body: fc.string({ maxLength: 2000 }),
			id: fc.nat(),
			name: value,
			notes: fc.array(value, { maxLength: 20 }),
			status: fc.constantFrom('open', 'closed'),
			html_url: value,
		});
		fc.assert(
			fc.property(fc.array(item, { minLength: 40, maxLength: 60 }), (items) => {
				const shown = walk(json(items)).flatMap((page) => page as unknown as object[]);
				expect(shown).toHaveLength(items.length);
				for (const [at, { id }] of items.entries()) expect(shown[at]).toMatchObject({ id });
			}),
			{ numRuns: times(10, 25) },
		);
	});
});
