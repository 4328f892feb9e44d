// The record of a call, out of what the gateway learned of it, with lines of the log and exact counts of some answers, by
// which the estimates of their endpoints are judged (docs/telemetry.md "Accuracy"). Runs after the answer.

import type { Config } from '../../config';
import {
	countExact,
	estimate,
	estimated,
	heuristic,
	type Policy,
	REPORT_KEY,
	shown,
} from '../../protect';
import { MOST_IMAGE_TOKENS, tokensOfImage } from '../../shared/image-size';
import { isRecord, jsonIn, valueAt } from '../../shared/json-values';
import type { Platform } from '../../shared/platform';
import type { Block, ToolResult } from '../../shared/tool-result';
import { utf8Bytes } from '../../shared/utf8';
import { type CallRecord, type EstimatorTrust, logLines, recordedName } from '../../telemetry';
import { withRoom } from '../asking/answer';
import { type CallFacts, treatmentOf } from '../contract/call-facts';
import type { GatewayContext } from '../contract/gateway';
import { endpointName, OWN_SOURCE } from '../contract/names';
import { SNAPSHOT_ID_LENGTH } from '../handles/handles';
import type { AnsweredCall, RecordedCall } from './recorded-call';

/** The tool that compares a context after an action on it. */
const STATUS = endpointName({ source: OWN_SOURCE, tool: 'workflow_status' });
/** Clients whose calls are recorded apart: of the page on which people try tools, and, of our own tools, of the demo's recording. */
const PLAYGROUND = 'loadline-playground';
const DEMO = 'loadline-demo';
/** UTF-16 units of a text that are counted exactly; a longer one is sampled. */
const MOST_COUNTED = 64 * 1024;
/** UTF-16 units of a result in which items are counted. */
const MOST_PARSED = 16 * 1024;

/** Returns the form of a result that a model may see: the larger of the two. */
function shownText(result: ToolResult): string {
	const { text, structured } = shown(result);
	return structured.length > text.length ? structured : text;
}

/** The record, without exact counts. @param config in force at the call @param time milliseconds since the epoch */
export function recordOf(
	facts: CallFacts,
	context: Pick<GatewayContext, 'principal' | 'era' | 'clientInfo' | 'correlationId'>,
	config: Config,
	time: number,
): CallRecord {
	const { endpoint, source, cursorUse, variant, errorCode = '', totalMs, upstreamMs } = facts;
	const reached = cursorUse === 'none' ? (facts.report?.act ?? 'passthrough') : 'page';
	const name = context.clientInfo?.name;
	const isTried = name === PLAYGROUND;
	const trial = isTried ? 'playground:' : name === DEMO && source === OWN_SOURCE ? 'demo:' : '';
	const learn = facts.asked && !isTried ? learnOf(facts, facts.asked, config) : undefined;
	return {
		time,
		workspace: context.principal.workspace,
		principal: recordedName(context.principal.id),
		// Names that no tool has are a caller's to make up: they must not become groups.
		endpoint: recordedName(`${trial}${errorCode === 'unknown_tool' ? `${source}__?` : endpoint}`),
		upstream: recordedName(source),
		outcome: facts.errorCode === undefined ? reached : 'error',
		variant,
		era: context.era,
		clientName: typeof name === 'string' ? recordedName(name.slice(0, 80)) : '',
		cursorUse,
		errorCode: recordedName(errorCode),
		correlationId: recordedName(context.correlationId),
		verification: endpoint === STATUS ? verificationOf(facts) : '',
		references: recordedName((facts.references ?? []).join(' ')),
		...sizesOf(facts, config),
		exactTokens: null,
		calibratedTokens: null,
		heuristicTokens: null,
		totalMs,
		upstreamMs: upstreamMs ?? null,
		...(learn && { learn }),
		...(facts.handle !== undefined && { kept: facts.handle.slice(0, SNAPSHOT_ID_LENGTH) }),
	};
}

