// The pages of a deployment that is empty, of one with the demo, and of one in long use (pages/full.ts), in a real
// browser: each page in four dresses, wide and narrow, light and dark. Nothing runs over, axe finds no fault, every
// page is there. `--shots=FOLDER` keeps pictures; `--only=full` looks at one of the three. In the last one tasks and questions
// are walked, and clicks counted (pages/tasks.ts); `--walk` does that alone.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ADVICE, startBrowser } from '../test/chromium';
import { axe, seriousFaults } from '../test/worker/axe';
import type { Loadline } from '../test/worker/serve';
import { serveOn } from './faults/place';
import { asking, fill, LONG } from './pages/full';
import { tasks } from './pages/tasks';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const shots = flag('shots');
const isWalk = process.argv.includes('--walk');
const STATES = ['empty', 'demo', 'full'] as const;
const DRESSES = [
	[1280, 'light'],
	[1280, 'dark'],
	[390, 'light'],
	[390, 'dark'],
] as const;

const browser = await startBrowser();
if (!browser) throw new Error(ADVICE);
const faults: string[] = [];

for (const state of STATES.filter((each) => (flag('only') ?? each) === each)) {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-pages-'));
	const env = {
		LOADLINE_SESSION_TEXTS: 'true',
		LOADLINE_DEMO: state === 'empty' ? 'false' : 'true',
	};
	const loadline = await serveOn(env)(folder);
	const filled = state === 'full' ? await fill(loadline) : undefined;
	const page = await browser.newPage();
	page.on('pageerror', ({ message }) => faults.push(`${state}: ${message}`));
	for (const [name, path] of isWalk ? [] : await pagesOf(loadline, state)) {
		const answer = await page.goto(`${loadline.url}${path}`);
		if ((answer?.status() ?? 500) >= 500) faults.push(`${state} ${name}: ${answer?.status()}`);
		await look(page, state, name);
	}
	if (filled) {
		await page.setViewportSize({ width: 1280, height: 844 });
		faults.push(...(await tasks(page, loadline, filled.tokens)));
	}
	await page.close();
	await filled?.close();
	await loadline.stop();
	rmSync(folder, { recursive: true, force: true });
}
await browser.close();
for (const fault of faults) console.error(fault);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);

/** Names and addresses of the pages that there are in a state. */
async function pagesOf(loadline: Loadline, state: (typeof STATES)[number]) {
	const pages: [name: string, path: string][] = [
		...([
			'now /',
			'use /overview',
			'servers /upstreams',
			'try /playground',
			'rules /memory',
		] as const),
		...(['runs /runs', 'people /people', 'data /people/data', 'connect /connect'] as const),
		...([
			'config /config',
			'display /settings',
			'find /find?q=list',
			'nowhere /nothing-here',
		] as const),
	].map((each) => each.split(' ') as [string, string]);
	const ask = asking(loadline);
	if (state === 'demo') pages.push(['conversation', '/sessions/demo']);
	if (state !== 'full') return pages;
	const { calls } = await ask<{ calls: { id: string }[] }>('GET', `/api/sessions/${LONG}`);
	const { objects } = await ask<{ objects: { id: string }[] }>('GET', '/api/memory/objects');
	const { drafts } = await ask<{ drafts: { id: string }[] }>('GET', '/api/memory/drafts');
	const { runs } = await ask<{ runs: { id: string }[] }>('GET', '/api/runs');
	return [
		...pages,
		...([
			['conversation', `/sessions/${LONG}`],
			['call', `/sessions/${LONG}/calls/${encodeURIComponent(calls[100]?.id ?? '')}`],
			['tool', '/overview?endpoint=tracker__list_issues'],
			['tried', '/playground?tool=tracker__list_issues'],
			['tested', '/upstreams?test=tracker'],
			['rule', `/memory/${objects[3]?.id}`],
			...drafts.slice(0, 2).map(({ id }, at) => [`draft-${at}`, `/memory/drafts/${id}`] as const),
			['run', `/runs/${runs[0]?.id}`],
			['person', '/people/data?principal=ann'],
		] as [string, string][]),
	];
}

/** A page in its dresses. */
async function look(page: Page, state: string, name: string): Promise<void> {
	const note = (what: unknown) => faults.push(`${state} ${name}: ${what}`);
	for (const [width, colorScheme] of DRESSES) {
		await page.setViewportSize({ width, height: 844 });
		await page.emulateMedia({ colorScheme });
		const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
		if (beyond !== 0) note(`${width} wide, ${beyond} pixels beyond`);
		if (shots !== undefined) {
			mkdirSync(shots, { recursive: true });
			const path = join(shots, `${state}-${name}-${width}-${colorScheme}.png`);
			await page.screenshot({ path, fullPage: true });
		}
		await page.evaluate(axe);
		const found = await page.evaluate(
			seriousFaults,
			colorScheme === 'light' ? [] : ['color-contrast'],
		);
		if (found.length > 0) note(`${width} wide, ${colorScheme}: ${found.join(', ')}`);
	}
	console.log(`${state} ${name}`);
}
