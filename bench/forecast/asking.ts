// A week of calls by scripted callers who ask for parts: a question with the call or after it, fields, a page, nothing.
// Their questions do not depend on the fields left out, so that the same week is played without a proposal and with it.
// Through the gateway, into a conversation and the telemetry, by a clock that is told.
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { forecast } from '../../src/gateway/calling/forecast';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { jsonIn } from '../../src/shared/json-values';
import type { ToolResult } from '../../src/shared/tool-result';
import { TelemetryStore } from '../../src/telemetry/store';
import { openSql } from '../../test/adapters/sqlite/open';
import { conversation } from '../../test/gateway/forecast-services';
import {
	ada,
	callAsSent,
	configOf,
	contextOf,
	gatewayOf,
	SECRETS,
	scripted,
} from '../../test/gateway/gateway';
import { drawing } from './drawing';
import type { Stripped } from './made';

const CALLS = 100;
const DAY = 86_400;
const BEGIN = 1_800_000_000;
const HANDLE = /[\w-]{44}/;

export interface Week {
	/** Seeds what is called and asked. */
	readonly seed: number;
	readonly strip: readonly string[];
	/** Left out since the middle of the week. */
	readonly since?: readonly string[];
	/** Results are kept with their conversations. */
	readonly texts: boolean;
}

/** Plays a week. */
export async function askingWeek(tool: Stripped, { seed, strip, since, texts }: Week) {
	const draw = drawing(seed);
	const clock = { now: BEGIN };
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const store = createMemorySnapshotStore();
	const [server = '', name = ''] = tool.name.split('__');
	let next = tool.answers[0] as ToolResult;
	const { source } = scripted(server, { [name]: { answer: () => next } });
	const under = (paths: readonly string[]) => {
		const endpoints = paths.length > 0 && { [tool.name]: { strip: paths } };
		// Kept for a day: results of the last of the week are answered again.
		const config = { cursorTtlSeconds: DAY, sessionTexts: texts, ...(endpoints && { endpoints }) };
		const made = { sources: [source], store, observed, clock, config: config as never };
		return { gateway: gatewayOf(made), settings: configOf(config as never) };
	};
	const early = under(strip);
	const late = since ? under([...since, ...strip]) : early;
	const ports = { now: () => clock.now * 1000, wakeAt: () => {} };
	const telemetry = new TelemetryStore(openSql(), ports);
	const { enter, services } = conversation();
	const sum = { first: 0, later: 0 };
	/** Answers to what was asked, by the number of the call. */
	const answers = new Map<number, { isIn: boolean; total: number; time: number }>();
	let n = 0;
	for (let at = 0; at < CALLS; at++) {
		const { gateway, settings } = at < CALLS / 2 ? early : late;
		clock.now = BEGIN + Math.floor(((at + draw()) * 5.5 * DAY) / CALLS);
		next = tool.answers[Math.floor(draw() * tool.answers.length)] as ToolResult;
		const wish = wishIn(next, draw);
		const kind = draw();
		const how = HOW[Math.floor(draw() * HOW.length)] as keyof typeof wish.asks;
		const own = wish.asks[how];
		const isAtOnce = kind < 0.35;
		const shown = await callAsSent(gateway, tool.name, isAtOnce ? { _loadline: own } : {});
		let answer = JSON.stringify(shown.content);
		const isAsked = isAtOnce || kind < 0.7;
		const handle = HANDLE.exec(answer)?.[0];
		if (kind >= 0.35 && kind < 0.7 && handle !== undefined) {
			const again = await callAsSent(gateway, 'read_result', { handle, ...own }, contextOf());
			answer = JSON.stringify(again.content);
		} else if (kind >= 0.7 && kind < 0.8 && handle !== undefined)
			await callAsSent(gateway, 'read_result', { handle }, contextOf());
		if (isAsked && (isAtOnce || handle !== undefined)) {
			const total = Number(/\\"total\\":(\d+)/.exec(answer)?.[1] ?? 0);
			answers.set(at, { isIn: wish.isIn(answer, how), total, time: clock.now });
		}
		for (const { facts, context } of observed.splice(0)) {
			// Each call has a moment of its own.
			const moment = clock.now * 1000 + (n++ % 900);
			const record = await enter({ facts, context, config: settings, at: moment });
			sum[record.cursorUse === 'none' ? 'first' : 'later'] += record.estimatedTokens;
			telemetry.write([record]);
		}
	}
	const handleStore = createHandleStore({
		...{ store, hmac: createHandleHmac(SECRETS), randomId: randomSnapshotId, defer: () => {} },
	});
	return {
		...sum,
		answers,
		/** Seconds: results of before are kept no more, those that were sent whole are. */
		keptSince: clock.now - DAY,
		/** The forecast of leaving fields out, asked for at the end of the week. */
		forecast: async (fields: readonly string[]) => {
			const told = await forecast(
				{ workspace: ada.workspace, endpoint: tool.name, strip: fields },
				{
					configOf: async () => late.settings,
					telemetry: () => ({ requests: async (query) => telemetry.requests(query) }),
					services,
					handleStore,
					now: () => clock.now * 1000 + 1_000,
				},
			);
			if (!told.ok) throw new Error(told.error.code);
			return told.value;
		},
	};
}

/** Ways to ask, those that callers use more often more than once. */
const HOW = ['select', 'select', 'one', 'query', 'query', 'fields', 'fields'] as const;

/** A wish of a caller: the calls that ask for it, and whether an answer has it. */
function wishIn({ content, structured }: ToolResult, draw: () => number) {
	const text = structured ?? content.map((block) => String(block.text ?? '')).join('\n');
	const value = jsonIn(text) as Record<string, unknown> | Record<string, unknown>[] | undefined;
	const list = Array.isArray(value)
		? { path: '[*]', rows: value }
		: Object.entries(value ?? {}).flatMap(([name, rows]) =>
				Array.isArray(rows) && typeof rows[0] === 'object' && rows[0] !== null
					? [{ path: `${name}[*]`, rows: rows as Record<string, unknown>[] }]
					: [],
			)[0];
	const rows = list?.rows ?? [(value ?? { line: text }) as Record<string, unknown>];
	const row = rows[Math.floor(draw() ** 2 * rows.length)] ?? {};
	const fields = Object.entries(row).filter(([, of]) => of !== null && of !== '');
	const [field = 'line', of = ''] = fields[Math.floor(draw() * fields.length)] ?? [];
	const whole = typeof of === 'object' ? JSON.stringify(of) : String(of);
	// Some words of a text that few others have.
	const said = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
	const from = Math.floor(draw() * Math.max(1, said.length - 3));
	const query = said.slice(from, from + 3).join(' ') || whole;
	const path = list ? `${list.path}.` : '';
	const one = list ? `${list.path.slice(0, -3)}[${rows.indexOf(row)}].` : '';
	const named = /^[A-Za-z_]\w*$/.test(field) ? field : JSON.stringify(field);
	return {
		asks: {
			select: { select: `${path}${named}` },
			one: { select: `${one}${named}` },
			query: { query },
			fields: { fields: field },
		},
		isIn: (answer: string, how: 'select' | 'one' | 'query' | 'fields'): boolean => {
			if (how === 'query') return !/\\"total\\":0[,}]/.test(answer) && !/No match/.test(answer);
			if (how === 'fields') return answer.includes(`\\"${field}\\"`);
			const result = jsonIn((jsonIn(answer) as { text?: string }[])?.[0]?.text ?? '') as {
				result?: unknown;
			};
			const got = result?.result;
			return Array.isArray(got)
				? got.some((each) => each !== null)
				: got !== null && got !== undefined;
		},
	};
}
