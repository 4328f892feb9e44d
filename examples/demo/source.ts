// The demo upstream: a booking service inside the process, reached through the gateway like any
// other, so that protection can be seen at work without a server to connect.

import type { ToolSource } from '../../src/gateway';
import type { JsonObject } from '../../src/shared/json-values';
import { err, ok, type Result } from '../../src/shared/result';
import { type ToolResult, textResult } from '../../src/shared/tool-result';
import { readFilter, readId, unknownArgument } from './arguments';
import { detailOf } from './booking-detail';
import { BOOKING_COUNT, bookings, findBookings } from './bookings';
import { idOf } from './generator';
import { describeListing, findListing, LISTING_COUNT, listings } from './listings';
import { logText } from './log';
import { DEMO_TOOLS } from './tools';

const BOOKING_IDS = `a booking id from ${idOf('bk', 1, 4)} to ${idOf('bk', BOOKING_COUNT, 4)}`;
const LISTING_IDS = `a listing id from ${idOf('ls', 1, 3)} to ${idOf('ls', LISTING_COUNT, 3)}`;

/** The same JSON as text and as structured content. */
const jsonResult = (value: object): ToolResult => {
	const json = JSON.stringify(value);
	return { content: [{ type: 'text', text: json }], structured: json };
};

const answerWith = <Value>(
	read: Result<Value, string>,
	answer: (value: Value) => ToolResult,
): ToolResult => (read.ok ? answer(read.value) : textResult(read.error, true));

interface DemoTool {
	readonly takes: readonly string[];
	readonly answer: (args: JsonObject) => ToolResult;
}

const TOOLS: ReadonlyMap<string, DemoTool> = new Map<string, DemoTool>([
	[
		'list_bookings',
		{
			takes: ['status', 'from', 'to'],
			answer: (args) =>
				answerWith(readFilter(args), (filter) => jsonResult({ bookings: findBookings(filter) })),
		},
	],
	[
		'get_booking',
		{
			takes: ['id'],
			answer: (args) => {
				const find = (id: string) => bookings().find((booking) => booking.id === id);
				return answerWith(readId(args, find, BOOKING_IDS), (booking) =>
					jsonResult(detailOf(booking)),
				);
			},
		},
	],
	['list_listings', { takes: [], answer: () => jsonResult({ listings: listings() }) }],
	[
		'get_listing_description',
		{
			takes: ['id'],
			answer: (args) =>
				answerWith(readId(args, findListing, LISTING_IDS), (listing) =>
					textResult(describeListing(listing)),
				),
		},
	],
	['read_log', { takes: [], answer: () => textResult(logText()) }],
]);

/** The demo as a source of tools. */
export const createDemoSource = (): ToolSource => ({
	name: 'demo',
	listTools: async () => ok(DEMO_TOOLS),
	async callTool({ name, args }) {
		const tool = TOOLS.get(name);
		if (tool === undefined)
			return err({
				code: 'unknown_tool',
				message: `demo has no such tool; it has ${[...TOOLS.keys()].join(', ')}`,
			});
		const fault = unknownArgument(args, tool.takes);
		const result = fault === undefined ? tool.answer(args) : textResult(fault, true);
		return ok({ kind: 'result', result });
	},
});
