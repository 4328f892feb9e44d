// `npm run bench -- forecast`: what a forecast says before a budget is put in force, beside what then happens. Real
// answers of servers from npm and of the demo; a week of calls by a scripted reader, each proposal put in force, and
// the week after it. `--servers=DIR` takes packages from there. Ends with 1 where fewer than five tools got a proposal,
// or one is off by more than a tenth. Then fields left out, of those servers and of a made API (its second half was held
// back until the end), by callers who ask for parts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagesOf } from './differences/packages';
import { SERVERS } from './differences/servers';
import { answersOf } from './forecast/answers';
import { graph } from './forecast/graph';
import { tellLeftOut } from './forecast/left-out';
import { madeTools } from './forecast/made';
import { weekOf } from './forecast/week';

const WEEKS = [1, 2] as const;
const OFF = 0.1;
const LEAST_SAVED = 0.05;
/** Fields that are left out of tools. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
	filesystem__directory_tree: ['type'],
	memory__read_graph: ['entityType', 'relationType'],
	memory__search_nodes: ['observations'],
	demo__list_bookings: ['guestName'],
	demo__list_listings: ['city'],
	demo__get_booking: ['guestName'],
};

const given = process.argv.find((each) => each.startsWith('--servers='))?.split('=')[1];
const servers = SERVERS.filter(({ name }) => ['filesystem', 'memory'].includes(name));
const packages = await packagesOf(servers, given);
const folder = await mkdtemp(join(tmpdir(), 'loadline-forecast-'));
await writeFile(join(folder, 'memory.jsonl'), graph(400));
const answers = await answersOf(servers, packages, folder);
await rm(folder, { recursive: true, force: true });
if (given === undefined) await rm(packages, { recursive: true, force: true });

console.log(
	'| tool | calls | kept | proposal | forecast | happened | off | second calls of those | forecast | happened | all second calls |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
let proposed = 0;
for (const tool of answers) {
	const before = await weekOf(tool, WEEKS[0]);
	const told = await before.forecast();
	if (told.replayed === 0 || told.tokensAfter > (1 - LEAST_SAVED) * told.tokensBefore) {
		console.log(`| ${tool.name} | ${told.calls} | ${told.replayed} | none | | | | | | | |`);
		continue;
	}
	proposed++;
	// The week after: other calls of the same mix, without the proposal and with it.
	const as = await weekOf(tool, WEEKS[1]);
	const then = await weekOf(tool, WEEKS[1], told.budget);
	const said = told.tokensAfter / told.tokensBefore;
	const happened = then.tokens / as.tokens;
	const off = Math.abs(said / happened - 1);
	const both = as.followed.filter((id) => then.followed.includes(id)).length;
	const share = (part: number, whole: number) =>
		whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
	const change = (ratio: number) =>
		`${ratio < 1 ? '−' : '+'}${Math.abs(Math.round(100 * (1 - ratio)))} %`;
	console.log(
		`| ${tool.name} | ${told.calls} | ${told.replayed} | ${Object.values(told.budget).join(', ')} | ${change(said)} | ${change(happened)} | ${Math.round(off * 1000) / 10} % | ${told.followed} | ${share(told.again, told.followed)} | ${share(both, as.followed.length)} | ${as.followed.length} → ${then.followed.length} |`,
	);
	const isOff =
		told.followed > 0 &&
		Math.abs(told.again / told.followed - both / Math.max(1, as.followed.length)) > OFF;
	if (off > OFF || isOff) process.exitCode = 1;
}
if (proposed < 5) process.exitCode = 1;

const real = answers.flatMap((tool) => {
	const strip = LEFT_OUT[tool.name];
	return strip ? [{ ...tool, strip }] : [];
});
for (const tools of [real, madeTools(false), madeTools(true)])
	if ((await tellLeftOut(tools)) > OFF) process.exitCode = 1;
