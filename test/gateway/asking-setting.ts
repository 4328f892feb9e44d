import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import type { ToolResult } from '../../src/shared/tool-result';
import { bookings, both, json, seeded, text } from '../protect/payloads';
import { data as dataOf, gatewayOf, scripted } from './gateway';

/** The answer, and what was added behind it. */
export const data = (result: ToolResult) => {
	const [, added] = result.content;
	return { ...(added ? JSON.parse(String(added.text)) : {}), ...dataOf(result) };
};

export const items = bookings(seeded(1), 500);
export const csv = `id,city,total\n${Array.from({ length: 300 }, (_, at) => `${at},${at % 2 ? 'Rome' : 'Oslo'},${at}.50`).join('\n')}\n`;
export const log = Array.from(
	{ length: 3_000 },
	(_, at) =>
		`2026-11-22T08:00:${String(at % 60).padStart(2, '0')}Z ${at % 30 ? 'INFO' : 'ERROR'} step ${at}`,
).join('\n');

export const setting = (
	config = {},
	observed: { facts: CallFacts; context: GatewayContext }[] = [],
	isOffered: (endpoint: string) => boolean = () => true,
) => {
	const strict = { inputSchema: { type: 'object', properties: { q: { type: 'string' } } } };
	const { source, calls } = scripted('up', {
		list: { definition: strict, answer: () => json({ bookings: items }) },
		both: { definition: strict, answer: () => both({ bookings: items }) },
		people: {
			answer: () => json(Array.from({ length: 40 }, (_, id) => ({ id, name: `Person ${id}` }))),
		},
		odd: {
			answer: () =>
				text('{"rows":[{"id":12345678901234567890,"price":1.0},{"id":2,"price":2.50}]}'),
		},
		table: { answer: () => text(csv) },
		images: {
			answer: () => text('nginx\tlatest\nredis\talpine\npostgres\tbullseye\nnode\tslim\n'),
		},
		columns: {
			answer: () => {
				const rows = Array.from({ length: 300 }, (_, at) => at);
				const city = rows.map((at) => `Town ${at % 10}`);
				return json({ columns: ['city', 'temp'], data: { city, temp: rows } });
			},
		},
		command: { definition: strict, answer: () => json({ result: { stdout: log, code: 0 } }) },
		commands: { definition: strict, answer: () => json({ stdout: log, stderr: log }) },
		log: { answer: () => text(log) },
		xml: {
			answer: () =>
				text(
					Array.from(
						{ length: 400 },
						(_, at) =>
							`<row n="${at}">${'<cell>value</cell>'.repeat(110)}${at % 9 ? '' : 'needle'}</row>`,
					).join('\n'),
				),
		},
		image: {
			answer: () => ({ content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }),
		},
		fails: { answer: () => ({ ...text('no such thing'), isError: true }) },
		finds: {
			definition: {
				inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
			},
			answer: (args) => text(`asked for ${args.query}`),
		},
		anything: {
			definition: { inputSchema: { type: 'object', additionalProperties: true } },
			answer: (args) => text(JSON.stringify(args)),
		},
		owns: {
			definition: { inputSchema: { type: 'object', properties: { _loadline: true } } },
			answer: (args) => text(JSON.stringify(args)),
		},
		insert: { answer: (args) => text(`${(args.rows as unknown[]).length} rows`) },
	});
	const gateway = gatewayOf({ sources: [source], config, observed, isOffered });
	return { gateway, calls };
};

export const cancelled = items.filter(({ status }) => status === 'cancelled');
