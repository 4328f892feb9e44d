// The demo, in both eras.
import { call, type Era, HANDLE, initialize, rpc } from '../exchange';
import type { Group } from '../groups';

const cases = (era: Era) => [
	...(era === '2026-07-28' ? [rpc('discover', 'server/discover', {}, { era })] : initialize(era)),
	rpc('list of tools', 'tools/list', {}, { era }),
	rpc('list of prompts', 'prompts/list', {}, { era }),
	rpc('list of resources', 'resources/list', {}, { era }),
	rpc('list of templates', 'resources/templates/list', {}, { era }),
	call('bookings', 'demo__list_bookings', {}, { era, keep: { handle: HANDLE } }),
	call(
		'bookings, next page',
		'read_result',
		{ handle: '$handle$' },
		{ era, keep: { next: HANDLE } },
	),
	call('bookings, page after', 'read_result', { handle: '$next$' }, { era }),
	call(
		'bookings, filtered',
		'demo__list_bookings',
		{ status: 'pending', from: '2026-03-01' },
		{ era },
	),
	call('bookings, limit', 'demo__list_bookings', { _loadline: { limit: 3 } }, { era }),
	call(
		'bookings, fields',
		'demo__list_bookings',
		{ _loadline: { fields: 'id,total', limit: 5 } },
		{ era },
	),
	call('bookings, cursor argument', 'demo__list_bookings', { cursor: '$handle$' }, { era }),
	call('bookings, bad status', 'demo__list_bookings', { status: 'gone' }, { era }),
	call('bookings, unknown argument', 'demo__list_bookings', { stat: 'x' }, { era }),
	call('one booking', 'demo__get_booking', { id: 'bk_0042' }, { era, keep: { booking: HANDLE } }),
	call('one booking, read on', 'read_result', { handle: '$booking$' }, { era }),
	call(
		'one booking, a section',
		'read_result',
		{ handle: '$booking$', pointer: '/guest' },
		{ era },
	),
	call('unknown booking', 'demo__get_booking', { id: 'bk_9999' }, { era }),
	call('unknown tool', 'demo__nothing', {}, { era }),
	rpc('unknown method', 'tools/nothing', {}, { era }),
	rpc('ping', 'ping', {}, { era }),
];

export const demo: readonly Group[] = (['2025-06-18', '2025-11-25', '2026-07-28'] as const).map(
	(era) => ({
		name: `demo-${era}`,
		run: (recorder) => recorder.all(cases(era)),
	}),
);
