// The demo's 500 bookings as a list shows them.
import { dateOf, generator, idOf, lazily } from './generator';
import { LISTING_COUNT } from './listings';
import { FIRST_NAMES, LAST_NAMES } from './vocabulary';

export const BOOKING_COUNT = 500;

export const STATUSES = ['confirmed', 'pending', 'completed', 'cancelled'] as const;
/** The status of a booking. */
export type Status = (typeof STATUSES)[number];

/** A booking of the demo. */
export interface Booking {
	readonly id: string;
	readonly status: Status;
	readonly guestName: string;
	readonly listingId: string;
	readonly checkIn: string;
	readonly checkOut: string;
	readonly total: number;
	readonly currency: 'EUR';
}

const statusOf = (percent: number): Status => {
	if (percent <= 55) return 'confirmed';
	if (percent <= 75) return 'completed';
	return percent <= 88 ? 'pending' : 'cancelled';
};

/** Newest first: `bk_0500` was made last. */
export const bookings = lazily((): readonly Booking[] =>
	Array.from({ length: BOOKING_COUNT }, (_, index) => {
		const id = idOf('bk', BOOKING_COUNT - index, 4);
		const chance = generator(`booking ${id}`);
		const day = chance.whole(0, 364);
		const nights = chance.whole(1, 9);
		return {
			id,
			status: statusOf(chance.whole(1, 100)),
			guestName: `${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}`,
			listingId: idOf('ls', chance.whole(1, LISTING_COUNT), 3),
			checkIn: dateOf(day),
			checkOut: dateOf(day + nights),
			total: nights * (40 + 5 * chance.whole(0, 40)),
			currency: 'EUR',
		} as const;
	}),
);

/** A filter of bookings; members that are absent filter nothing. */
export interface BookingFilter {
	readonly status?: Status;
	/** Dates; the check-in lies between them, both inclusive. */
	readonly from?: string;
	readonly to?: string;
}

/** Bookings that fit, in the list's order. ISO dates compare as texts. */
export const findBookings = ({ status, from, to }: BookingFilter): readonly Booking[] =>
	bookings().filter(
		(booking) =>
			(status === undefined || booking.status === status) &&
			(from === undefined || booking.checkIn >= from) &&
			(to === undefined || booking.checkIn <= to),
	);
