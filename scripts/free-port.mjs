// A port for a server that is told its number before it listens.
import { once } from 'node:events';
import { createServer } from 'node:net';

// Systems hand out ports from 32768 up (Linux) or 49152 up to whoever asks for any: one of those that was free a
// moment ago may be another program's by now. Nobody is given one of these unasked.
const FIRST = 20_000;
const COUNT = 12_000;

/** Returns a port of 127.0.0.1 that nothing listens on. */
export async function freePort() {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
		const server = createServer().listen(port, '127.0.0.1');
		try {
			await once(server, 'listening');
		} catch {
			continue;
		}
		server.close();
		await once(server, 'close');
		return port;
	}
}
