// Golden transcripts: what Loadline says on the wire, recorded once and compared byte for byte. They hold behaviour while
// the code inside moves; only src/node.ts and the command `loadline` are named here.
//
//   npx vitest run --project unit test/transcripts                    compares
//   TRANSCRIPTS=record npx vitest run --project unit test/transcripts records anew; read the diff before you commit it
//   TRANSCRIPTS_FULL=FOLDER …                                         writes long bodies whole, in FOLDER, to compare them
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { differences, recording } from './recording';

const golden = join(import.meta.dirname, 'golden');
const isRecording = process.env.TRANSCRIPTS === 'record';
const { record, end, ...place } = recording();
const found = isRecording ? golden : place.found;

beforeAll(async () => {
	if (isRecording) for (const file of readdirSync(golden)) rmSync(join(golden, file));
	await record(found, inject('command'));
}, 180_000);
afterAll(end);

const names = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.txt'))
		.sort();
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

it('records every group that is kept, and no other', () => {
	expect(names(found)).toEqual(names(golden));
});

it.each(names(golden))('says in %s what it said', (name) => {
	const faults = differences(read(golden, name), read(found, name));
	if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n\n'));
});
