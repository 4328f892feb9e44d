import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimate, heuristic } from '../../../src/protect/tokens/estimate';
import { countExact } from '../../../src/protect/tokens/exact';
import { inProcess } from './in-process';

const ENGLISH = 'Guests write <|endoftext|> and naïve 😀 things.\n'.repeat(20);
const JSON_TEXT = JSON.stringify({ id: 'bk_1', nights: [1, 2, 3] });

let folder = '';
let english = '';
let json = '';

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'loadline-tokens-'));
	english = join(folder, 'english text.txt');
	json = join(folder, 'data.json');
	writeFileSync(english, ENGLISH);
	writeFileSync(json, JSON_TEXT);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function loadline(...args: string[]) {
	const said = await inProcess(args);
	return { ...said, out: said.out.split('\n').slice(0, -1) };
}

it('says its version, which is that of the package', async () => {
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
	expect(await loadline('--version')).toMatchObject({ status: 0, out: [version] });
});

describe('loadline tokens', () => {
	it('prints a JSON line per file with file, chars and tokens, calibrated by default', async () => {
		const { status, out } = await loadline('tokens', english, json, '--json');
		expect(status).toBe(0);
		expect(out).toEqual([
			JSON.stringify({ file: english, chars: ENGLISH.length, tokens: estimate(ENGLISH) }),
			JSON.stringify({ file: json, chars: JSON_TEXT.length, tokens: estimate(JSON_TEXT) }),
		]);
	});

	it('counts with the estimator asked for', async () => {
		const tokens = async (estimator: string) => {
			const { out } = await loadline('tokens', english, '--json', '--estimator', estimator);
			return (JSON.parse(out[0] ?? '') as { tokens: number }).tokens;
		};
		expect(await tokens('heuristic')).toBe(heuristic(ENGLISH));
		expect(await tokens('exact')).toBe((await countExact(ENGLISH)).tokens);
	});

	it('prints a readable line per file without --json', async () => {
		const { out } = await loadline('tokens', json);
		expect(out).toEqual([`${estimate(JSON_TEXT)} tokens\t${JSON_TEXT.length} chars\t${json}`]);
	});

	it('names a missing file, counts the others and fails', async () => {
		const missing = join(folder, 'missing.txt');
		const { status, out, err } = await loadline('tokens', missing, json, '--json');
		expect(status).toBe(1);
		expect(err).toContain(`cannot read ${missing}: no such file`);
		expect(out).toHaveLength(1);
	});

	it('refuses an unknown estimator and names the three', async () => {
		const { status, err } = await loadline('tokens', json, '--estimator', 'guess');
		expect(status).toBe(2);
		expect(err).toContain('calibrated, heuristic, exact');
	});
});
