import { describe, expect, it } from 'vitest';
import { analyticsSink } from '../../src/adapters/cloudflare/analytics-sink';
import type { CallRecord } from '../../src/telemetry/record';
import { Recorder } from '../../src/telemetry/recorder';
import { recordWith } from './records';

/** A recorder whose time stands still until `pass` lets all that wait go on. */
function open(write: (records: readonly CallRecord[]) => Promise<void>) {
	const deferred: Promise<unknown>[] = [];
	const lost: number[] = [];
	const clock = { now: 0 };
	let go = () => {};
	const time = { passes: new Promise<void>((resume) => (go = resume)) };
	const recorder = new Recorder({
		sink: { write },
		defer: (work) => deferred.push(work),
		wait: () => time.passes,
		now: () => clock.now,
		lost: (_, records) => lost.push(records),
	});
	const pass = async () => {
		go();
		await Promise.all(deferred);
	};
	return { recorder, deferred, lost, clock, pass };
}

describe('a recorder', () => {
	it('writes what came in meanwhile as one batch, after the calls', async () => {
		const written: number[] = [];
		const { recorder, deferred, pass } = open(async (records) => {
			written.push(records.length);
		});
		for (let call = 0; call < 3; call++) recorder.record(recordWith());
		expect(written).toEqual([]);
		expect(deferred).toHaveLength(1);
		await pass();
		expect(written).toEqual([3]);
	});

	it('counts what a sink does not take, and goes on', async () => {
		let isBroken = true;
		const { recorder, lost, pass } = open(async () => {
			if (isBroken) throw new Error('gone');
		});
		recorder.record(recordWith());
		await pass();
		expect(recorder.state).toEqual({ failures: 1, dropped: 1 });
		expect(lost).toEqual([1]);
		isBroken = false;
		recorder.record(recordWith());
		await recorder.flush();
		expect(recorder.state).toEqual({ failures: 1, dropped: 1 });
	});

	it('keeps a bound on what waits', () => {
		const { recorder } = open(async () => {});
		for (let call = 0; call < 2_010; call++) recorder.record(recordWith());
		expect(recorder.state).toEqual({ failures: 0, dropped: 10 });
	});

	it('does not wait for a request that died before it wrote', () => {
		const { recorder, deferred, clock } = open(async () => {});
		recorder.record(recordWith());
		clock.now = 11_000;
		recorder.record(recordWith());
		expect(deferred).toHaveLength(2);
	});
});

describe('the sink of Analytics Engine', () => {
	it('does nothing where the binding is absent', async () => {
		await expect(analyticsSink(undefined).write([recordWith()])).resolves.toBeUndefined();
	});
});
