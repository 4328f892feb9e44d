// Items on a page keep what identifies them: a page ends earlier rather than losing that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
const isIdentified = (item: object) => 'id' in item && 'checkOut' in item && 'status' in item;

describe('an item on a page', () => {
	it('keeps its status where another list stands beside its own', () => {
		const listings = Array.from({ length: 100 }, (_, id) => ({
			id,
			name: `Property ${id}`,
			address: `${id} Main Street`,
			status: 'active',
		}));
		const pages = walk(json({ listings, bookings }));
		const items = pages.flatMap((page) => dataOf(page, 'bookings'));
		expect(items.map(({ id }) => id)).toEqual(bookings.map(({ id }) => id));
		expect(items.filter((item) => !isIdentified(item))).toEqual([]);
	});

	it('keeps all that identifies it on a page of as many as fit that way', () => {
		const [first] = walk(json({ bookings }), 1);
		const items = dataOf(first as never, 'bookings');
		expect(items).toHaveLength(50);
		expect(items.every(isIdentified)).toBe(true);
	});

	it('keeps it however many fields identify it, and whatever else it has', () => {
		const value = fc.string({ minLength: 1, maxLength: 60 });
		const item = fc.record({
			body: fc.string({ maxLength: 2000 }),
			customerId: fc.nat(),
			name: value,
			notes: fc.array(value, { maxLength: 20 }),
			title: value,
			status: fc.constantFrom('open', 'closed'),
			html_url: value,
			updated_at: fc.constant('2026-02-03T04:05:06Z'),
		});
		fc.assert(
			fc.property(fc.array(item, { minLength: 40, maxLength: 60 }), (items) => {
				const shown = walk(json(items)).flatMap((page) => page as unknown as object[]);
				expect(shown).toHaveLength(items.length);
				for (const [at, given] of items.entries()) {
					const { body: _, notes: __, ...identity } = given;
					expect(shown[at]).toMatchObject(identity);
				}
			}),
			{ numRuns: 25 },
		);
	});
});
