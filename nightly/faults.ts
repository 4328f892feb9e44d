// Faults that may befall a machine while people work: Loadline is killed, its disk is full, its clock jumps, alarms
// come twice and in disorder, a migration breaks off. Nothing that was acknowledged may be lost, nothing may be
// there by half, no context action happens twice. `--seed=N` draws the same moments again, not what clients are doing
// then; `--kills=N` makes it shorter, `--only=serve,workerd,…` takes parts.
import { globSync } from 'node:fs';
import { seeded } from '../test/protect/payloads';
import { brokenMigrations, fullDisk, jumpingClock, stirredAlarms } from './faults/disorder';
import { killing, type Outcome } from './faults/kills';
import { serveOn, workerd } from './faults/place';
import { works } from './faults/works';
import { killingWraps } from './faults/wraps';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const seed = Number(flag('seed') ?? Date.now() % 1_000_000);
const kills = Number(flag('kills') ?? 360);
const only = flag('only')?.split(',');
/** Of what is done so often in a whole run. */
const share = (whole: number) => Math.max(1, Math.ceil((whole * kills) / 360));
const states = globSync('test/fixtures/state/*.tgz').sort();

const parts: Readonly<Record<string, () => Promise<Outcome>>> = {
	serve: () => killing(serveOn(), works(), Math.ceil(kills / 3), seeded(seed)),
	workerd: () => killing(workerd, works(), Math.ceil(kills / 3), seeded(seed + 1)),
	wrap: () => killingWraps(Math.ceil(kills / 3), seeded(seed + 2)),
	'serve-disk': () => fullDisk(serveOn(), works({ isRefused: true }), share(3)),
	'workerd-disk': () => fullDisk(workerd, works({ isRefused: true }), share(3)),
	clock: () => jumpingClock(works({ hasJumped: true }), share(100), seeded(seed + 3)),
	alarms: () => stirredAlarms(works(), share(40), seeded(seed + 4)),
	migrations: () => brokenMigrations(states, share(20), seeded(seed + 5)),
};

console.log(`seed ${seed}`);
const rows: string[] = [];
for (const [name, part] of Object.entries(parts)) {
	if (only && !only.includes(name)) continue;
	const { faults, acknowledged, wrong } = await part();
	const counts = Object.values(acknowledged);
	const writes = counts.reduce((sum, count) => sum + count, 0);
	const works = Object.keys(acknowledged).map((work, at) => `${work} ${counts[at]}`);
	rows.push(`| ${name} | ${faults} | ${writes}: ${works.join(', ')} | ${wrong.length} |`);
	for (const each of wrong.slice(0, 10)) console.error(`${name}: ${each}`);
	if (wrong.length > 0) process.exitCode = 1;
}
console.log(
	`\n| what | faults | acknowledged writes | wrong |\n|---|---|---|---|\n${rows.join('\n')}`,
);
process.exit();
