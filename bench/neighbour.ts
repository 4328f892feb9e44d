// `npm run bench -- neighbour`: one tenant does its worst in ten ways, each for some seconds from a process of its own;
// another goes on with small requests, one after the other. `--only=serve,workerd`, `--ways=asks,lists` and
// `--seconds=N` take parts. It ends with 1 where the other's p95 is more than twice what it was, or where anything is
// lost; both runtimes take some seven minutes. Nothing else may run on the machine. Beside the time of a request stands
// what the server computed until its answer: other processes of the machine have no part in that.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serveOn } from '../nightly/faults/place';
import { freePort } from '../scripts/free-port.mjs';
import { bundleWorker } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { type NeighbourRow, neighbourTable } from './neighbour/table';
import { asked, called, HONEST, type Tenant, WAYS } from './neighbour/ways';
import { readResults, saveResults } from './results';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const SECONDS = Number(flag('seconds') ?? 8);
/** Milliseconds from one honest request to the next at least: forty a second are within what a caller has. */
const PACE_MS = 25;
const AT_ONCE: Readonly<Record<string, number>> = { 'slow bodies': 64, sessions: 8, uploads: 4 };
/** Of the process that serves. */
const COMMAND = { serve: 'loadline.js serve', workerd: 'workerd serve' };
const NOISY = ['noisy-1', 'noisy-2', 'noisy-3', 'noisy-4'];

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const TOKENS = JSON.stringify(
	['quiet', ...NOISY].map((name) => ({
		...{ name, sha256: digest(`token-of-${name}`), scopes: ['admin'] },
		workspace: name === 'quiet' ? 'ws-quiet' : 'ws-noisy',
	})),
);
const VARS = {
	...{ LOADLINE_DEV: '1', LOADLINE_TOKENS: TOKENS },
	LOADLINE_SECRET: '0123456789abcdef0123456789abcdef',
};

const measured: NeighbourRow[] = [];
for (const host of ['serve', 'workerd'] as const) {
	if (!(flag('only') ?? host).split(',').includes(host)) continue;
	const state = mkdtempSync(join(tmpdir(), 'loadline-neighbour-'));
	// Clients register at its own address.
	const port = await freePort();
	const vars = { ...VARS, LOADLINE_URL: `http://127.0.0.1:${port}` };
	const server = await (host === 'serve'
		? serveOn(vars, undefined, ['--port', `${port}`])(state)
		: startWorkerd(await bundleWorker(), { vars, persistTo: state, port }));
	const tenant = (name: string): Tenant => ({
		...{ url: server.url, token: `token-of-${name}`, handle: '' },
		run: `${name}-${process.pid}`,
	});
	const [quiet, ...noisy] = ['quiet', ...NOISY].map(tenant) as [Tenant, ...Tenant[]];
	const headers = { 'content-type': 'application/json' };
	const init = { method: 'PUT', headers, body: '{"demo":true}' };
	for (const each of [quiet, noisy[0] as Tenant]) await asked(each, '/api/config', init);
	const withHandle = async (each: Tenant) => {
		const { structuredContent: page } = await called(each, 'demo__list_bookings', {}, each.run);
		return { ...each, handle: String(page.nextCursor) };
	};
	const owner = await withHandle(quiet);
	const attackers = await Promise.all(noisy.map(withHandle));
	const pid = Number(String(execFileSync('pgrep', ['-P', `${process.pid}`, '-f', COMMAND[host]])));
	const answers = await honest(owner, pid, {}, 60);
	for (const way of Object.keys(WAYS)) {
		if (!(flag('ways') ?? way).split(',').includes(way)) continue;
		const row = await beside(way, owner, pid, attackers, answers.said);
		measured.push({ host, way, ...row });
		console.error(JSON.stringify(measured.at(-1)));
		const others = ((readResults().neighbour?.value ?? []) as readonly NeighbourRow[]).filter(
			(one) => !measured.some((each) => each.host === one.host && each.way === one.way),
		);
		saveResults('neighbour', [...others, ...measured]);
	}
	await server.stop();
	rmSync(state, { recursive: true, force: true });
}
console.log(neighbourTable(measured));
const missed = measured.filter(({ before, meanwhile, lost }) => meanwhile > 2 * before || lost > 0);
for (const { host, way, before, meanwhile, lost } of missed)
	console.log(`missed: ${host}, ${way}: ${(meanwhile / before).toFixed(2)} times, ${lost} lost`);
