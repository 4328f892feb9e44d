// The demo's five tools as MCP lists them.
import type { ToolDefinition } from '../../src/gateway';
import { STATUSES } from './bookings';

const READ_ONLY = {
	readOnlyHint: true,
	destructiveHint: false,
	idempotentHint: true,
	openWorldHint: false,
};

const text = (description: string) => ({ type: 'string', description });
const input = (properties: object, required: readonly string[] = []) => ({
	type: 'object',
	properties,
	...(required.length > 0 ? { required } : {}),
	additionalProperties: false,
});

const BOOKING_ID = text('Booking id, bk_0001 to bk_0500.');
const LISTING_ID = text('Listing id, ls_001 to ls_100.');

const BOOKING = {
	id: { type: 'string' },
	status: { type: 'string' },
	guestName: { type: 'string' },
	listingId: { type: 'string' },
	checkIn: { type: 'string' },
	checkOut: { type: 'string' },
	total: { type: 'number' },
	currency: { type: 'string' },
};

export const DEMO_TOOLS: readonly ToolDefinition[] = [
	{
		name: 'list_bookings',
		title: 'List bookings',
		description: 'Bookings, newest first, optionally by status and check-in date.',
		inputSchema: input({
			status: { type: 'string', enum: STATUSES, description: 'Only bookings with this status.' },
			from: text('First check-in date, YYYY-MM-DD.'),
			to: text('Last check-in date, YYYY-MM-DD.'),
		}),
		outputSchema: {
			type: 'object',
			properties: {
				bookings: { type: 'array', items: { type: 'object', properties: BOOKING } },
			},
			required: ['bookings'],
		},
		annotations: READ_ONLY,
	},
	{
		name: 'get_booking',
		title: 'Get a booking',
		description: 'One booking with its guest, amenities, financial details and messages.',
		inputSchema: input({ id: BOOKING_ID }, ['id']),
		outputSchema: {
			type: 'object',
			properties: {
				...BOOKING,
				listingName: { type: 'string' },
				city: { type: 'string' },
				host: { type: 'object' },
				guest: { type: 'object' },
				amenities: { type: 'array', items: { type: 'object' } },
				financial: { type: 'object' },
				messages: { type: 'array', items: { type: 'object' } },
			},
			required: ['id', 'status', 'guestName', 'guest', 'amenities', 'financial', 'messages'],
		},
		annotations: READ_ONLY,
	},
	{
		name: 'list_listings',
		title: 'List listings',
		description: 'All homes that can be booked.',
		inputSchema: input({}),
		outputSchema: {
			type: 'object',
			properties: {
				listings: {
					type: 'array',
					items: {
						type: 'object',
						properties: {
							id: { type: 'string' },
							name: { type: 'string' },
							status: { type: 'string' },
							city: { type: 'string' },
							bedrooms: { type: 'integer' },
							maxGuests: { type: 'integer' },
							pricePerNight: { type: 'number' },
							currency: { type: 'string' },
						},
					},
				},
			},
			required: ['listings'],
		},
		annotations: READ_ONLY,
	},
	{
		name: 'get_listing_description',
		title: 'Get a listing description',
		description: 'The long description of one listing, as prose.',
		inputSchema: input({ id: LISTING_ID }, ['id']),
		annotations: READ_ONLY,
	},
	{
		name: 'read_log',
		title: 'Read the log',
		description: "The booking service's log of one day, 10,000 lines.",
		inputSchema: input({}),
		annotations: READ_ONLY,
	},
];
