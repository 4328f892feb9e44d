// A few seconds of `npm run nightly -- faults`: `serve` is killed while clients write.
import { expect, inject, it } from 'vitest';
import { killing } from '../nightly/faults/kills';
import { serveOn } from '../nightly/faults/place';
import { configuration, drafts, records, results, runs } from '../nightly/faults/works';
import { times } from './fuzz-runs';
import { seeded } from './protect/payloads';

const KILLS = times(1, 2);

it('nothing acknowledged is lost, half there or done twice when it is killed', async () => {
	const works = [drafts(), runs(), configuration(), records(), results()];
	const { faults, acknowledged, wrong } = await killing(
		serveOn({}, inject('command')),
		works,
		KILLS,
		seeded(7),
	);
	expect({ faults, wrong }).toEqual({ faults: KILLS, wrong: [] });
	for (const [work, writes] of Object.entries(acknowledged))
		expect(writes, work).toBeGreaterThanOrEqual(3 * KILLS);
});
