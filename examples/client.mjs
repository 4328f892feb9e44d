// Pages through all confirmed bookings of the demo: `npm start` in one terminal, then in another
//   npx node examples/client.mjs [http://localhost:8787/mcp]
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const url = new URL(process.argv[2] ?? 'http://localhost:8787/mcp');
const client = new Client(
	{ name: 'example', version: '1.0.0' },
	{ versionNegotiation: { mode: 'auto' } },
);
await client.connect(new StreamableHTTPClientTransport(url));

/** @type {unknown[]} */
const bookings = [];
/** @type {unknown} */
let cursor;
do {
	const result = await client.callTool({
		name: 'demo__list_bookings',
		// With a cursor no other argument is needed: the page comes from what Loadline kept.
		arguments: cursor === undefined ? { status: 'confirmed' } : { cursor },
	});
	const page = /** @type {Record<string, unknown>} */ (result.structuredContent);
	const items = /** @type {unknown[]} */ (page.bookings);
	bookings.push(...items);
	cursor = page.nextCursor;
	console.log(
		`${items.length} bookings, ${bookings.length} of ${page.totalCount}; ` +
			`${page.estimatedTokens} tokens, ${page.budgetRemaining} left`,
	);
} while (typeof cursor === 'string');

await client.close();
