// A conversation of a host that sends all of it with each request. Everything that goes up is compared with what came.
import type { SeenRequest } from './best';
import type { Call, Stage } from './stage';

/** The way a host marks its prompts. */
export interface HostStyle {
	readonly marks:
		| 'end'
		| 'system and end'
		| 'four'
		| 'automatic'
		| 'none'
		| 'at times'
		| 'head at times'
		| 'head alone';
	readonly ttl: '5m' | '1h';
	/** Characters of its system text. */
	readonly system: number;
	/** Text and thinking before each call. */
	readonly thinks: boolean;
	/** It says how its conversation is called. */
	readonly named: boolean;
	/** It says which tools may be called. */
	readonly chooses?: boolean;
}

export const CLAUDE_CODE: HostStyle = {
	marks: 'system and end',
	ttl: '5m',
	system: 45_000,
	thinks: false,
	named: true,
};

type Json = Record<string, unknown>;
interface Message {
	readonly role: string;
	readonly content: unknown;
	readonly tool_calls?: unknown;
	readonly tool_call_id?: string;
}

/** Tools of the model, `expand_result` among them. */
const TOOLS = ['search_records', 'store', 'Bash', 'Read', 'expand_result'];

export class Conversation {
	messages: Message[] = [];
	/** Tokens of prompts, messages alone: as the host wrote them, and as they went up. */
	readonly sums = { whole: 0, sent: 0 };
	/** Longest prompt, the same way. */
	readonly peaks = { whole: 0, sent: 0 };
	/** The text shown in place of each call's result, once it was shown otherwise. */
	readonly collapsed = new Map<string, string>();
	readonly faults: string[] = [];
	/** Seconds between requests. */
	pace = 8;
	/** Tokens, about, that were gone back into: from the first result that stands there again to the prompt's end. */
	goneBack = 0;
	readonly #whole = new Set<string>();
	readonly requests: SeenRequest[] = [];
	/** Pages that wait for their finding, and those that a finding has used up, by call. */
	readonly #pending = new Set<string>();
	readonly #used = new Set<string>();

	constructor(
		private readonly stage: Stage,
		private readonly style: HostStyle,
		readonly name: string,
		/** The session in which Loadline noted its calls. */
		private readonly session = 'default',
	) {
		this.say('Read every page, and store what you find.');
	}

	say(text: string): void {
		this.messages.push({ role: 'user', content: text });
	}

	/** The model calls tools, and the host sends their results. */
	async call(...calls: readonly Call[]): Promise<void> {
		const made = calls.map((call) => ({ ...call, id: this.stage.newId() }));
		for (const { id, ...call } of made) {
			this.stage.keep(id, call, this.session);
			if (call.known === 'page') this.#pending.add(id);
			if (call.known !== 'finding') continue;
			for (const page of this.#pending) this.#used.add(page);
			this.#pending.clear();
		}
		const thought = `Now I look at ${made[0]?.id}, and think about what to do with it.`;
		if (this.stage.provider.dialect === 'chat') {
			const tool_calls = made.map(({ id, name, input }) => ({
				id,
				type: 'function',
				function: { name, arguments: JSON.stringify(input) },
			}));
			this.messages.push({
				role: 'assistant',
				content: this.style.thinks ? thought : null,
				tool_calls,
			});
			for (const { id, result } of made)
				this.messages.push({ role: 'tool', tool_call_id: id, content: result });
		} else {
			const uses = made.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
			const thinking = [
				{ type: 'thinking', thinking: thought, signature: 'c2ln' },
				{ type: 'text', text: thought },
			];
			this.messages.push({
				role: 'assistant',
				content: [...(this.style.thinks ? thinking : []), ...uses],
			});
			const results = made.map(({ id, result, failed }) => ({
				type: 'tool_result',
				tool_use_id: id,
				content: [{ type: 'text', text: result }],
				...(failed && { is_error: true }),
			}));
			this.messages.push({ role: 'user', content: results });
		}
		await this.request();
	}

	/** The model ends its turn, and the user speaks again. */
	async turn(text: string): Promise<void> {
		this.messages.push({ role: 'assistant', content: 'Done so far.' });
		this.say(text);
		await this.request();
	}

	async request(seconds = this.pace): Promise<void> {
		this.stage.now += seconds * 1_000;
		const body = this.#body();
		const shortened = this.#shortened(body);
		this.requests.push({ body, shortened, now: this.stage.now });
		const sent = await this.stage.send(
			body,
			this.style.named ? { 'x-claude-code-session-id': this.name } : {},
		);
		this.#compare(body.messages as Message[], sent.messages as Message[]);
		if (JSON.stringify([sent.tools, sent.system]) !== JSON.stringify([body.tools, body.system]))
			this.faults.push('tools or system changed');
	}

	/** A body without any used page. */
	#shortened(body: Json): Json {
		return JSON.parse(JSON.stringify(body), (_, value: unknown) => {
			const { type, tool_use_id: id } = (value ?? {}) as Json;
			if (type !== 'tool_result' || !this.#used.has(String(id))) return value;
			const text = this.stage.shownFor(String(id));
			return { ...(value as Json), content: [{ type: 'text', text }] };
		}) as Json;
	}

	#body(): Json {
		const { marks, ttl, system } = this.style;
		const control = { cache_control: { type: 'ephemeral', ...(ttl === '1h' && { ttl }) } };
		const head = `You are an agent called ${this.session}. ${'It reads, and stores what it finds. '.repeat(system / 36)}`;
		const names = TOOLS.map((name) => ({ name, description: `The tool ${name}.` }));
		if (this.stage.provider.dialect === 'chat')
			return {
				model: this.stage.provider.model,
				messages: [{ role: 'system', content: head }, ...this.messages],
				tools: names.map((fn) => ({ type: 'function', function: fn })),
			};
		// Three requests with marks, two without.
		const isLeftOut = marks === 'at times' && this.requests.length % 5 > 2;
		const isHeadAlone =
			marks === 'head alone' || (marks === 'head at times' && this.requests.length % 5 === 4);
		const isMarked = marks !== 'none' && marks !== 'automatic' && !isLeftOut;
		const ends = marks === 'four' ? 2 : 1;
		const users = this.messages
			.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
			.slice(-ends);
		const messages = this.messages.map((message, at) => {
			if (!isMarked || !users.includes(at) || isHeadAlone) return message;
			const content =
				typeof message.content === 'string'
					? [{ type: 'text', text: message.content }]
					: (message.content as Json[]);
			return {
				...message,
				content: content.map((block, index) =>
					index === content.length - 1 ? { ...block, ...control } : block,
				),
			};
		});
		const isHeadMarked = isMarked && marks !== 'end';
		const tools = names.map((tool, at) => ({
			...tool,
			input_schema: { type: 'object' },
			...(marks === 'four' && at === names.length - 1 && control),
		}));
		return {
			...{ model: this.stage.provider.model, max_tokens: 1_000, messages, tools },
			...(marks === 'automatic' && control),
			...(this.style.chooses && { tool_choice: { type: 'auto' } }),
			system: [
				{ type: 'text', text: head },
				{ type: 'text', text: 'Answer briefly.', ...(isHeadMarked && control) },
			],
		};
	}

