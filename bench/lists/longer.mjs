// A server whose every call is answered by a long list: what it lists and says is its own.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [, , ...command] = process.argv;
const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'] });
child.stdout.pipe(process.stdout);
child.once('exit', (code) => process.exit(code ?? 1));
const rows = Array.from({ length: 900 }, (_, id) => ({ id, note: 'x '.repeat(20) }));
const result = { content: [{ type: 'text', text: JSON.stringify(rows) }] };
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method } = JSON.parse(line);
	if (method === 'tools/call')
		process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
	else child.stdin.write(`${line}\n`);
}
child.kill();
