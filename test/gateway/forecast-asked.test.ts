// Forecasts of fields left out where calls ask: each question is answered again without them, by what answers it.
import { expect, it } from 'vitest';
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { forecast } from '../../src/gateway/calling/forecast';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import type { JsonObject } from '../../src/shared/json-values';
import { textResult } from '../../src/shared/tool-result';
import { TelemetryStore } from '../../src/telemetry/store';
import { openSql } from '../adapters/sqlite/open';
import { conversation } from './forecast-services';
import { ada, call, configOf, gatewayOf, SECRETS, scripted } from './gateway';

const NOW = 1_800_000_000;
const HANDLE = /[\w-]{44}/;
const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, id) => ({
		...{ id, name: `Row ${id}`, note: `heron ${'of this '.repeat(id % 9)}`, mark: 'x'.repeat(20) },
	}));
const { source } = scripted('other', {
	rows: { answer: () => textResult(JSON.stringify(rowsOf(400))) },
	few: { answer: () => textResult(JSON.stringify(rowsOf(3))) },
});

type Step = (ask: (name: string, args: JsonObject) => Promise<string>) => Promise<unknown>;

/** Plays calls under settings, one after the other, and forecasts at their end under the last. */
async function played(...parts: readonly (readonly [config: JsonObject, step: Step])[]) {
	const store = createMemorySnapshotStore();
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const telemetry = new TelemetryStore(openSql(), { now: () => NOW * 1000, wakeAt: () => {} });
	const { enter, services } = conversation();
	let at = NOW * 1000 - 10_000;
	let tokens = 0;
	let settings = configOf();
	for (const [config, step] of parts) {
		const given = { sessionTexts: true, ...config };
		settings = configOf(given);
		const gateway = gatewayOf({ sources: [source], store, observed, config: given });
		await step(async (name, args) => JSON.stringify((await call(gateway, name, args)).content));
		for (const { facts, context } of observed.splice(0)) {
			const record = await enter({ facts, context, config: settings, at: at++ });
			telemetry.write([record]);
			if (record.cursorUse === 'none') tokens += record.estimatedTokens;
		}
	}
	const handleStore = createHandleStore({
		...{ store, hmac: createHandleHmac(SECRETS), randomId: randomSnapshotId, defer: () => {} },
	});
	return {
		tokens,
		told: async (endpoint: string, strip: readonly string[]) => {
			const told = await forecast(
				{ workspace: ada.workspace, endpoint, strip },
				{
					configOf: async () => settings,
					telemetry: () => ({ requests: async (query) => telemetry.requests(query) }),
					...{ services, handleStore, now: () => NOW * 1000 },
				},
			);
			if (!told.ok) throw new Error(told.error.code);
			return told.value;
		},
	};
}

const without = (name: string, ...strip: readonly string[]): JsonObject => ({
	endpoints: { [name]: { strip } },
});

/** Tokens by which two answers with a handle each may differ: no handle is twice the same. */
const HANDLE_TOKENS = 6;

/** Expects tokens of a forecast to be those of the same calls without the fields. */
async function expectAsForetold(name: string, step: Step, field: string) {
	const told = await (await played([{}, step])).told(name, [field]);
	const { tokens } = await played([without(name, field), step]);
	const isNear = Math.abs(told.tokensAfter - tokens) <= told.calls * HANDLE_TOKENS;
	expect([told.tokensAfter, tokens, isNear]).toEqual([told.tokensAfter, tokens, true]);
	return told;
}

it('answers questions with their call again, and counts those that would have less', async () => {
	const told = await expectAsForetold(
		'other__rows',
		async (ask) => {
			for (const select of ['[0].name', '[*].note', '[*].{a: name, b: note}'])
				await ask('other__rows', { select });
			await ask('other__rows', { query: 'heron' });
		},
		'note',
	);
	expect(told).toMatchObject({
		calls: 4,
		replayed: 4,
		fixed: 0,
		asked: 4,
		unanswered: 3,
		unread: 0,
	});
});

it('answers what went on from a result again: words that stand in left-out fields alone are not found', async () => {
	const { told } = await played([
		{},
		async (ask) => {
			const handle = HANDLE.exec(await ask('other__rows', {}))?.[0];
			for (const asked of [
				{ query: 'heron' },
				{ query: 'Row 7' },
				{ fields: 'note' },
				{ fields: 'name' },
				{ select: '[3].note' },
				{},
			])
				await ask('read_result', { handle, ...asked });
		},
	]);
	expect(await told('other__rows', ['note'])).toMatchObject({ asked: 5, unanswered: 3, unread: 0 });
	expect(await told('other__rows', ['mark'])).toMatchObject({ asked: 5, unanswered: 0, unread: 0 });
});

it('answers calls for fields again whose results were sent whole', async () => {
	const step: Step = async (ask) => {
		for (const fields of ['note', 'name', 'id,note']) await ask('other__few', { fields });
		await ask('other__few', {});
	};
	const { told } = await played([{}, step]);
	const some = await told('other__few', ['note']);
	expect(some).toMatchObject({ calls: 4, asked: 3, unanswered: 2 });
	expect(await told('other__few', ['mark'])).toMatchObject({ asked: 3, unanswered: 0 });
});

it('counts results of before an earlier setting as that would leave them', async () => {
	const step: Step = async (ask) => {
		await ask('other__few', {});
		await ask('other__rows', {});
	};
	const mark = without('other__few', 'mark');
	const { told } = await played([{}, step], [mark, step]);
	const { tokens } = await played([mark, step], [mark, step]);
	const rows = await (await played([{}, step], [{}, step])).told('other__rows', ['nothing']);
	const few = await told('other__few', ['note']);
	expect(few.tokensBefore).toBe(tokens - rows.tokensBefore);
	const both = without('other__few', 'mark', 'note');
	const then = await played([both, step], [both, step]);
	expect(few.tokensAfter).toBe(then.tokens - rows.tokensBefore);
	expect(few.fields).not.toContain('mark');
});

it('says of questions whose words are not kept that they are not looked at', async () => {
	const step: Step = async (ask) => {
		for (let n = 0; n < 5; n++) await ask('other__rows', { select: `[${n}].note` });
	};
	const { told } = await played([{ sessionArguments: false }, step]);
	const all = await told('other__rows', ['note']);
	expect(all).toMatchObject({
		calls: 5,
		fixed: 5,
		replayed: 0,
		asked: 0,
		unanswered: 0,
		unread: 5,
	});
	expect(all.tokensAfter).toBe(all.tokensBefore);
});

it('leaves a question that names what is not left out as it is', async () => {
	const step: Step = async (ask) => {
		for (let n = 0; n < 20; n++) await ask('other__rows', { select: `[${n}].name` });
		await ask('other__rows', { tokens: 3_000 });
	};
	const told = await expectAsForetold('other__rows', step, 'note');
	expect(told).toMatchObject({ calls: 21, asked: 20, unanswered: 0 });
	expect(told.tokensAfter).toBeLessThan(told.tokensBefore);
});
