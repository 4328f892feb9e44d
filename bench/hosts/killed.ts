// The server is killed (SIGKILL) again and again while a conversation goes on: whatever was left out of a request
// can be had back as it was.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isRecord } from '../../src/shared/json-values';
import { root } from '../../test/worker/bundle';
import { inFolder } from '../leaving/host';
import { demand, putConfig, type Setting } from './setting';

const KILLS = 20;
const PORT = 9_190;
const url = `http://127.0.0.1:${PORT}`;

interface Server {
	kill(): Promise<void>;
}

async function serve(bundle: string, folder: string): Promise<Server> {
	const args = ['scripts/run.mjs', 'bench/hosts/served.ts', bundle, folder, String(PORT)];
	const stdio = ['ignore', 'pipe', 'ignore'] as const;
	const child: ChildProcess = spawn(process.execPath, args, {
		cwd: root,
		stdio: [...stdio],
		detached: true,
	});
	await Promise.race([
		once(child.stdout as NodeJS.ReadableStream, 'data'),
		once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
	]);
	return {
		async kill() {
			const gone = once(child, 'exit');
			// Its whole group: workerd is a process of its own.
			process.kill(-(child.pid ?? 0), 'SIGKILL');
			await gone;
		},
	};
}

/** A host that sends its whole conversation with each request, and what each result was. */
class Talk {
	readonly messages: object[] = [{ role: 'user', content: 'Read it all.' }];
	readonly results = new Map<string, string>();
	#cursor: string | undefined;
	#calls = 0;

	async step(client: Client): Promise<void> {
		const { length } = this.messages;
		const kind = (length - 1) % 6;
		if (kind === 0) {
			const input = this.#cursor === undefined ? { model: 'activity' } : { cursor: this.#cursor };
			const text = await this.#own(client, 'search_records', input);
			this.#cursor = /"nextCursor":"([^"]+)/.exec(text)?.[1];
		} else if (kind === 2) await this.#own(client, 'store_analysis_memory', { finding: 'Fine.' });
		else
			this.#add('Bash', { command: `cat log ${length % 7}` }, `entry ${length % 7}\n`.repeat(400));
		await this.#request();
	}

	async #own(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
		const { content } = await client.callTool({ name, arguments: input }, { timeout: 5_000 });
		const [block] = content;
		const text = block?.type === 'text' ? block.text : '';
		this.#add(`mcp__loadline__${name}`, input, text);
		return text;
	}

	#add(name: string, input: object, content: string): void {
		const id = `toolu_${++this.#calls}`;
		this.results.set(id, content);
		this.messages.push(
			{ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
			{ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
		);
	}

	async #request(): Promise<void> {
		const tools = ['search_records', 'store_analysis_memory', 'expand_result', 'read_result'].map(
			(name) => ({ name: `mcp__loadline__${name}` }),
		);
		const response = await fetch(`${url}/llm/anthropic/v1/messages`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-claude-code-session-id': 'killed' },
			body: JSON.stringify({ model: 'm', tools, messages: this.messages }),
		});
		await response.text();
	}
}

/** Ids by which results that were left out of any request are had back, and which results they were. */
function leftOut(bodies: readonly object[]): ReadonlyMap<string, string> {
	const left = new Map<string, string>();
	for (const { messages } of bodies as { messages: { content: unknown }[] }[])
		for (const block of messages.flatMap(({ content }) =>
			Array.isArray(content) ? content : [],
		)) {
			if (!isRecord(block) || block.type !== 'tool_result') continue;
			const id = /original: expand_result \{\\*"id\\*":\\*"([\w-]+)/.exec(
				JSON.stringify(block),
			)?.[1];
			if (id !== undefined) left.set(id, String(block.tool_use_id));
		}
	return left;
}

export const killed =
	(bundle: string) =>
	({ model }: Setting): Promise<string> =>
		inFolder(async (folder) => {
			model.play([]);
			const talk = new Talk();
			const connected = async () => {
				const client = new Client({ name: 'killed', version: '1' });
				await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
				return client;
			};
			let failures = 0;
			for (let kills = 0; kills < KILLS; kills++) {
				const server = await serve(bundle, folder);
				if (kills === 0)
					await putConfig(url, { demo: true, llm: { anthropic: { url: model.url } } });
				const client = await connected();
				// A different point each time, the same points in every run.
				const delay = 40 + ((kills * 7_919) % 600);
				let isOver = false;
				const end = new Promise((resolve) => setTimeout(resolve, delay))
					.then(() => server.kill())
					.then(() => {
						isOver = true;
					});
				while (!isOver)
					await talk.step(client).catch(() => {
						failures++;
						isOver = true;
					});
				await end;
			}
			const server = await serve(bundle, folder);
			try {
				const client = await connected();
				for (let more = 0; more < 12; more++) await talk.step(client);
				const left = leftOut(model.bodies);
				for (const [id, call] of left) {
					const { content, isError } = await client.callTool({
						name: 'expand_result',
						arguments: { id },
					});
					const [block] = content;
					const isSame = block?.type === 'text' && block.text === talk.results.get(call);
					demand(isError !== true && isSame, `the original ${id} of ${call} is lost`, content);
				}
				demand(left.size > 20, 'too little was left out to tell', left.size);
				return `${KILLS} kills, ${failures} calls cut short, ${model.bodies.length} requests; ${left.size} results that left come back to the byte`;
			} finally {
				await server.kill();
			}
		});
