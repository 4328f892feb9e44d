// Callers with habits before tools that answer with lists: how many calls they make after a first answer, before
// anything is learnt of them and after. The gateway, its store of results and its counters are the real ones, in
// process.
import { createHandleHmac, randomSnapshotId, sha256 } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { effective } from '../../src/config/layers';
import { Protector } from '../../src/gateway/calling/protector';
import { Trail } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { treatmentOf } from '../../src/gateway/contract/treatment';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { recordOf } from '../../src/gateway/sessions/call-record';
import { LearntPlans } from '../../src/gateway/sessions/learnt-plans';
import type { JsonObject } from '../../src/shared/is-record';
import { ok } from '../../src/shared/result';
import type { Sql } from '../../src/shared/sql';
import { isText, type ToolResult } from '../../src/shared/tool-result';
import { LearntStore } from '../../src/telemetry/learnt';
import { randomOf } from '../facts/lists';
import { member } from '../fields/page';
import type { ApiList } from '../payloads/api-list';

/** Fields of items, further items, or counts of a field's values. */
const HABITS = ['fields', 'pages', 'counts'] as const;
/** Share of the calls of a tool that have another wish than its callers' habit. */
const OTHERWISE = 0.2;
/** Items whose fields are wanted, and items that a reader of pages wants. */
const SOME = 5;
const MANY = 20;
const HOUR = 3_600_000;

/** What somebody wants of a list. */
interface Wish {
	readonly habit: (typeof HABITS)[number];
	/** Paths of an item, `/` between members. */
	readonly fields: readonly string[];
}

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
			// Who asked for fields or counts has them.
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

const itemsOf = ({ value, path }: ApiList): readonly unknown[] =>
	Object.values((path.reduce(member, value) as object) ?? {});

const valueAt = (item: unknown, path: string): unknown => path.split('/').reduce(member, item);
const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** Fields that most items have, of those that a habit can be about; short ones, as tables have. */
function fieldsOf(list: ApiList, habit: Wish['habit']): string[] {
	const items = itemsOf(list);
	const names = new Set<string>();
	const visit = (value: unknown, path: string): void => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			if (isScalar(value) && path !== '' && String(value).length <= 30) names.add(path);
			return;
		}
		for (const [key, inner] of Object.entries(value))
			if (path.split('/').length < 3 && !/[/.]/.test(key))
				visit(inner, path === '' ? key : `${path}/${key}`);
	};
	for (const item of items.slice(0, 10)) visit(item, '');
	return [...names].filter((path) => {
		const values = items.map((item) => valueAt(item, path)).filter(isScalar);
		const different = new Set(values).size;
		const isThere = values.length > items.length / 2 && different > 1;
		return isThere && (habit !== 'counts' || different <= 12);
	});
}

/** Whether the answers so far hold what is wanted. */
function isAnswered(list: ApiList, { habit, fields }: Wish, text: string): boolean {
	const items = itemsOf(list);
	if (habit === 'counts')
		return fields.slice(0, 1).every((path) => {
			const values = items.map((item) => valueAt(item, path)).filter(isScalar);
			const [most] = [...Map.groupBy(values, (value) => value)].sort(
				([, a], [, b]) => b.length - a.length,
			);
			return most !== undefined && text.includes(`${most[0]}×${most[1].length}`);
		});
	const shown = text.split('\n').flatMap((line) => shownItems(list, line));
	if (habit === 'pages') return shown.length >= MANY;
	return fields.every((path) =>
		items.slice(0, SOME).every((item, at) => {
			const wanted = valueAt(item, path);
			if (!isScalar(wanted)) return true;
			const value = shown[at] === undefined ? undefined : valueAt(shown[at], path);
			return value === wanted || isSaid(text, path, wanted) || isDay(value, wanted);
		}),
	);
}

/** Of a time its day is enough; of a text its beginning, as for a person who looks for it (`fields/shown.ts`). */
const isDay = (shown: unknown, wanted: unknown): boolean => {
	const begun = typeof shown === 'string' ? shown.replace(/…$/, '') : '';
	return (/^\d{4}-\d\d-\d\d/.test(begun) || begun.length >= 20) && String(wanted).startsWith(begun);
};

/** Said once, of all items. */
const isSaid = (text: string, path: string, wanted: unknown): boolean =>
	text.includes(`${path.replaceAll('/', '.')}=${String(wanted)}`);

function shownItems(list: ApiList, line: string): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(line);
		const items = list.path.reduce(member, value);
		const isList = Array.isArray(list.path.reduce(member, list.value));
		// What Loadline says beside a list is an object.
		const isOurs = typeof items === 'object' && items !== null && 'estimatedTokens' in items;
		if (typeof items !== 'object' || items === null || Array.isArray(items) !== isList) return [];
		return isOurs && list.path.length === 0 ? [] : Object.values(items);
	} catch {
		return [];
	}
}

/** The call that somebody makes who has read the answer so far. */
function followUp(list: ApiList, { habit, fields }: Wish, text: string): JsonObject | undefined {
	const cursor = [...text.matchAll(/"nextCursor":"([\w-]{44})"/g)].at(-1)?.[1];
	const handle = /"handle":"([\w-]{44})"/.exec(text)?.[1] ?? cursor;
	if (habit === 'pages') return cursor === undefined ? undefined : { handle: cursor };
	if (handle === undefined) return undefined;
	if (habit === 'fields')
		return {
			handle,
			fields: fields.map((path) => path.replaceAll('/', '.')).join(','),
			limit: SOME,
		};
	const [path = ''] = fields;
	const spelled = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
	const items = list.path.map(spelled).join('.');
	const values = Array.isArray(list.path.reduce(member, list.value))
		? items || '@'
		: `values(${items || '@'})`;
	return { handle, select: `count_by(${values}, &${path.split('/').map(spelled).join('.')})` };
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
	const all = [...values];
	for (let at = all.length - 1; at > 0; at--) {
		const other = Math.floor(random() * (at + 1));
		[all[at], all[other]] = [all[other] as Value, all[at] as Value];
	}
	return all;
}
