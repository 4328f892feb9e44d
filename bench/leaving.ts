// `npm run bench -- leaving`: matched replays of real hosts against a scripted model, with and without the
// pass-through. `--only=TEXT` runs the shapes and hosts with that in their names. Ends with 1 when the nine-page
// loop saves less than 60 % of the sum of its prompts, or when any shape costs more than doing nothing.
import { rm } from 'node:fs/promises';
import { bundleWorker } from '../test/worker/bundle';
import { startWorkerd } from '../test/worker/workerd';
import { claudeCode } from './leaving/claude-code';
import { codex } from './leaving/codex';
import type { RealHost } from './leaving/host';
import { measured } from './leaving/measured';
import { scriptedModel } from './leaving/scripted-model';
import { SHAPES, type Shape } from './leaving/shapes';
import { change, type HostReplays, leavingTable, type Replay } from './leaving/table';
import { saveResults } from './results';

/** Of the sum of prompts on the nine-page loop, in percent. */
const GOAL = -60;
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7) ?? '';

const model = await scriptedModel();
const bundle = await bundleWorker();
const loadline = await startWorkerd(bundle, { vars: { LOADLINE_DEV: '1' } });
const hosts: HostReplays[] = [];
try {
	await configure();
	for (const host of [await claudeCode(), await codex()]) {
		const shapes = SHAPES.filter(({ name }) => `${host.name} ${name}`.includes(only));
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
const dearer = hosts.flatMap(({ replays }) => replays.filter((each) => change(each, 'price') > 0));
const short = hosts.flatMap(({ replays }) =>
	replays.filter((each) => each.shape === SHAPES[0]?.name && change(each, 'sum') > GOAL),
);
const isMissed = dearer.length + short.length > 0;
console.log(`\nGoals: ${-GOAL} % of the sum, never dearer: ${isMissed ? 'missed' : 'met'}`);
saveResults('leaving', { hosts });
if (isMissed) process.exitCode = 1;

async function replayed(host: RealHost, shape: Shape): Promise<Replay> {
	const steps = shape.steps(host);
	const figures = async (base: string) => {
		model.play(steps);
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
