// A few seconds of `npm run nightly -- faults`: `serve` is killed while clients write.
import { expect, inject, it } from 'vitest';
import { killing } from '../nightly/faults/kills';
import { serveOn } from '../nightly/faults/place';
import { configuration, drafts, records, results, runs } from '../nightly/faults/works';
import { seeded } from './protect/payloads';

it('nothing acknowledged is lost, half there or done twice when it is killed', async () => {
	const works = [drafts(), runs(), configuration(), records(), results()];
	const { faults, acknowledged, wrong } = await killing(
		serveOn({}, inject('command')),
		works,
		2,
		seeded(7),
	);
	expect({ faults, wrong }).toEqual({ faults: 2, wrong: [] });
	for (const [work, writes] of Object.entries(acknowledged))
		expect(writes, work).toBeGreaterThanOrEqual(6);
});
