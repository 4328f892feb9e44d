// A gateway before one server with tools of every size.
import { bookings, both, seeded, text, words } from '../protect/payloads';
import { gatewayOf, scripted } from './gateway';

export const items = bookings(seeded(1), 500);
export const listTool = { answer: () => both({ bookings: items }) };

export const setting = (config = {}) => {
	const { source, calls } = scripted('up', {
		list: listTool,
		ten: { answer: () => both({ bookings: items.slice(0, 10) }) },
		big: {
			answer: () =>
				both({ id: 1, name: 'x', notes: words(seeded(2), 6000), more: items.slice(0, 30) }),
		},
		log: {
			answer: () =>
				text(Array.from({ length: 3000 }, (_, at) => `08:00:00 INFO step ${at} ok`).join('\n')),
		},
		own: {
			definition: {
				inputSchema: {
					type: 'object',
					properties: { cursor: { type: 'string' }, limit: { type: 'integer' } },
				},
			},
			answer: () => both({ bookings: items }),
		},
		fails: { answer: () => ({ ...text('no such thing'), isError: true }) },
	});
	const clock = { now: 1_800_000_000 };
	return { gateway: gatewayOf({ sources: [source], clock, config }), calls, clock };
};
