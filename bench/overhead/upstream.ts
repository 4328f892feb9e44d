// A server that costs little itself, in a process of its own: tools `kb1`, `kb100` and `kb1000` answer so many
// KB of JSON that were made when it started, each answer another than those before it, as a server's are. It speaks
// 2026-07-28 and prints its URL, or, with `--stdio`, 2025-06-18 too, by lines.
import { createInterface } from 'node:readline';
import { readBody, startHttp } from '../../test/upstreams/node-http';
import { packageText } from '../payloads/found';

/** Rows of a real list. */
const rows = JSON.parse(packageText('vega-datasets', 'data/movies.json')) as object[];
/** Answers of a tool, given by turns: more than a Worker remembers. */
const TURNS = 64;
const text = (bytes: number, turn: number): string => {
	const count = Math.round((bytes * rows.length) / JSON.stringify(rows).length);
	return JSON.stringify({ rows: rows.slice(turn, turn + count) });
};
const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const results = new Map(
	Object.entries({ kb1: 1_000, kb100: 100_000, kb1000: 1_000_000 }).map(([name, bytes]) => [
		name,
		Array.from({ length: TURNS }, (_, turn) =>
			JSON.stringify({ ...shared, content: [{ type: 'text', text: text(bytes, turn) }] }),
		),
	]),
);
const discovered = JSON.stringify({
	...shared,
	supportedVersions: ['2026-07-28'],
	capabilities: { tools: {} },
	serverInfo: { name: 'overhead', version: '1' },
});
const listed = JSON.stringify({
	...shared,
	tools: [...results.keys()].map((name) => ({ name, inputSchema: { type: 'object' } })),
});

const initialized = JSON.stringify({
	protocolVersion: '2025-06-18',
	capabilities: { tools: {} },
	serverInfo: { name: 'overhead', version: '1' },
});
let asked = 0;
function answer(message: string): string {
	const { id, method, params } = JSON.parse(message || '{}');
	const others: Readonly<Record<string, string>> = {
		initialize: initialized,
		'tools/list': listed,
		'server/discover': discovered,
	};
	const result =
		method === 'tools/call'
			? results.get(params.name)?.[asked++ % TURNS]
			: (others[method] ?? '{}');
	return id === undefined ? '' : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

if (process.argv.includes('--stdio'))
	createInterface(process.stdin).on('line', (line) => {
		const said = answer(line);
		if (said !== '') process.stdout.write(`${said}\n`);
	});
else {
	const { url } = await startHttp((request, response) => {
		void readBody(request).then((body) => {
			const said = answer(body);
			response.writeHead(said === '' ? 202 : 200, { 'content-type': 'application/json' });
			response.end(said);
		});
	});
	console.log(url);
	process.stdin.on('close', () => process.exit()).resume();
}
