// Runs the host against a Loadline that serves its demo records. `npm start` in one terminal, then
//   npm run build && npx node examples/host-anthropic/main.mjs [http://localhost:8787/mcp]
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TransientContext } from 'loadline/client';
import { run, tokens } from './host.mjs';

const url = new URL(process.argv[2] ?? 'http://localhost:8787/mcp');
const client = new Client(
	{ name: 'host-anthropic', version: '1.0.0' },
	{ versionNegotiation: { mode: 'auto' } },
);
await client.connect(new StreamableHTTPClientTransport(url));

const context = new TransientContext();
const { messages, sent } = await run({
	callTool: (name, args) => client.callTool({ name, arguments: args }),
	context,
	print: console.log,
});
await client.close();

const share = Math.round((100 * tokens(sent)) / tokens(messages));
console.log(`the conversation at the end takes ${share} % of what it would without collapse`);
