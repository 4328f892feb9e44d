// Shapes of conversations that are priced by providers' own rules: what is read, what uses it up, what stands between.
import type { Conversation, HostStyle } from './conversation';
import type { Call, Stage } from './stage';

/** Texts of a size in characters, each another. */
function text(size: number, seed: string): string {
	const lines: string[] = [];
	for (let length = 0, at = 0; length < size; at++) {
		const line = `${seed}, line ${at}: ${(at * 7_919) % 1_000} of ${(at * 104_729) % 977} things`;
		lines.push(line);
		length += line.length + 1;
	}
	return lines.join('\n').slice(0, size);
}

/** Calls with results of their own. */
export class Calls {
	#count = 0;

	/** About 1,500 tokens, as a page of the demo has. */
	page(size = 5_400): Call {
		const n = ++this.#count;
		return {
			name: 'search_records',
			input: { page: n },
			result: text(size, `page ${n}`),
			known: 'page',
		};
	}

	finding(input: object = {}): Call {
		const n = ++this.#count;
		return {
			name: 'store',
			input: { finding: `finding ${n}`, ...input },
			result: `Stored analysis finding ${n}.`,
			known: 'finding',
		};
	}

	failing(): Call {
		const n = ++this.#count;
		return {
			name: 'store',
			input: { finding: `finding ${n}` },
			result: `Error: finding ${n} was not stored`,
			failed: true,
		};
	}

	/** Tokens, about. */
	log(tokens: number): Call {
		const n = ++this.#count;
		return { name: 'Bash', input: { command: `log ${n}` }, result: text(tokens * 3.6, `log ${n}`) };
	}

	read(file: string, version: number): Call {
		return {
			name: 'Read',
			input: { file_path: `/src/${file}` },
			result: text(6_000, `${file} version ${version}`),
		};
	}
}

interface Setting {
	readonly stage: Stage;
	readonly calls: Calls;
	/** Begins another conversation of the same host. */
	begin(name: string, session?: string): Conversation;
	/** The one conversation, after its first request. */
	begun(): Promise<Conversation>;
}

export interface RuledShape {
	readonly name: string;
	/** A loop of twenty pages or more, each used soon after it was read. */
	readonly isLoop?: true;
	/** Members that differ from Claude Code's. */
	readonly style?: Partial<HostStyle>;
	run(setting: Setting): Promise<void>;
}

const times = async (count: number, work: (at: number) => Promise<void>): Promise<void> => {
	for (let at = 0; at < count; at++) await work(at);
};

/** Page, a log of some tokens, finding; seconds between requests. */
const loop =
	(count: number, between: number, size?: number, pace?: number) =>
	async ({ begun, calls }: Setting) => {
		const talk = await begun();
		talk.pace = pace ?? talk.pace;
		await times(count, async () => {
			await talk.call(calls.page(size));
			if (between > 0) await talk.call(calls.log(between));
			await talk.call(calls.finding());
		});
	};

