// `npm run bench -- leaving`: conversations of many shapes through the pass-through, priced by a simulated provider
// that follows each provider's documented cache rules; then matched replays of real hosts against a scripted model.
// `--only=PATTERN` runs the shapes and hosts whose names it fits, `--rules` no hosts. Ends with 1 when any
// conversation costs 3 % more than without, or a long loop saves less than 25 % of the price or 55 % of the prompts.
import { rm } from 'node:fs/promises';
import { bundleWorker } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { aiSdk } from './leaving/ai-sdk';
import { claudeCode } from './leaving/claude-code';
import { codex } from './leaving/codex';
import type { RealHost } from './leaving/host';
import { measured } from './leaving/measured';
import { opencode } from './leaving/opencode';
import { missesOf, ruledShapes } from './leaving/ruled';
import { scriptedModel } from './leaving/scripted-model';
import { SHAPES, type Shape } from './leaving/shapes';
import { change, type HostReplays, leavingTable, type Replay, ruledTable } from './leaving/table';
import { saveResults } from './results';

/** Percent. */
const MOST = 3;
const given = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7);
const only = new RegExp(given ?? '');

const rules = await ruledShapes(only);
console.log(`${ruledTable(rules)}\n`);
const missed = rules.flatMap((each) => missesOf(each).map((what) => `${each.shape}: ${what}`));
console.log(`Goals by the rules: ${missed.length > 0 ? `missed\n${missed.join('\n')}` : 'met'}\n`);
if (missed.length > 0) process.exitCode = 1;
if (given === undefined) saveResults('ruled', rules);
if (process.argv.includes('--rules')) process.exit();

const model = await scriptedModel();
const bundle = await bundleWorker();
const loadline = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
const hosts: HostReplays[] = [];
try {
	await configure();
	for (const host of [
		await claudeCode(),
		await claudeCode('claude-before'),
		await codex(),
		await opencode(),
		await aiSdk(),
	]) {
		const shapes = SHAPES.filter(({ name }) => only.test(`${host.name} ${name}`));
		const replays: Replay[] = [];
		for (const shape of shapes) replays.push(await replayed(host, shape));
		if (replays.length > 0) hosts.push({ host: host.name, replays });
	}
} finally {
	model.stop();
	await loadline.stop();
	await rm(bundle, { recursive: true, force: true });
}
console.log(leavingTable(hosts));
const isDearer = hosts.some(({ replays }) => replays.some((each) => change(each, 'price') > MOST));
console.log(`\nGoals in hosts: ${isDearer ? 'missed' : 'met'}`);
saveResults('leaving', { hosts });
if (isDearer) process.exitCode = 1;

async function replayed(host: RealHost, shape: Shape): Promise<Replay> {
	const steps = shape.steps(host);
	const figures = async (base: string) => {
		model.play(steps, undefined, `shape${SHAPES.indexOf(shape)}`);
		model.follow(host.rules);
		await host.run({ model: base, mcp: `${loadline.url}/mcp${shape.query}` });
		if (model.played <= steps.length)
			throw new Error(`${host.name}, ${shape.name}: ${model.played} of ${steps.length} steps`);
		return measured(model.bodies, host.rules);
	};
	// As each host writes its provider's address.
	const direct = host.provider === '/anthropic' ? model.url : `${model.url}/v1`;
	const without = await figures(direct);
	const through = await figures(`${loadline.url}/llm${host.provider}`);
	return { shape: shape.name, without, through };
}

async function configure(): Promise<void> {
	const llm = { anthropic: { url: model.url }, openai: { url: `${model.url}/v1` } };
	const put = await fetch(`${loadline.url}/api/config`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ demo: true, llm }),
	});
	if (!put.ok) throw new Error(`PUT /api/config answers ${put.status}: ${await put.text()}`);
}
