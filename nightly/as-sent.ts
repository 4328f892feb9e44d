// Calls as they were sent: generated tools and arguments, directly and through Loadline, by clients of both revisions
// over stdio and HTTP (test/as-sent). `--seed=N` repeats a run, `--tools=N` and `--calls=N` say how much is tried.
import { compare } from '../test/as-sent/bed';
import { loadlineCommand } from './faults/place';

const flag = (name: string, usual: number): number =>
	Number(process.argv.find((each) => each.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
const seed = flag('seed', Date.now() % 1_000_000);
const size = { tools: flag('tools', 210), calls: flag('calls', 10) };
const command = await loadlineCommand();
const begun = performance.now();
const { calls, differences, declared } = await compare(command, seed, size);
for (const each of differences) console.error(each);
console.log(
	`seed ${seed}: ${calls.toLocaleString('en')} calls on 10 paths, ${differences.length} differences in ${Math.round((performance.now() - begun) / 1_000)} s; declared ones ${JSON.stringify(declared)}`,
);
process.exit(differences.length === 0 ? 0 : 1);