export const RULED_SHAPES: readonly RuledShape[] = [
	{ name: 'nine pages, a finding each', run: loop(9, 0) },
	{ name: 'page, 8-line log, finding × 20', isLoop: true, run: loop(20, 80) },
	{ name: 'page, 40-line log, finding × 20', isLoop: true, run: loop(20, 300) },
	{ name: 'page, 40-line log, finding × 67', isLoop: true, run: loop(67, 300) },
	{ name: 'a request each 100 seconds', isLoop: true, run: loop(20, 300, undefined, 100) },
	{ name: 'a request each 200 seconds', isLoop: true, run: loop(20, 300, undefined, 200) },
	{ name: 'a request each 320 seconds', isLoop: true, run: loop(20, 300, undefined, 320) },
	{ name: 'small pages, 40-line log, finding × 20', isLoop: true, run: loop(20, 300, 2_600) },
	{ name: 'page, log of 4,000 tokens, finding × 9', run: loop(9, 4_000) },
	{
		name: 'eight parallel pages, one finding, × 4',
		isLoop: true,
		async run({ begun, calls }) {
			const talk = await begun();
			await times(4, async () => {
				await talk.call(...Array.from({ length: 8 }, () => calls.page()));
				await talk.call(calls.finding());
				await times(4, () => talk.call(calls.log(150)));
			});
		},
	},
	{
		name: 'eight parallel pages, one finding, after 40,000 tokens of logs',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(10, () => talk.call(calls.log(4_000)));
			await talk.call(...Array.from({ length: 8 }, () => calls.page()));
			await talk.call(calls.finding());
			await times(12, () => talk.call(calls.log(60)));
		},
	},
	{
		name: 'six pages with thinking, one finding, after 40,000 tokens of logs',
		style: { thinks: true },
		async run({ begun, calls }) {
			const talk = await begun();
			await times(10, () => talk.call(calls.log(4_000)));
			await times(6, () => talk.call(calls.page()));
			await talk.call(calls.finding());
			await times(12, () => talk.call(calls.log(60)));
		},
	},
	{
		name: 'five pages used, twelve logs, page 0 again',
		async run({ begun, calls }) {
			const talk = await begun();
			const first = calls.page();
			await talk.call(first);
			await times(4, () => talk.call(calls.page()));
			await talk.call(calls.finding());
			await times(12, () => talk.call(calls.log(2_500)));
			await talk.call(first);
			await talk.call(calls.finding());
			await times(8, () => talk.call(calls.log(60)));
		},
	},
	{
		name: 'consumers that fail and are repeated',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(6, async () => {
				await talk.call(calls.page());
				await talk.call(calls.failing());
				await talk.call(calls.finding());
			});
		},
	},
	{
		name: 'thinking and text everywhere, eight pages',
		style: { thinks: true },
		run: loop(8, 0),
	},
	{
		name: 'main and subagent, a page each',
		async run({ begin, calls }) {
			const [main, sub] = [begin('main'), begin('main-sub', 'default-sub')];
			for (const talk of [main, sub]) await talk.request();
			await times(6, async () => {
				await main.call(calls.page());
				await sub.call(calls.page());
				await sub.call(calls.log(200));
				await main.call(calls.finding());
				await sub.call(calls.finding());
			});
		},
	},
	{
		name: 'compaction between',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(3, async () => {
				await times(5, async () => {
					await talk.call(calls.page());
					await talk.call(calls.finding());
				});
				talk.messages = [];
				talk.say(`Summary of what was before. ${text(3_000, 'summary')}`);
				await talk.request();
			});
		},
	},
	{
		name: 'resumed after a night, twice',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(3, async () => {
				await times(4, async () => {
					await talk.call(calls.page());
					await talk.call(calls.log(1_500));
					await talk.call(calls.finding());
				});
				await talk.request(8 * 3_600);
			});
		},
	},
	{
		name: 'pauses of seven minutes',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(8, async () => {
				await talk.call(calls.page());
				await talk.call(calls.log(800));
				await talk.call(calls.finding());
				await talk.request(420);
			});
		},
	},
	{
		name: 'rewound and gone on otherwise',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(4, async () => {
				await times(4, async () => {
					await talk.call(calls.page());
					await talk.call(calls.log(500));
					await talk.call(calls.finding());
				});
				talk.messages = talk.messages.slice(0, -11);
				talk.say('No, try that again.');
				await talk.request();
			});
		},
	},
	{
		name: 'files read, edited and read again, with turns',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(6, async (version) => {
				await talk.call(calls.read('a.ts', version));
				await talk.call(calls.log(300));
				await talk.turn('Go on.');
			});
		},
	},
	{
		name: 'nothing is used up',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(12, () => talk.call(calls.page()));
		},
	},
	{
		name: 'a page between long logs, found late',
		async run({ begun, calls }) {
			const talk = await begun();
			await times(10, async () => {
				await talk.call(calls.page());
				await times(3, () => talk.call(calls.log(2_000)));
			});
			await talk.call(calls.finding());
			await times(10, () => talk.call(calls.log(100)));
		},
	},
	{
		name: 'a host that marks four blocks',
		isLoop: true,
		style: { marks: 'four' },
		run: loop(20, 300),
	},
	{ name: 'a host that keeps for an hour', isLoop: true, style: { ttl: '1h' }, run: loop(20, 300) },
	{
		name: 'a small system prompt, no session named',
		isLoop: true,
		style: { system: 2_000, named: false },
		run: loop(20, 300),
	},
	{
		name: 'a host that caches nothing',
		isLoop: true,
		style: { marks: 'none' },
		run: loop(20, 300),
	},
];
