// Sends exchanges one after the other and writes what was said.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reseed } from './chance';
import { nextSecond, played, settled } from './clock';
import type { Exchange } from './exchange';
import type { House } from './house';
import { logged } from './log';
import { Normaliser } from './normalise';
import { slow } from './upstream';

/** Characters of a body that are kept; of a longer one its beginning, its length and its digest. */
const LONGEST = 1_800;
const HEAD = 600;
const TAIL = 250;
/** Headers that say nothing of behaviour. */
const UNTOLD = new Set(['content-length', 'date']);

export class Recorder {
	count = 0;
	readonly #parts: string[] = [];
	readonly #kept = new Map<string, string>();
	readonly #normal: Normaliser;
	/** Exchanges so far, by name. */
	readonly #times = new Map<string, number>();
	#headers = '';

	constructor(
		private readonly name: string,
		readonly house: House,
		clock: { now(): number; readonly begin: number },
	) {
		this.#normal = new Normaliser(clock);
	}

	transcript(): string {
		return `${this.#parts.join('\n')}\n`;
	}

	async all(exchanges: readonly Exchange[]): Promise<void> {
		for (const exchange of exchanges) await this.say(exchange);
	}

	/** Sends one, and notes it; gives the answer's body. */
	async say(exchange: Exchange): Promise<string> {
		const filled = (text: string) => this.filled(text);
		const { name, method, path, body, shown, keep = {}, leave } = exchange;
		nextSecond();
		const times = (this.#times.get(name) ?? 0) + 1;
		this.#times.set(name, times);
		reseed(`${this.name} ${name} ${times}`);
		const gone = new AbortController();
		const headers = new Headers({ host: 'localhost' });
		for (const [key, value] of Object.entries(exchange.headers)) headers.set(key, filled(value));
		const request = new Request(`http://localhost${filled(path)}`, {
			method,
			headers,
			signal: gone.signal,
			...(body !== undefined && { body: filled(body) }),
		});
		const started = slow.started;
		if (leave === 'called') void called(started).then(() => gone.abort());
		const said = await played(answered(this.house, request, gone, leave), name);
		await settled();
		const plain = `${said.status}\n${said.headers}\n\n${said.body}`;
		for (const [key, form] of Object.entries(keep)) {
			const found = form.exec(plain)?.[1];
			if (found === undefined) console.error(`${name}: nothing to keep as ${key}`);
			this.#kept.set(key, found ?? `no-${key}`);
		}
		this.note(name, [
			...`> ${filled(shown ?? plainRequest(exchange))}`.split('\n'),
			`< ${said.status}${this.#told(said.headers)}`,
			said.body.trimEnd(),
			...logged(),
		]);
		return said.body;
	}

	/** Notes what was not an HTTP exchange. */
	note(name: string, parts: readonly string[]): void {
		this.count++;
		const normal = parts
			.filter((part) => part !== '')
			.map((part) => this.#shortened(name, this.#normal.text(part)));
		this.#parts.push([`=== ${name}`, ...normal, ''].join('\n'));
	}

	/** Names a text of this run, such as a folder, in all that follows. */
	replaced(text: string, by: string): void {
		this.#normal.literals.push([text, by]);
	}

	/** With what earlier answers gave in place of `$name$`. */
	filled(text: string): string {
		return text.replace(/\$([\w-]+)\$/g, (whole, name) => this.#kept.get(name) ?? whole);
	}

	/** A long text by its ends, its length and its digest. */
	#shortened(name: string, text: string): string {
		if (text.length <= LONGEST) return text;
		const folder = process.env.TRANSCRIPTS_FULL;
		if (folder !== undefined) {
			mkdirSync(folder, { recursive: true });
			const file = `${this.name}-${this.count}-${name.replaceAll(/\W+/g, '-')}.txt`;
			writeFileSync(join(folder, file), text);
		}
		const sum = `… ${text.length} characters, sha256 ${digest(text)} …`;
		return `${text.slice(0, HEAD)}\n${sum}\n${text.slice(-TAIL)}`;
	}

	/** Headers of an answer, where they are not those of the answer before. */
	#told(headers: string): string {
		const same = headers === this.#headers;
		this.#headers = headers;
		return same ? '' : `\n${headers.replaceAll(/^/gm, '  ')}`;
	}
}

const plainRequest = ({ method, path, headers, body }: Exchange): string =>
	[
		`${method} ${path}`,
		...Object.entries(headers).map(([key, value]) => `  ${key}: ${value}`),
		...(body === undefined ? [] : [`  ${body}`]),
	].join('\n');

interface Said {
	readonly status: string;
	readonly headers: string;
	readonly body: string;
}

async function answered(
	house: House,
	request: Request,
	gone: AbortController,
	leave: Exchange['leave'],
): Promise<Said> {
	try {
		const response = await house.fetch(request);
		const headers = [...response.headers]
			.filter(([key]) => !UNTOLD.has(key))
			.map(([key, value]) => `${key}: ${value}`)
			.join('\n');
		const status = String(response.status);
		if (!(leave instanceof RegExp)) return { status, headers, body: await bodyOf(response) };
		let body = '';
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		for (;;) {
			const read = await reader?.read();
			if (!read || read.done) break;
			body += read.value;
			if (!leave.test(body)) continue;
			gone.abort();
			await reader?.cancel();
			break;
		}
		return { status, headers, body: `${body}(left)` };
	} catch (error) {
		if (gone.signal.aborted) return { status: 'left', headers: '', body: '' };
		throw error;
	}
}

async function bodyOf(response: Response): Promise<string> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const type = response.headers.get('content-type') ?? '';
	if (/image|font|octet/.test(type)) return `(${bytes.length} bytes ${digest(bytes)})`;
	return new TextDecoder().decode(bytes);
}

const digest = (of: string | Uint8Array) =>
	createHash('sha256').update(of).digest('hex').slice(0, 32);

const called = async (started: number): Promise<void> => {
	while (slow.started === started) await new Promise((resolve) => setImmediate(resolve));
};
