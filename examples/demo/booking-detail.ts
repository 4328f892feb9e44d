// One booking with everything that belongs to it: guest, amenities, financial, messages.
// About 9,000 tokens: the verbose item of context window protection, user story 2.
import type { Booking } from './bookings';
import { dateOf, type Generator, generator, idOf } from './generator';
import { findListing, listings } from './listings';
import {
	AMENITY_GROUPS,
	AMENITY_NOTES,
	FIRST_NAMES,
	GUEST_MESSAGES,
	HOST_MESSAGES,
	LAST_NAMES,
	REVIEW_COMMENTS,
	STREETS,
} from './vocabulary';

const personName = (chance: Generator): string =>
	`${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}`;

const two = (value: number): string => String(value).padStart(2, '0');

const guestOf = (booking: Booking, number: string, chance: Generator) => ({
	id: `gs_${number}`,
	name: booking.guestName,
	email: `${booking.guestName.toLowerCase().replace(' ', '.')}@mail.example`,
	phone: `+351 900 ${chance.whole(100, 999)} ${chance.whole(100, 999)}`,
	language: chance.pick(['en', 'pt', 'de', 'fr', 'es']),
	address: {
		street: `${chance.whole(1, 99)} ${chance.pick(STREETS)}`,
		...chance.pick([
			{ city: 'Leeds', country: 'GB' },
			{ city: 'Bonn', country: 'DE' },
			{ city: 'Nantes', country: 'FR' },
			{ city: 'Malmö', country: 'SE' },
			{ city: 'Faro', country: 'PT' },
		]),
	},
	companions: Array.from({ length: 4 }, (_, i) => ({
		id: `cp_${number}_${i + 1}`,
		name: personName(chance),
		age: chance.whole(3, 70),
	})),
	stays: Array.from({ length: 16 }, (_, i) => {
		const day = -40 * (i + 1) - chance.whole(0, 20);
		const listing = chance.pick(listings());
		return {
			id: `st_${number}_${i + 1}`,
			listingId: listing.id,
			listingName: listing.name,
			checkIn: dateOf(day),
			checkOut: dateOf(day + chance.whole(1, 6)),
			rating: chance.whole(3, 5),
			comment: chance.pick(REVIEW_COMMENTS),
		};
	}),
});

const amenitiesOf = (booking: Booking, chance: Generator) =>
	AMENITY_GROUPS.map(([name, items], group) => ({
		id: `ag_${booking.listingId.slice(3)}_${group + 1}`,
		name,
		items: items.map((item, i) => ({
			id: `am_${booking.listingId.slice(3)}_${group + 1}${i + 1}`,
			name: item,
			location: chance.pick(['hall', 'kitchen', 'ground floor', 'first floor', 'yard']),
			instructions: chance.pick(AMENITY_NOTES),
		})),
	}));

const financialOf = (booking: Booking, number: string, chance: Generator) => {
	const lineItems = Array.from({ length: 36 }, (_, i) => ({
		id: `li_${number}_${i + 1}`,
		name: chance.pick(['Night', 'Cleaning', 'City tax', 'Breakfast', 'Parking', 'Late arrival']),
		quantity: chance.whole(1, 4),
		unitPrice: chance.whole(3, 120),
		taxRate: chance.pick([0, 6, 13, 23]),
		account: `4${chance.whole(100, 999)}`,
	}));
	return {
		id: `fi_${number}`,
		currency: booking.currency,
		total: booking.total,
		paid: booking.status === 'pending' ? 0 : booking.total,
		lineItems,
		payments: Array.from({ length: 14 }, (_, i) => ({
			id: `py_${number}_${i + 1}`,
			name: `Instalment ${i + 1}`,
			method: chance.pick(['card', 'transfer', 'voucher']),
			amount: chance.whole(10, 90),
			status: chance.pick(['settled', 'settled', 'refunded']),
			paidOn: dateOf(chance.whole(0, 300)),
		})),
		cancellationPolicy:
			'Free of charge until seven days before arrival; half of the price until two days before arrival; the full price after that.',
	};
};

const messagesOf = (booking: Booking, number: string, hostName: string, chance: Generator) =>
	Array.from({ length: 66 }, (_, i) => {
		const fromGuest = i % 2 === 0;
		const texts = fromGuest ? GUEST_MESSAGES : HOST_MESSAGES;
		return {
			id: `ms_${number}_${i + 1}`,
			name: fromGuest ? booking.guestName : hostName,
			sentAt: `${dateOf(Math.floor(i / 2))}T${two(chance.whole(7, 21))}:${two(chance.whole(0, 59))}Z`,
			text: `${chance.pick(texts)} ${chance.pick(texts)}`,
		};
	});

/** The booking's own fields first, then its sections; ids and names in each of them. */
export const detailOf = (booking: Booking) => {
	const number = booking.id.slice(3);
	const chance = generator(`detail ${booking.id}`);
	const listing = findListing(booking.listingId);
	const hostName = personName(chance);
	return {
		...booking,
		listingName: listing?.name ?? booking.listingId,
		city: listing?.city ?? '',
		host: { id: idOf('hs', chance.whole(1, 40), 3), name: hostName },
		guest: guestOf(booking, number, chance),
		amenities: amenitiesOf(booking, chance),
		financial: financialOf(booking, number, chance),
		messages: messagesOf(booking, number, hostName, chance),
	};
};
