// A server that costs little itself, in a process of its own: tools `kb1`, `kb100` and `kb1000` answer so many
// KB of JSON that were made when it started, each answer another than those before it, as a server's are. It speaks
// 2026-07-28. Prints its URL.
import { readBody, startHttp } from '../../test/upstreams/node-http';
import { packageText } from '../payloads/found';

/** Rows of a real list. */
const rows = JSON.parse(packageText('vega-datasets', 'data/movies.json')) as object[];
/** Answers of a tool, given by turns. */
const TURNS = 16;
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

let asked = 0;
const { url } = await startHttp((request, response) => {
	void readBody(request).then((body) => {
		const { id, method, params } = JSON.parse(body || '{}');
		const result =
			method === 'tools/call'
				? results.get(params.name)?.[asked++ % TURNS]
				: method === 'tools/list'
					? listed
					: discovered;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"result":${result}}`);
	});
});
console.log(url);
process.stdin.on('close', () => process.exit()).resume();
