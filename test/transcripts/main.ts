// Makes the exchanges and writes a file a group.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLoadline } from '../../src/node';
import { BEGIN, nextGroup, nextSecond, realNow } from './clock';
import { GROUPS } from './groups';
import { openHouse } from './house';
import { modelServer } from './model';
import { Recorder } from './recorder';

const DEVELOPMENT = { LOADLINE_DEV: '1', LOADLINE_SECRET: 'x'.repeat(40) };

/** @param wanted names of groups; all unless some are named */
export async function record(folder: string, wanted: readonly string[]): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const counts: Record<string, number> = {};
	for (const group of GROUPS) {
		nextGroup();
		nextSecond();
		if (wanted.length > 0 && !wanted.includes(group.name)) continue;
		const house = openHouse(openLoadline, group.variables ?? DEVELOPMENT, modelServer);
		const recorder = new Recorder(group.name, house, { now: () => Date.now(), begin: BEGIN });
		const begun = realNow();
		await group.run(recorder);
		writeFileSync(join(folder, `${group.name}.txt`), recorder.transcript());
		counts[group.name] = recorder.count;
		if (process.env.TRANSCRIPTS_TIMES)
			console.error(group.name, recorder.count, Math.round(realNow() - begun), 'ms');
	}
	writeFileSync(join(folder, 'counts.json'), `${JSON.stringify(counts, null, '\t')}\n`);
}