/** Paths of plain words: no value is one, and few keys of maps. */
const PLAIN = /^[@\p{L}_$][\p{L}\p{M}\p{N}_$-]*(?:\.[@\p{L}_$][\p{L}\p{M}\p{N}_$-]*)*$/u;
const LONGEST_PATH = 60;
/** Fields of a question that are counted. */
const MOST_FIELDS = 8;

/** Only names that the result has, none that could be mistaken for anything else. */
function learnOf(
	{ endpoint, source, variant, errorCode, result }: CallFacts,
	{ step, fields: asked, outline }: NonNullable<CallFacts['asked']>,
	config: Config,
): CallRecord['learn'] {
	const isCounted = source !== OWN_SOURCE && variant === 'on' && errorCode === undefined;
	if (!isCounted || !treatmentOf(config, endpoint).learn) return undefined;
	const text = step === 'fields' && result ? shown(result).text : undefined;
	const isThere = (path: string): boolean =>
		text === undefined ||
		text.includes(`${JSON.stringify(path.slice(path.lastIndexOf('.') + 1))}:`);
	const fields = asked.filter(
		(path) => path.length <= LONGEST_PATH && PLAIN.test(path) && isThere(path),
	);
	return { step, fields: fields.slice(0, MOST_FIELDS), ...(outline && { outline }) };
}

function verificationOf(facts: CallFacts): CallRecord['verification'] {
	const verification = valueAt(ownStructure(facts), ['replay', 'verification']);
	if (!isRecord(verification)) return '';
	return verification.admissible === true ? 'admissible' : 'inadmissible';
}

/** Only our own tools are believed: about a verification, and about what they loaded and moved. */
export function ownStructure({ source, original }: CallFacts): unknown {
	if (source !== OWN_SOURCE || original?.structured === undefined) return undefined;
	return JSON.parse(original.structured);
}

function sizesOf(facts: CallFacts, config: Config) {
	const { endpoint, report, result, original, variant, cursorUse } = facts;
	const text = result ? shownText(result) : '';
	const { policy, strip } = treatmentOf(config, endpoint);
	// A caller that asks for a long answer is not surprised by one.
	const { tokens: asked = 0 } = facts;
	const limits = asked > policy.tokenBudgetThreshold ? withRoom(policy, asked) : policy;
	const itemCount = report?.itemCount ?? countItems(text);
	// Of the source's result, before fields are left out of it.
	const given = original && strip.length > 0 ? sizeOf(shownText(original), policy) : undefined;
	const isPage = cursorUse !== 'none';
	const sent = report
		? { tokens: report.estimatedTokens, bytes: report.bytes }
		: sizeOf(text, policy);
	const before = report && { tokens: report.originalTokens, bytes: report.originalBytes };
	const came = isPage && report ? sent : (given ?? before ?? sent);
	// Outside of `on` too, who asks for a page or for fields gets them.
	const isProtected = !report || variant === 'on' || result?.meta?.[REPORT_KEY] !== undefined;
	const went = isProtected ? sent : came;
	// They pass whatever is done to the rest.
	const media = mediaSize(result?.content ?? [], policy);
	return {
		estimatedTokens: went.tokens + media.tokens,
		responseBytes: went.bytes + media.bytes,
		originalTokens: came.tokens + media.tokens,
		originalBytes: came.bytes + media.bytes,
		protectedTokens: sent.tokens + media.tokens,
		itemCount,
		oversized:
			!(isPage && report) &&
			(came.tokens > limits.tokenBudgetThreshold || came.bytes > limits.hardByteLimit),
	};
}

/** UTF-16 units of base64 that are counted; the rest is taken to be like them. */
const SAMPLED = 4_096;

/** Images by their pixels, where their headers tell; sounds and files as base64, and such an image as that or a large one. */
function mediaSize(content: readonly Block[], policy: Policy): Size {
	let tokens = 0;
	let bytes = 0;
	for (const { type, data, resource } of content) {
		const base64 = isRecord(resource) ? resource.blob : data;
		if (typeof base64 !== 'string') continue;
		const counted = sizeOf(base64.slice(0, SAMPLED), policy).tokens;
		const whole = Math.ceil((counted * base64.length) / Math.min(SAMPLED, base64.length || 1));
		const most = Math.min(whole, MOST_IMAGE_TOKENS);
		tokens += type === 'image' ? tokensOfImage(base64, most) : whole;
		bytes += base64.length;
	}
	return { tokens, bytes };
}

