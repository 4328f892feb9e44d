// Replaces what differs between two recordings by placeholders: the same id by the same one, so that a transcript still
// shows which answer a handle came from.

/** Forms of ids; one of a longer form goes first. The last group is the id, what stands before it stays. */
const IDS: readonly (readonly [kind: string, form: RegExp])[] = [
	['uuid', /()([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})/g],
	['session', /(?<![\w-])()([\w-]{32}\.[\w-]{20,})/g],
	['token', /(ll_[a-z-]+_)([\w-]{44})(?![\w-])/g],
	['handle', /(?<![\w-])()([\w-]{44})(?![\w-])/g],
	['link', /([?&]link=)([\da-f]{100,})/g],
	['secret', /("client_secret":")([\w-]{32})/g],
	['csrf', /(csrf(?:" value)?=")([\da-f]{32})/g],
	['run', /(\brun-)([\w-]{16})(?![\w-])/g],
	['own', /(\b(?:s|t|er|u)-)([\w-]{12})(?![\w-])/g],
	['client', /("client_id":")([\w-]{16})"/g],
	['conversation', /("session\\*":\\*")([\w-]{16})(?=\\*")/g],
	// As chance.ts makes them.
	['call', /(?<![\w-])()([\w-]{8}1\d{3})(?![\w-])/g],
	['progress', /(progressToken\\*":\\*"loadline-)(\d+)/g],
	['bound', /("handle\\*":\\*")(s[\da-f]{4})(?=\\*")/g],
];
/** An entry of the audit log is hashed with its time and its correlation id. */
const AUDIT = /("(?:hash|previous)":"|head \d+:)([\da-f]{64})(?!\w)/g;
const ISO = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z/g;
const EPOCH = /(?<![\d.\w-])(?:1[89]|2\d)\d{8}(?:\d{3})?(?![\d.\w-])/g;

/** One per group: numbers begin anew, and a change in one group moves none of another. */
export class Normaliser {
	readonly #numbers = new Map<string, string>();
	readonly #counts = new Map<string, number>();

	/** @param clock milliseconds since the epoch, now and at the beginning */
	constructor(private readonly clock: { now(): number; readonly begin: number }) {}

	/** Texts of this run, and what stands for them. */
	readonly literals: [text: string, by: string][] = [];

	/** Names a value by its kind and the order of appearance. */
	name(kind: string, value: string): string {
		const known = this.#numbers.get(value);
		if (known !== undefined) return known;
		const count = (this.#counts.get(kind) ?? 0) + 1;
		this.#counts.set(kind, count);
		const name = `<${kind}-${count}>`;
		this.#numbers.set(value, name);
		return name;
	}

	text(text: string): string {
		let out = text;
		for (const [from, to] of this.literals) out = out.replaceAll(from, to);
		for (const [kind, form] of IDS)
			out = out.replace(form, (_, before, id) => before + this.name(kind, id));
		out = out.replace(AUDIT, (_, before, hash) => `${before}${this.name('hash', hash)}`);
		out = out.replace(ISO, (time) => this.#time(Date.parse(time)) ?? time);
		return out.replace(EPOCH, (digits) => {
			const ms = Number(digits) * (digits.length > 10 ? 1 : 1000);
			return this.#time(ms) ?? digits;
		});
	}

	#time(ms: number): string | undefined {
		const { begin } = this.clock;
		if (ms < begin - 86_400_000) return undefined;
		const ahead = Math.round((ms - this.clock.now()) / 1000);
		return ahead > 1 ? `<now+${ahead}s>` : '<time>';
	}
}
