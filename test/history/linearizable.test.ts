import { describe, expect, it } from 'vitest';
import { linearized, type Operation } from './linearizable';
import * as models from './models';

const op = <Input, Output>(
	input: Input,
	output: Output | undefined,
	called: number,
	answered: number,
): Operation<Input, Output> => ({ client: '', input, output, called, answered });

describe('a history', () => {
	it('is explained where operations that overlap can be put in order', () => {
		const history = [
			op({ write: 1 }, 1, 0, 10),
			op('read' as const, 1, 1, 3),
			op('read' as const, 0, 0, 2),
		];
		expect(linearized(history, models.draft)).toHaveLength(3);
	});

	it.each([
		[
			'reads what was overwritten before',
			[op({ write: 1 }, 1, 0, 1), op('read' as const, 0, 2, 3)],
		],
		[
			'forgets a write that was seen',
			[op({ write: 1 }, 1, 0, 9), op('read' as const, 1, 1, 2), op('read' as const, 0, 3, 4)],
		],
	] as const)('that %s is not', (_, history) => {
		expect(linearized(history, models.draft)).toBeUndefined();
	});

	it('may hold a write whose answer was lost, done or not', () => {
		const lost = op({ write: 1 }, undefined, 0, 1);
		const read = (n: number) => op('read' as const, n, 5, 6);
		expect(linearized([lost, read(1)], models.draft)).toBeDefined();
		expect(linearized([lost, read(0)], models.draft)).toBeDefined();
		expect(linearized([lost, read(2)], models.draft)).toBeUndefined();
	});

	it('of a run that moves twice from one position is found out', () => {
		const move = (position: number, stale: boolean, called: number) =>
			op({ ifPosition: 1 }, { position, stale }, called, called + 1);
		expect(linearized([move(2, false, 0), move(2, true, 2)], models.run)).toBeDefined();
		expect(linearized([move(2, false, 0), move(2, false, 0)], models.run)).toBeUndefined();
		expect(linearized([move(2, false, 0), move(3, false, 2)], models.run)).toBeUndefined();
	});

	it('of two writes of the configuration on one version is found out', () => {
		const write = (size: number, version: number) =>
			op({ size, ifMatch: 0 }, { version, size }, 0, 1);
		expect(linearized([write(7, 1)], models.config)).toBeDefined();
		expect(linearized([write(7, 1), write(8, 1)], models.config)).toBeUndefined();
		expect(linearized([write(7, 1), write(8, 2)], models.config)).toBeUndefined();
	});
});