interface Size {
	readonly tokens: number;
	readonly bytes: number;
}

/** By the configured estimator, in tokens and UTF-8 bytes. */
const sizeOf = (text: string, policy: Policy): Size => ({
	tokens: text === '' ? 0 : estimated(text, policy),
	bytes: utf8Bytes(text),
});

/** Items of a list that was sent whole; null for what is none. */
function countItems(text: string): number | null {
	if (text.length > MOST_PARSED || !/^\s*[[{]/.test(text)) return null;
	const value = jsonIn(text);
	let most: number | null = null;
	for (const list of Array.isArray(value) ? [value] : Object.values(value ?? {}))
		if (Array.isArray(list)) most = Math.max(most ?? 0, list.length);
	return most;
}

/**
 * Counts what was sent exactly, and says what each estimator does of the same text, times the token family: 100 ms at
 * worst, after the answer only.
 */
export async function sampleOf({ endpoint, result }: CallFacts, config: Config) {
	const text = result ? shownText(result) : '';
	if (text === '') return null;
	const { policy } = treatmentOf(config, endpoint);
	const { tokens } = await countExact(text, { maxChars: MOST_COUNTED });
	const scaled = (count: number) => Math.ceil(count * policy.tokenFamily);
	return {
		exactTokens: scaled(tokens),
		calibratedTokens: scaled(estimate(text)),
		heuristicTokens: scaled(heuristic(text)),
		/** By the configured estimator, also while bytes stand in for it. */
		configured: sizeOf(text, policy).tokens,
	};
}

/** Share of an endpoint's calls that are counted while its estimates are not trusted. */
const SUSPECTED_RATE = 0.25;

export class CallTelemetry {
	/** @param ports `write` takes records beside their sessions, absent where nothing does; `random` is from 0 to 1 */
	constructor(
		private readonly ports: Pick<Platform, 'log'> & {
			readonly trust: EstimatorTrust;
			readonly write?: (records: readonly CallRecord[]) => void;
			readonly random: () => number;
		},
	) {}

	/** Returns whether an answer is counted exactly. */
	isSampled({ facts, context, config }: AnsweredCall): boolean {
		const { trust, random } = this.ports;
		const { exactSampleRate } = treatmentOf(config, facts.endpoint);
		const isSuspected = trust.of(context.principal.workspace).has(facts.endpoint);
		const rate = isSuspected ? Math.max(exactSampleRate, SUSPECTED_RATE) : exactSampleRate;
		return facts.errorCode === undefined && random() < rate;
	}

	/** Counts those that are, which changes their records, and writes all of them. */
	async take(calls: readonly RecordedCall[]): Promise<void> {
		const { log, write } = this.ports;
		for (const call of calls) {
			if (call.sampled) await this.#count(call, call.sampled);
			for (const line of logLines(call.entry.record)) log(line);
		}
		write?.(calls.map(({ entry }) => entry.record));
	}

	/** Counts an answer exactly, and judges its estimate by that. */
	async #count({ entry }: RecordedCall, { facts, config }: AnsweredCall): Promise<void> {
		const sample = await sampleOf(facts, config).catch(() => null);
		if (!sample) return;
		const { workspace, endpoint, correlationId } = entry.record;
		// In the variant `shadow` the estimate is of the original, which is what was sent.
		const { configured: estimatedTokens, ...counts } = sample;
		const { exactTokens } = counts;
		const { trust, log } = this.ports;
		const verdict = trust.judge(workspace, facts.endpoint, estimatedTokens, exactTokens);
		if (verdict !== 'right') {
			const told = { workspace, endpoint, correlationId, estimatedTokens, exactTokens };
			log({ level: 'warn', event: `estimate_${verdict}`, ...told });
		}
		entry.record = { ...entry.record, ...counts };
	}
}