process.exit(missed.length > 0 ? 1 : 0);

/** Milliseconds that a server has computed so far: all of its threads; of Node's the one that answers. */
function computed(pid: number): number {
	const tasks = `/proc/${pid}/task`;
	const isNode = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('loadline.js');
	const threads = isNode ? [`${pid}`] : readdirSync(tasks);
	return threads.reduce((sum, thread) => {
		const [ran] = readFileSync(join(tasks, thread, 'schedstat'), 'utf8').split(' ');
		return sum + Number(ran) / 1e6;
	}, 0);
}

function p95(values: number[]): number {
	values.sort((one, other) => one - other);
	return values[Math.floor(values.length * 0.95)] ?? 0;
}

/** Asks so many times, or for so many milliseconds; tells what was answered, how long each took, and what differs. */
async function honest(
	owner: Tenant,
	pid: number,
	said: Record<string, string>,
	times: number,
	until = Infinity,
) {
	const took: number[] = [];
	const cpu: number[] = [];
	let lost = 0;
	for (let time = 0; time < times && performance.now() < until; time++)
		for (const [name, ask] of Object.entries(HONEST)) {
			const [begun, before] = [performance.now(), computed(pid)];
			const answer = await ask(owner).catch((error: Error) => `lost: ${error.message}`);
			took.push(performance.now() - begun);
			cpu.push(computed(pid) - before);
			said[name] ??= answer;
			if (said[name].startsWith('lost: '))
				throw new Error(`before any noise: ${name} ${said[name]}`);
			if (answer !== said[name]) lost++;
			if (answer !== said[name] && lost < 3) console.error(name, answer.slice(0, 300));
			await pause(Math.max(0, begun + PACE_MS - performance.now()));
		}
	return { said, lost, asked: took.length, p95: p95(took), cpu: p95(cpu) };
}

async function beside(
	way: string,
	owner: Tenant,
	pid: number,
	attackers: readonly Tenant[],
	said: Record<string, string>,
): Promise<Omit<NeighbourRow, 'host' | 'way'>> {
	const before = await honest(owner, pid, said, 60);
	// As if on a machine of its own, as far as that goes.
	const noise = spawn(
		'nice',
		[
			...['-n', flag('nice') ?? '19', process.execPath],
			...['scripts/run.mjs', 'bench/neighbour/noise.ts', way],
			...[String(AT_ONCE[way] ?? 12), JSON.stringify(attackers)],
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	await once(noise.stdout, 'data');
	await pause(1_000);
	const during = await honest(owner, pid, said, 400, performance.now() + SECONDS * 1_000);
	const answers = await ended(noise);
	// Work it left behind is done before the next begins.
	await pause(3_000);
	const after = await honest(owner, pid, said, 5);
	return {
		...{ answers, before: before.p95, meanwhile: during.p95 },
		...{ cpuBefore: before.cpu, cpuMeanwhile: during.cpu },
		...{ asked: during.asked, lost: during.lost + after.lost },
	};
}

async function ended(noise: ChildProcess): Promise<Record<string, number>> {
	let text = '';
	noise.stdout?.on('data', (part) => {
		text += part;
	});
	const over = once(noise, 'close');
	noise.kill('SIGTERM');
	await over;
	return JSON.parse(text.trim().split('\n').at(-1) ?? '{}');
}
