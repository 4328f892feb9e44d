// Tokens that Loadline keeps out of a context, for each call of the demo: as its own report says.
import { basename } from 'node:path';
import { callOnce, toolCall } from './mcp-call';
import { type Bench, serveBench } from './serve';

const calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
	['list_bookings', {}],
	['list_bookings', { fields: 'id,status' }],
	['get_booking', { id: 'bk_0001' }],
	['list_listings', {}],
	['get_listing_description', { id: 'ls_001' }],
	['read_log', {}],
];

export interface Saving {
	readonly call: string;
	/** Estimated tokens of what the tool answered. */
	readonly original: number;
	/** Estimated tokens of what the client got. */
	readonly sent: number;
}

export async function demoBench(bench: Bench): Promise<Saving[]> {
	const savings: Saving[] = [];
	for (const [tool, args] of calls) {
		const { _meta } = await callOnce(bench.mcp('demo'), toolCall(tool, args));
		const report = _meta?.['dev.loadline/protect'] as Record<string, number> | undefined;
		const sent = report?.estimatedTokens ?? 0;
		const call = `${tool} ${JSON.stringify(args)}`;
		savings.push({ call, sent, original: report?.originalTokens ?? sent });
	}
	return savings;
}

/** The figures as text, a line each. */
export function demoReport(savings: readonly Saving[]): string {
	return [
		`${'tokens of a demo call'.padEnd(44)}original     sent    saved`,
		...savings.map(({ call, original, sent }) => {
			const saved = `${Math.round((1 - sent / original) * 100)} %`;
			return `${call.padEnd(44)}${String(original).padStart(8)} ${String(sent).padStart(8)} ${saved.padStart(8)}`;
		}),
	].join('\n');
}

if (basename(process.argv[1] ?? '') === 'demo.ts') {
	const bench = await serveBench();
	try {
		console.log(demoReport(await demoBench(bench)));
	} finally {
		await bench.stop();
	}
}
