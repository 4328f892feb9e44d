// `loadline wrap`, two at once over one state, killed at random: what lies behind a handle that was given is
// there for the next process, and is what it was.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Random } from '../../test/protect/payloads';
import { inState, outcome, PATIENCE_MS } from './kills';
import { loadlineCommand } from './place';
import { Kept, pause } from './work';

interface Answer {
	readonly content: readonly { readonly text: string }[];
	readonly isError?: boolean;
}

class Wrap {
	readonly #child;
	readonly #gone: Promise<undefined>;
	readonly #waiting = new Map<number, (answer: Answer) => void>();
	#next = 0;

	constructor(command: string, state: string) {
		const args = [
			'wrap',
			'--state',
			state,
			'--',
			process.execPath,
			'nightly/faults/list-server.mjs',
		];
		this.#child = spawn(process.execPath, [command, ...args], {
			stdio: ['pipe', 'pipe', 'ignore'],
			// Of its group, so that its server ends with it.
			detached: true,
		});
		this.#gone = once(this.#child, 'exit').then(() => undefined);
		this.#child.stdin.on('error', () => {});
		createInterface({ input: this.#child.stdout }).on('line', (line) => {
			const { id, result, error } = JSON.parse(line);
			const failed = { isError: true, content: [{ text: JSON.stringify(error) }] };
			this.#waiting.get(id)?.(result ?? failed);
		});
	}

	async begin(): Promise<this> {
		const clientInfo = { name: 'faults', version: '1' };
		await this.#ask('initialize', {
			...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
		});
		return this;
	}

	/** Texts of the answer; undefined where the process ended first. */
	async call(name: string, args: object): Promise<readonly string[] | undefined> {
		const answer = await this.#ask('tools/call', { name, arguments: args });
		if (answer?.isError === true) throw new Error(`${name}: ${answer.content[0]?.text}`);
		return answer?.content.map(({ text }) => text);
	}

	async kill(): Promise<void> {
		process.kill(-(this.#child.pid ?? 0), 'SIGKILL');
		await this.#gone;
	}

	#ask(method: string, params: object): Promise<Answer | undefined> {
		const id = ++this.#next;
		this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
		const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
		return Promise.race([answered, this.#gone]);
	}
}

interface Page {
	readonly tag: string;
	readonly cursor: string;
	/** Items of the first page. */
	readonly shown: number;
}

async function write(wrap: Wrap, tag: string): Promise<Page | undefined> {
	const texts = await wrap.call('list', { tag });
	if (texts === undefined) return undefined;
	const items = JSON.parse(texts[0] ?? '[]') as unknown[];
	const cursor = /"nextCursor":"([^"]+)/.exec(texts.at(-1) ?? '')?.[1];
	if (cursor === undefined) throw new Error(`no cursor: ${texts.at(-1)?.slice(0, 300)}`);
	return { tag, cursor, shown: items.length };
}

async function check(wrap: Wrap, { tag, cursor, shown }: Page): Promise<string[]> {
	try {
		const texts = (await wrap.call('read_result', { handle: cursor })) ?? ['[]'];
		const [first] = JSON.parse(texts[0] ?? '[]') as { id: string }[];
		return first?.id === `${tag}-${shown}` ? [] : [`${first?.id} comes after ${shown} of ${tag}`];
	} catch (error) {
		return [`lost: ${tag}: ${(error as Error).message.slice(0, 300)}`];
	}
}

/** @param kills of processes; two are killed at a time */
export const killingWraps = (kills: number, random: Random) =>
	inState(async (state) => {
		const command = await loadlineCommand();
		const wrong: string[] = [];
		const kept = new Kept<Page>();
		let made = 0;
		for (let round = 0; round <= kills / 2 && wrong.length < 20; round++) {
			const both = await Promise.all([1, 2].map(() => new Wrap(command, state).begin()));
			const [first] = both;
			if (!first) break;
			for (const each of kept.due()) wrong.push(...(await check(first, each)));
			let isOver = round >= kills / 2;
			const enough = kept.size + (isOver ? 0 : both.length);
			const written = both.map(async (wrap) => {
				while (!isOver) {
					const done = await write(wrap, `t${++made}`).catch((error: Error) => error);
					if (done instanceof Error) wrong.push(done.message.slice(0, 300));
					else if (done !== undefined) kept.add(done);
				}
			});
			const until = Date.now() + PATIENCE_MS;
			while (kept.size < enough && Date.now() < until) await pause(20);
			if (kept.size < enough) wrong.push('no results, however long one waits');
			await pause(100 + random() * 1_500);
			isOver = true;
			await Promise.all(both.map((wrap) => wrap.kill()));
			await Promise.all(written);
		}
		return outcome(2 * Math.floor(kills / 2 + 1), { results: kept.size }, wrong);
	});
