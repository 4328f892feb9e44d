// A week of calls of one tool by a scripted reader, through the gateway and into the telemetry, by a clock that is told.
// Whoever reads wants one thing of each answer: a value of an item, or a line. Where the first answer does not show it,
// a second call asks for it.
import { createHandleHmac, randomSnapshotId } from '../../src/adapters/crypto/web-crypto';
import { createMemorySnapshotStore } from '../../src/adapters/local/memory-snapshot-store';
import { type Budget, forecast } from '../../src/gateway/calling/forecast';
import type { CallFacts } from '../../src/gateway/contract/call-facts';
import type { GatewayContext } from '../../src/gateway/contract/gateway';
import { createHandleStore } from '../../src/gateway/handles/handle-store';
import { recordOf } from '../../src/gateway/sessions/call-record';
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
import type { Answers } from './answers';
import { drawing } from './drawing';

const CALLS = 60;
const DAY = 86_400;
const BEGIN = 1_800_000_000;
const HANDLE = /[\w-]{40,}/;
/** Results are kept for a day: those of the last of the week are answered again. */
const KEPT = { cursorTtlSeconds: DAY };

/** Plays a week. @param week seeds which calls it has @param budget in force, where it is not the usual one */
export async function weekOf({ name, answers }: Answers, week: number, budget?: Budget) {
	const draw = drawing(week);
	const clock = { now: BEGIN };
	const observed: { facts: CallFacts; context: GatewayContext }[] = [];
	const store = createMemorySnapshotStore();
	const config = {
		...KEPT,
		...(budget && { endpoints: { [name]: { firstAnswerTokens: budget } } }),
	};
	const settings = configOf(config as never);
	const [server = '', tool = ''] = name.split('__');
	let next = answers[0] as ToolResult;
	const { source } = scripted(server, { [tool]: { answer: () => next } });
	const gateway = gatewayOf({ sources: [source], store, observed, clock, config: config as never });
	const telemetry = new TelemetryStore(openSql(), {
		...{ now: () => clock.now * 1000, wakeAt: () => {} },
	});
	let tokens = 0;
	/** Calls that were gone on from, by their place in the week. */
	const followed: number[] = [];
	for (let at = 0; at < CALLS; at++) {
		clock.now = BEGIN + Math.floor(((at + draw()) * 5.5 * DAY) / CALLS);
		next = answers[Math.floor(draw() * answers.length)] as ToolResult;
		const wanted = wantedOf(textOf(next), draw);
		const shown = JSON.stringify((await callAsSent(gateway, name, {})).content);
		tokens += observed.at(-1)?.facts.report?.estimatedTokens ?? 0;
		const handle = HANDLE.exec(shown)?.[0];
		if (handle !== undefined && !shown.includes(JSON.stringify(wanted).slice(1, -1))) {
			followed.push(at);
			await callAsSent(gateway, 'read_result', { handle, query: wanted }, contextOf());
		}
		telemetry.write(
			observed.map(({ facts, context }) => recordOf(facts, context, settings, clock.now * 1000)),
		);
		observed.length = 0;
	}
	const handleStore = createHandleStore({
		...{ store, hmac: createHandleHmac(SECRETS), randomId: randomSnapshotId, defer: () => {} },
	});
	return {
		tokens,
		followed,
		/** Of what would come of half the budget, asked at the end of the week. */
		forecast: async () => {
			const told = await forecast(
				{ workspace: ada.workspace, endpoint: name },
				{
					configOf: async () => settings,
					telemetry: () => ({ requests: async (query) => telemetry.requests(query) }),
					...{ handleStore, services: conversation().services },
					now: () => clock.now * 1000 + 1,
				},
			);
			if (!told.ok) throw new Error(told.error.code);
			return told.value;
		},
	};
}

const textOf = ({ content, structured }: ToolResult): string =>
	structured ?? content.map((block) => ('text' in block ? String(block.text) : '')).join('\n');

/** Draws what is looked for in an answer, near its beginning more often than not. */
function wantedOf(text: string, draw: () => number): string {
	const value = jsonIn(text);
	const parts = (value === undefined ? [text] : leavesOf(value)).flatMap((part) =>
		part.split('\n'),
	);
	const worth = parts.filter((part) => part.trim().length > 8).map((part) => part.trim());
	return (worth[Math.floor(draw() ** 2 * worth.length)] ?? text.slice(0, 20)).slice(0, 60);
}

const leavesOf = (value: unknown): readonly string[] =>
	typeof value === 'object' && value !== null
		? Object.values(value).flatMap(leavesOf)
		: [String(value)];
