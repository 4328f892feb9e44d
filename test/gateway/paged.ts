// Servers that page a thousand orders, each in its way.
import { both, text } from '../protect/payloads';
import { gatewayOf, scripted, type Tool } from './gateway';

export const TOTAL = 1_000;
const order = (at: number) => ({
	id: `o${at}`,
	status: at % 3 ? 'open' : 'paid',
	note: 'n'.repeat(30),
});
export const orders = (from: number, count: number) =>
	Array.from({ length: Math.max(0, Math.min(count, TOTAL - from)) }, (_, at) => order(from + at));
export const inputSchema = (...names: string[]) => ({
	type: 'object',
	properties: Object.fromEntries(names.map((name) => [name, {}])),
});

export const byCursor: Tool = {
	definition: { inputSchema: inputSchema('status', 'limit', 'cursor') },
	answer: ({ cursor }) => {
		const from =
			cursor === undefined ? 0 : Number(/^c(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
		if (Number.isNaN(from)) return { ...text('Invalid cursor'), isError: true };
		return both({
			orders: orders(from, 200),
			...(from + 200 < TOTAL && { next_cursor: `c${from + 200}` }),
		});
	},
};

export const server = (tools: Record<string, Tool>, config = {}) => {
	const { source, calls } = scripted('up', tools);
	return { gateway: gatewayOf({ sources: [source], config }), calls };
};
