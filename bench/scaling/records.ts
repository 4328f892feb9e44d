// Records: a model of many.
import { openWorkspace } from '../../test/records/workspace';
import type { Subject } from '../scaling';

const SIZES = [1_000, 10_000, 100_000];
const record = (n: number) => ({
	id: `r${n}`,
	city: `city ${n % 97}`,
	nights: n % 14,
	note: `Arrives late, booking ${n}`,
});

function filled(size: number) {
	const workspace = openWorkspace();
	for (let from = 0; from < size; from += 1_000)
		workspace.add(
			'bookings',
			Array.from({ length: Math.min(1_000, size - from) }, (_, at) => record(from + at)),
		);
	return workspace;
}

const asked = (
	name: string,
	goal: 0 | 1,
	ask: (made: ReturnType<typeof filled>, run: number) => unknown,
): Subject => ({
	name,
	unit: 'records',
	sizes: SIZES,
	goal,
	make: (size) => {
		const made = filled(size);
		return (run) => ask(made, run);
	},
});

export const records: readonly Subject[] = [
	asked('a search with a condition', 1, ({ search }, run) =>
		search({ model: 'bookings', where: { city: `city ${run % 97}` }, limit: 20 }),
	),
	asked('records by id', 0, ({ records: service }, run) =>
		service.find({ model: 'bookings', ids: [`r${run}`, `r${run * 2}`] }),
	),
];
