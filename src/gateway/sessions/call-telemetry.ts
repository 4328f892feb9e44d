// The telemetry's part of recording calls: lines of the log, and exact counts of some answers, by which the estimates of
// their endpoints are judged (docs/telemetry.md "Accuracy").
import { type CallRecord, type EstimatorTrust, logLines } from '../../telemetry';
import { treatmentOf } from '../contract/call-facts';
import { sampleOf } from './call-record';
import type { AnsweredCall, RecordedCall } from './recorded-call';

/** Share of an endpoint's calls that are counted while its estimates are not trusted. */
const SUSPECTED_RATE = 0.25;

export interface CallTelemetryPorts {
	readonly trust: EstimatorTrust;
	/** Writes a line of the log. */
	readonly log: (line: Readonly<Record<string, unknown>>) => void;
	/** Writes records beside their sessions; absent where nothing takes them. */
	readonly write?: (records: readonly CallRecord[]) => void;
	/** From 0 to 1. */
	readonly random: () => number;
}

export class CallTelemetry {
	constructor(private readonly ports: CallTelemetryPorts) {}

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
