// All conversations together: what was sent and saved, by endpoint, and which endpoint to mend.
import { Empty, Figure, number, percent } from './shell';

export interface Group {
	readonly key: string;
	readonly count: number;
	readonly outcomes: Readonly<Record<string, number>>;
	readonly oversized: number;
	readonly tokens: { readonly sum: number; readonly average: number; readonly p95: number };
	readonly originalTokens: { readonly sum: number };
	readonly savedTokens: { readonly gross: number; readonly net: number };
	readonly latencyMs: { readonly p50: number; readonly p95: number };
	readonly errorPercent: number | null;
}

export const Overview = ({ groups, query }: { groups: readonly Group[]; query: string }) => {
	const sum = (of: (group: Group) => number) =>
		groups.reduce((total, group) => total + of(group), 0);
	const original = sum(({ originalTokens }) => originalTokens.sum);
	const net = sum(({ savedTokens }) => savedTokens.net);
	return (
		<>
			<dl class="figures">
				<Figure name="Calls" value={number(sum(({ count }) => count))} />
				<Figure name="Sent" value={number(sum(({ tokens }) => tokens.sum))} note="tokens" />
				<Figure
					name="Saved, gross"
					value={number(sum(({ savedTokens }) => savedTokens.gross))}
					note="tokens that servers gave and were not sent"
				/>
				<Figure
					name="Saved, net"
					value={number(net)}
					note={
						original > 0 ? `${percent(net / original)}, less what was asked for later` : 'tokens'
					}
				/>
				<Figure
					name="Over the limits"
					value={number(sum(({ oversized }) => oversized))}
					note="results, as servers gave them"
				/>
			</dl>
			{groups.length === 0 ? (
				<Empty>No call in this time.</Empty>
			) : (
				<div class="scroll" tabindex={0}>
					<table>
						<caption>By endpoint, the one that saves most first</caption>
						<thead>
							<tr>
								<th scope="col">Endpoint</th>
								<th scope="col">Calls</th>
								<th scope="col">Over the limits</th>
								<th scope="col">Sent, average</th>
								<th scope="col">Sent, p95</th>
								<th scope="col">Saved, net</th>
								<th scope="col">Errors</th>
								<th scope="col">p50 / p95 ms</th>
								<th scope="col" class="left">
									Setting
								</th>
							</tr>
						</thead>
						<tbody>
							{[...groups]
								.sort((a, b) => b.savedTokens.gross - a.savedTokens.gross)
								.map((group) => (
									<tr>
										<td>{group.key}</td>
										<td>{number(group.count)}</td>
										<td class={group.oversized > 0 ? 'over' : ''}>{number(group.oversized)}</td>
										<td>{number(group.tokens.average)}</td>
										<td>{number(group.tokens.p95)}</td>
										<td>{number(group.savedTokens.net)}</td>
										<td>{group.errorPercent === null ? '–' : `${group.errorPercent} %`}</td>
										<td>
											{number(group.latencyMs.p50)} / {number(group.latencyMs.p95)}
										</td>
										<td class="left">
											<a href={`/config?endpoint=${encodeURIComponent(group.key)}`}>Set</a>
										</td>
									</tr>
								))}
						</tbody>
					</table>
				</div>
			)}
			<p>
				<a href={`/api/telemetry${query}`}>As JSON</a> <a href={`/overview.csv${query}`}>As CSV</a>
			</p>
		</>
	);
};

/** The table as CSV (RFC 4180); what could be a formula to a spreadsheet is quoted as text. */
export const csvOf = (groups: readonly Group[]): string => {
	const cell = (value: string | number) => {
		const text = String(value);
		const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
		return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
	};
	const rows = groups.map((group) => [
		group.key,
		group.count,
		group.oversized,
		group.tokens.sum,
		group.originalTokens.sum,
		group.savedTokens.gross,
		group.savedTokens.net,
		group.latencyMs.p50,
		group.latencyMs.p95,
	]);
	const head = [
		'endpoint',
		'calls',
		'oversized',
		'tokens',
		'originalTokens',
		'savedGross',
		'savedNet',
		'p50Ms',
		'p95Ms',
	];
	return `${[head, ...rows].map((row) => row.map(cell).join()).join('\r\n')}\r\n`;
};