	/** Goes back to what its user said, the last or one before, who says something else. */
	async back(turns: number): Promise<void> {
		const said = this.messages.flatMap(({ role, content }, at) =>
			role === 'user' && typeof content === 'string' ? [at] : [],
		);
		this.messages = this.messages.slice(0, Math.max(1, said.at(-turns) ?? 1));
		this.say('No: otherwise.');
		await this.request();
	}

	/** Everything but collapsed results and marks is as it came; what has collapsed stays the same, and can be had back. */
	#compare(whole: readonly Message[], sent: readonly Message[]): void {
		const results = (messages: readonly Message[]) =>
			messages.flatMap(({ role, content, tool_call_id: id }) => {
				if (role === 'tool') return [[id ?? '', String(content)] as const];
				return (Array.isArray(content) ? (content as Json[]) : []).flatMap((block) =>
					block.type === 'tool_result'
						? [[String(block.tool_use_id), String((block.content as Json[])[0]?.text)] as const]
						: [],
				);
			});
		const shown = new Map(results(sent));
		const full = new Map(results(whole));
		const back: string[] = [];
		for (const [id, text] of full) {
			const now = shown.get(id);
			if (now === text) {
				if (this.collapsed.has(id) && !this.#whole.has(id)) back.push(id);
				continue;
			}
			this.#whole.delete(id);
			const before = this.collapsed.get(id);
			if (now === undefined || (before !== undefined && before !== now))
				this.faults.push(`${id} changed from "${before}" to "${now}"`);
			else this.collapsed.set(id, now);
			const handle = /expand_result \{"id":"(\w+)"\}/.exec(now ?? '')?.[1];
			const original = handle === undefined ? null : this.stage.kept.original({ id: handle });
			const kept = original && (JSON.parse(original.text) as { content: Json[] }).content[0]?.text;
			if (kept !== text) this.faults.push(`${id} cannot be had back`);
		}
		const first = whole.findIndex((message) =>
			back.some((id) => JSON.stringify(message).includes(`"${id}"`)),
		);
		if (first >= 0) this.goneBack += JSON.stringify(whole.slice(first)).length / 3.6;
		for (const id of back) this.#whole.add(id);
		const marks = (messages: readonly Message[]) =>
			(JSON.stringify(messages).match(/"cache_control"/g) ?? []).length;
		if (marks(sent) > marks(whole) + 1) this.faults.push('more than one mark was added');
		const plain = (messages: readonly Message[], results: ReadonlyMap<string, string>) => {
			let text = JSON.stringify(messages, (key, value: unknown) =>
				key === 'cache_control' ? undefined : value,
			);
			for (const [id, result] of results)
				if (full.get(id) !== result)
					text = text.replace(JSON.stringify(result), JSON.stringify(full.get(id)));
			return text;
		};
		if (plain(sent, shown) !== plain(whole, full)) this.faults.push('other bytes changed');
		const size = (messages: readonly Message[]) =>
			JSON.stringify(messages, (key, value: unknown) =>
				key === 'cache_control' ? undefined : value,
			).length / 3.6;
		for (const [key, all] of [
			['whole', whole],
			['sent', sent],
		] as const) {
			const messages = all.filter(({ role }) => role !== 'system');
			this.sums[key] += size(messages);
			this.peaks[key] = Math.max(this.peaks[key], size(messages));
		}
	}
}
