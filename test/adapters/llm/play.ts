// Conversations of every order through the pass-through, beside the same without it.
import { expect } from 'vitest';
import { Conversation, type HostStyle } from '../../../bench/leaving/conversation';
import { Calls } from '../../../bench/leaving/ruled-shapes';
import {
	ANTHROPIC,
	GEMINI,
	GPT_5,
	GPT_41,
	GPT_56,
	OPUS,
} from '../../../bench/leaving/simulated-provider';
import type { Stage } from '../../../bench/leaving/stage';

/** By how much a conversation may cost more than without Loadline, at any of its requests. */
const MOST = 1.03;

export const PROVIDERS = [ANTHROPIC, OPUS, GPT_5, GPT_41, GPT_56, GEMINI] as const;
export const MARKS = [
	'end',
	'system and end',
	'four',
	'automatic',
	'none',
	'at times',
	'head at times',
] as const;

/** Next act of a host, or of its user. */
export type Event =
	| { readonly kind: 'pages'; readonly count: number; readonly size: number }
	| { readonly kind: 'log'; readonly size: number }
	| { readonly kind: 'pause'; readonly seconds: number }
	| { readonly kind: 'rewind'; readonly by: number }
	| { readonly kind: 'back'; readonly turns: number }
	| {
			readonly kind: 'edit';
			readonly times: number;
			readonly calls: number;
			readonly pause: number;
	  }
	| { readonly kind: 'switch'; readonly to: number }
	| {
			readonly kind:
				| 'finding'
				| 'failing'
				| 'read'
				| 'turn'
				| 'again'
				| 'other'
				| 'compact'
				| 'miss';
	  };

/** Numbers from 0 to 1, the same for the same seed. */
export function numbersOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
	};
}

/** Expects a price that is allowed. @param more what going back into the middle of a turn may cost */
export const expectPaid = ({ through, direct }: Stage, more = 0, of = ''): void =>
	expect(through.price, of).toBeLessThanOrEqual(direct.price * MOST + more);

/** Fraction by which what is told of a conversation without leaving may be off. */
export const OFF = 0.06;

/** Expects that the provider's price of the same without leaving is told, or between what is told. */
export function expectTold(stage: Stage, of: string): void {
	const all = [...stage.sessions.values()].flatMap((each) => each.view({}).prompts ?? []);
	const sum = (name: 'would' | 'unsure') => all.reduce((sum, each) => sum + each[name], 0);
	const { price } = stage.direct;
	expect(sum('would'), of).toBeLessThanOrEqual(price * (1 + OFF));
	expect(sum('would') + sum('unsure'), of).toBeGreaterThanOrEqual(price * (1 - OFF));
}

/** Conversations on a stage, of which one is under way. */
export class Play {
	readonly calls = new Calls();
	readonly talks: readonly Conversation[];
	talk: Conversation;
	/** Of each conversation its branches: what was gone back from. */
	readonly #branches = new Map<Conversation, Conversation['messages'][]>();

	/** @param names of conversations, and of the sessions in which their calls are noted */
	constructor(
		readonly stage: Stage,
		style: HostStyle,
		names: readonly (readonly [name: string, session: string])[],
		pace = 8,
	) {
		this.talks = names.map(([name, session]) => new Conversation(stage, style, name, session));
		for (const each of this.talks) each.pace = pace;
		this.talk = this.talks[0] as Conversation;
	}

	/** Remembers where a conversation stands, for its host to return to. */
	#leave(): void {
		const branches = this.#branches.get(this.talk) ?? [];
		this.#branches.set(this.talk, [...branches, this.talk.messages].slice(-6));
	}

	async act(event: Event): Promise<void> {
		const { stage, calls, talk } = this;
		if (event.kind === 'back' || event.kind === 'edit') this.#leave();
		if (event.kind === 'pages')
			await talk.call(...Array.from({ length: event.count }, () => calls.page(event.size)));
		else if (event.kind === 'finding') await talk.call(calls.finding());
		else if (event.kind === 'log') await talk.call(calls.log(event.size));
		else if (event.kind === 'failing') await talk.call(calls.failing());
		else if (event.kind === 'read') await talk.call(calls.read('a.ts', talk.messages.length % 3));
		else if (event.kind === 'turn') await talk.turn('Go on.');
		else if (event.kind === 'again') await talk.request();
		else if (event.kind === 'pause') await talk.request(event.seconds);
		else if (event.kind === 'other') this.talk = this.talks.find((one) => one !== talk) ?? talk;
		else if (event.kind === 'back') await talk.back(event.turns);
		else if (event.kind === 'edit') {
			talk.messages = [...talk.messages, { role: 'assistant', content: 'Done so far.' }];
			const before = talk.messages;
			for (let at = 0; at < event.times; at++) {
				talk.messages = [...before];
				talk.say(`Otherwise, for the ${at}th time.`);
				await talk.request(at === 0 ? event.pause : talk.pace);
				for (let n = 0; n < event.calls; n++) await talk.call(calls.log(80));
			}
		} else if (event.kind === 'switch') {
			const branches = this.#branches.get(talk) ?? [];
			const branch = branches[event.to % branches.length];
			if (!branch) return;
			this.#leave();
			talk.messages = [...branch];
			await talk.request();
		} else if (event.kind === 'rewind') {
			const kept = talk.messages.slice(0, Math.max(1, talk.messages.length - 2 * event.by));
			talk.messages = [...kept, { role: 'user', content: 'No: otherwise.' }];
			await talk.request();
		} else if (event.kind === 'compact') {
			talk.messages = [{ role: 'user', content: 'In short: it was all read.' }];
			await talk.request();
		} else {
			for (const each of [stage.through, stage.direct]) each.misses = true;
			await talk.call(calls.log(80));
			for (const each of [stage.through, stage.direct]) each.misses = false;
		}
	}

	/** Tokens, about, that were gone back into. */
	get goneBack(): number {
		return this.talks.reduce((sum, { goneBack }) => sum + goneBack, 0);
	}

	get faults(): readonly string[] {
		return this.talks.flatMap(({ faults }) => faults);
	}
}
