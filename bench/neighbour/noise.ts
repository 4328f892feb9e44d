// A process that goes one way of a noisy tenant, so many at once, until it is told to end; then it says what it was
// answered, by status.
import { type Tenant, WAYS } from './ways';

const [name = '', atOnce = '1', json = '{}'] = process.argv.slice(2);
const way = WAYS[name];
if (!way) throw new Error(`there is no way "${name}"`);
const tenants = JSON.parse(json) as readonly Tenant[];
const counts: Record<number, number> = {};
let next = 0;
let isOver = false;
process.once('SIGTERM', () => {
	isOver = true;
	console.log(JSON.stringify(counts));
	process.exit();
});
console.log('begun');
await Promise.all(
	Array.from({ length: Number(atOnce) }, async () => {
		while (!isOver) {
			const n = next++;
			const status = await way(tenants[n % tenants.length] as Tenant, n).catch(() => 0);
			counts[status] = (counts[status] ?? 0) + 1;
			// Refused at once: whoever asks again without a pause measures the client.
			if (status !== 200) await new Promise((resume) => setTimeout(resume, 20));
		}
	}),
);
