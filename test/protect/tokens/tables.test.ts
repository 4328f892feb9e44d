// The tables of the estimate and of the ceiling are what the program that fits them makes, byte for byte.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fittedTables } from '../../../scripts/fit-tokens';
import { isWhole } from '../../fuzz-runs';

it.runIf(isWhole)(
	'are made again from the vocabulary and a tenth of the texts as they are',
	async () => {
		const file = readFileSync('src/protect/tokens/tables.json', 'utf8');
		expect((await fittedTables(0.1)) === file).toBe(true);
	},
);
