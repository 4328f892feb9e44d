// Callers with habits before tools that answer with lists: how many calls they make after a first answer, before
// anything is learnt of them and after. The gateway, its store of results and its counters are the real ones, in
// process.
import { createHandleHmac, randomSnapshotId, sha256 } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { effective } from '../../src/config/layers';
import { Protector } from '../../src/gateway/calling/protector';
import { Trail, treatmentOf } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { recordOf } from '../../src/gateway/sessions/call-record';
import { LearntPlans } from '../../src/gateway/sessions/learnt-plans';
import { ok } from '../../src/shared/result';
import type { Sql } from '../../src/shared/sql';
import { isText, type ToolResult } from '../../src/shared/tool-result';
import { LearntStore } from '../../src/telemetry/learnt';
import { randomOf } from '../facts/lists';
import type { ApiList } from '../payloads/api-list';
import { fieldsOf, followUp, HABITS, isAnswered, itemsOf, MANY, type Wish } from './wishes';

/** Share of the calls of a tool that have another wish than its callers' habit. */
const OTHERWISE = 0.2;
const HOUR = 3_600_000;

/** Calls of one tool, and those that followed first answers. */
export interface Replayed {
	readonly tool: string;
	readonly habit: Wish['habit'];
	readonly calls: number;
	/** Follow-ups of the same wishes where nothing is learnt, and once something was. */
	readonly before: number;
	readonly after: number;
	/** Tokens of first answers and follow-ups. */
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	/** First answers where `learn` is false, whatever was learnt before. */
	readonly answers: readonly string[];
	/** The same of a gateway that knows of no plans. */
	readonly plain: string;
}

/** @param sql makes an empty database */
export async function replayOf(
	lists: readonly ApiList[],
	sql: () => Sql,
	{ calls = 20 } = {},
): Promise<Replayed[]> {
	const replayed: Replayed[] = [];
	for (const [at, list] of lists.entries()) {
		const random = randomOf(at + 1);
		const habit = HABITS[at % HABITS.length] as Wish['habit'];
		const fields = shuffled(fieldsOf(list, habit), random);
		if (fields.length < 4 || itemsOf(list).length < MANY) continue;
		const wish = (): Wish =>
			random() < OTHERWISE
				? { habit: 'fields', fields: shuffled(fieldsOf(list, 'fields'), random).slice(0, 2) }
				: { habit, fields: fields.slice(0, 2) };
		const learnt = sql();
		const stage = stageOf(list, learnt, true);
		await stage.round(Array.from({ length: calls }, wish));
		// The same wishes of those who come next, with what was learnt and without.
		const wishes = Array.from({ length: calls }, wish);
		const before = await stageOf(list, learnt, false).round(wishes);
		const after = await stage.round(wishes);
		replayed.push({
			...{ tool: list.name, habit, calls },
			...{ before: before.followed, after: after.followed },
			...{ tokensBefore: before.tokens, tokensAfter: after.tokens },
			answers: before.answers,
			plain: (await stageOf(list, learnt).round([wish()])).answers[0] ?? '',
		});
	}
	return replayed;
}

function stageOf(list: ApiList, sql: Sql, learn?: boolean) {
	let now = 1_800_000_000_000;
	const made = effective([{ name: 'runtime', document: { learn: learn !== false } }], {
		checkUrl: (url) => ok(url),
	});
	if (!made.ok) throw new Error('the configuration is not valid');
	const { config } = made.value;
	const store = new LearntStore(sql, () => now);
	const learnt = { plans: async (of: Parameters<LearntStore['plans']>[0]) => store.plans(of) };
	const plans = new LearntPlans({
		services: () => ({ learnt: learnt as never }),
		wait: () => new Promise(() => {}),
		now: () => now,
		report: (error) => {
			throw error;
		},
	});
	const protector = new Protector({
		config,
		handleStore: createHandleStore({
			store: createMemorySnapshotStore(),
			hmac: createHandleHmac({ current: 'a secret of at least thirty-two characters' }),
			randomId: randomSnapshotId,
			defer: () => {},
		}),
		sha256,
		now: () => now / 1000,
		...(learn !== undefined && { plans }),
	});
	const endpoint = `bench__${list.name.replaceAll(/\W+/g, '_')}`;
	const { policy } = treatmentOf(config, endpoint);
	const original: ToolResult = { content: [{ type: 'text', text: JSON.stringify(list.value) }] };
	/** Each call is recorded when it is answered, as the gateway does. */
	const recorded = async (
		context: GatewayContext,
		work: (trail: Trail) => Promise<ToolResult>,
	): Promise<{ readonly text: string; readonly tokens: number }> => {
		const trail = new Trail(() => now, {
			endpoint,
			source: 'bench',
			tool: endpoint,
			arguments: {},
		});
		const result = await work(trail);
		trail.note({ result });
		const record = recordOf(trail.close(), context, config, now);
		store.enter([record]);
		return {
			text: result.content
				.filter(isText)
				.map(({ text }) => text)
				.join('\n'),
			tokens: record.estimatedTokens,
		};
	};
	const call = async (wish: Wish, context: GatewayContext) => {
		const first = await recorded(context, (trail) =>
			protector.send({ result: original, endpoint, args: {}, view: {}, policy }, trail, context),
		);
		let { text, tokens } = first;
		let followed = 0;
		while (!isAnswered(list, wish, text) && followed < MANY) {
			const args = followUp(list, wish, text);
			if (!args) break;
			const next = await recorded(context, async (trail) => {
				const answered = await protector.read(args, trail, context);
				if (!answered.ok) throw new Error(`${list.name}: ${answered.error}`);
				return answered.value;
			});
			followed++;
			tokens += next.tokens;
			// A caller that asked for fields or counts has them.
			if (wish.habit !== 'pages') break;
			text += `\n${next.text}`;
		}
		return { first: first.text, followed, tokens };
	};
	return {
		/** One conversation a wish, each begun after what was learnt before it. */
		async round(wishes: readonly Wish[]) {
			let [followed, tokens] = [0, 0];
			const answers: string[] = [];
			// Plans are made anew every hour at most, and hold for conversations that begin later.
			now += 2 * HOUR;
			for (const [at, wish] of wishes.entries()) {
				const each = await call(wish, contextOf(`${now}-${at}`));
				followed += each.followed;
				tokens += each.tokens;
				answers.push(each.first);
			}
			now += 2 * HOUR;
			return { followed, tokens, answers };
		},
	};
}

const contextOf = (conversation: string): GatewayContext => ({
	principal: { id: 'ada', workspace: 'ws-bench', scopes: ['admin'] },
	scope: {},
	era: 'modern',
	correlationId: 'c-1',
	signal: new AbortController().signal,
	meta: {},
	wantsProgress: false,
	notify: () => {},
	conversation,
});

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
	const all = [...values];
	for (let at = all.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[all[at], all[other]] = [all[other] as Value, all[at] as Value];
	}
	return all;
}
