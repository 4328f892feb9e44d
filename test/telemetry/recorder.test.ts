import { describe, expect, it } from 'vitest';
import { analyticsSink } from '../../src/adapters/cloudflare/analytics-sink';
import type { CallRecord } from '../../src/telemetry/record';
import { Recorder } from '../../src/telemetry/recorder';
import { recordWith } from './records';

/** A recorder of which calls are answered at once, and whose batches are due when `pass` says so. */
function open(write: (records: readonly CallRecord[]) => Promise<void>) {
	const deferred: Promise<unknown>[] = [];
	const lost: number[] = [];
	const clock = { now: 0 };
	let go = () => {};
	const due = new Promise<void>((resume) => {
		go = resume;
	});
	const recorder = new Recorder({
		sink: { write },
		defer: (work) => deferred.push(work),
		wait: (milliseconds) => (milliseconds < 100 ? Promise.resolve() : due),
		now: () => clock.now,
		lost: (_, records) => lost.push(records),
	});
	const record = async (calls = 1) => {
		for (let call = 0; call < calls; call++) recorder.record(async () => recordWith());
		await Promise.all(deferred.slice(-calls));
	};
	const pass = async () => {
		go();
		await Promise.all(deferred);
	};
	return { recorder, record, deferred, lost, clock, pass };
}

describe('a recorder', () => {
	it('writes what came in meanwhile as one batch', async () => {
		const written: number[] = [];
		const { record, pass } = open(async (records) => {
			written.push(records.length);
		});
		await record(3);
		expect(written).toEqual([]);
		await pass();
		expect(written).toEqual([3]);
	});

	it('counts what a sink does not take, and goes on', async () => {
		let isBroken = true;
		const { recorder, record, lost, pass } = open(async () => {
			if (isBroken) throw new Error('gone');
		});
		await record();
		await pass();
		expect(recorder.state).toEqual({ failures: 1, dropped: 1 });
		expect(lost).toEqual([1]);
		isBroken = false;
		await record();
		await recorder.flush();
		expect(recorder.state).toEqual({ failures: 1, dropped: 1 });
	});

	it('counts a record that could not be made', async () => {
		const { recorder, deferred } = open(async () => {});
		recorder.record(() => Promise.reject(new Error('no')));
		await Promise.all(deferred);
		expect(recorder.state).toEqual({ failures: 1, dropped: 1 });
	});

	it('keeps a bound on what waits', async () => {
		const { recorder, record } = open(async () => {});
		await record(2_010);
		expect(recorder.state).toEqual({ failures: 0, dropped: 10 });
	});

	it('does not wait for a request that died before it wrote', async () => {
		const { record, deferred, clock } = open(async () => {});
		await record();
		clock.now = 11_000;
		await record();
		// Two calls, two promises to write.
		expect(deferred).toHaveLength(4);
	});
});

describe('the sink of Analytics Engine', () => {
	it('does nothing where the binding is absent', async () => {
		await expect(analyticsSink(undefined).write([recordWith()])).resolves.toBeUndefined();
	});
});
