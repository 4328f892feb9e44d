// Stryker's runner of this repository's tests: all of a room's tests are one program, loaded once, and each change
// is asked of those that reach it, those first that are quick or have noticed others. Vitest would load them anew for
// every change, which takes some twenty times as long.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { onNode } from '../../scripts/on-node.mjs';

/** @typedef {import('./suite.mjs').Test} Test */
/** @typedef {Record<string, number>} Hits */
/**
 * The object that changed code looks at (Stryker's instrumenter).
 * @typedef {{ activeMutant?: string | undefined, currentTestId?: string | undefined, hitCount?: number, hitLimit?: number, mutantCoverage?: { static: Hits, perTest: Record<string, Hits> } }} Switch
 */
/** @typedef {{ testFilter?: string[], hitLimit?: number, activeMutant: { id: string, fileName: string } }} Change */

const PATIENCE_MS = 20_000;
/** Milliseconds of CPU: as many tests are run for a change. Nearly all that notice do so early. */
const ENOUGH_MS = Number(process.env.LOADLINE_MUTATION_MS ?? 1_000);
const BUNDLE = 'mutation-tests.mjs';
const TOOK = 'mutation-took.json';
const here = import.meta.dirname;
const root = join(here, '../..');
/** @type {Switch} */
const changes = {};
Object.assign(globalThis, { __stryker__: changes });

class InProcess {
	/** @type {Test[]} */
	#tests = [];
	/** Milliseconds of CPU that each test took. @type {Record<string, number>} */
	#took = {};
	/** Times that a test noticed a change to a file. @type {Record<string, Record<string, number>>} */
	#noticed = {};
	#loads = 0;

	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		await bundle(JSON.parse(process.env.LOADLINE_MUTATION_TESTS ?? '[]'));
		await this.#load();
		const took = join(root, TOOK);
		if (existsSync(took)) this.#took = JSON.parse(readFileSync(took, 'utf8'));
	}

	/** @param {{ coverageAnalysis: 'off' | 'all' | 'perTest' }} options */
	async dryRun({ coverageAnalysis }) {
		changes.activeMutant = undefined;
		const tests = [];
		for (const test of this.#tests) {
			if (coverageAnalysis === 'perTest') changes.currentTestId = test.id;
			const failure = await this.#run(test);
			changes.currentTestId = undefined;
			const timeSpentMs = this.#took[test.id] ?? 0;
			const { id, name, file: fileName } = test;
			tests.push({
				...{ id, name, fileName: join(root, fileName), timeSpentMs },
				...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }),
			});
		}
		// A change that does not end ends this process, too.
		writeFileSync(join(root, TOOK), JSON.stringify(this.#took));
		return { status: 'complete', tests, mutantCoverage: changes.mutantCoverage };
	}

	/** @param {Change} change */
	async mutantRun(change) {
		if (change.testFilter === undefined) return this.#anew(change);
		const result = await this.#verdict(change);
		if (result.status !== 'killed' || (await this.#isWell(result.killedBy))) return result;
		// Something that a change has left behind: it may be this one's, or one's before it.
		await this.#load();
		const again = await this.#verdict(change);
		await this.#load();
		return again;
	}

	/** Values that are made when a module is loaded, or at their first use, are made under the change. @param {Change} change */
	async #anew(change) {
		changes.activeMutant = change.activeMutant.id;
		try {
			await this.#load();
		} catch (error) {
			const failureMessage = error instanceof Error ? error.message : String(error);
			const killedBy = this.#tests.slice(0, 1).map(({ id }) => id);
			return { status: 'killed', killedBy, failureMessage, nrOfTests: 0 };
		}
		return this.#verdict(change);
	}

	/** @param {Change} change */
	async #verdict({ testFilter, hitLimit, activeMutant: { id, fileName } }) {
		this.#noticed[fileName] ??= {};
		const noticed = this.#noticed[fileName];
		const wanted = testFilter && new Set(testFilter);
		const tests = this.#first(
			wanted ? this.#tests.filter((test) => wanted.has(test.id)) : this.#tests,
			noticed,
			wanted ? ENOUGH_MS : Infinity,
		);
		Object.assign(changes, { activeMutant: id, hitLimit, hitCount: 0 });
		try {
			for (const [index, test] of tests.entries()) {
				const failureMessage = await this.#run(test);
				if (hitLimit !== undefined && (changes.hitCount ?? 0) > hitLimit)
					return { status: 'timeout', reason: 'It went on and on.' };
				if (failureMessage === undefined) continue;
				noticed[test.id] = (noticed[test.id] ?? 0) + 1;
				return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests: index + 1 };
			}
			return { status: 'survived', nrOfTests: tests.length };
		} finally {
			Object.assign(changes, { activeMutant: undefined, hitLimit: undefined });
		}
	}

	/** Returns the failure, if any. A test takes less when its code has been compiled. @param {Test} test */
	async #run(test) {
		const before = process.cpuUsage();
		const failure = await failureOf(test);
		const { user, system } = process.cpuUsage(before);
		this.#took[test.id] = Math.min(this.#took[test.id] ?? Infinity, (user + system) / 1_000);
		return failure;
	}

	/**
	 * Those that noticed a change to the same file, and the quickest.
	 * @param {Test[]} tests
	 * @param {Record<string, number>} noticed
	 * @param {number} enough milliseconds of CPU
	 */
	#first(tests, noticed, enough) {
		const took = (/** @type {Test} */ { id }) => this.#took[id] ?? 0;
		const worth = (/** @type {Test} */ test) => (noticed[test.id] ?? 0) / (took(test) + 1);
		const sorted = tests.toSorted((a, b) => worth(b) - worth(a) || took(a) - took(b));
		let sum = 0;
		return sorted.filter((test, index) => {
			sum += took(test);
			return index === 0 || sum <= enough;
		});
	}

	/** Returns whether the tests that failed by a change hold without it. @param {string[] | undefined} killedBy */
	async #isWell(killedBy = []) {
		for (const test of this.#tests.filter(({ id }) => killedBy.includes(id)))
			if ((await failureOf(test)) !== undefined) return false;
		return true;
	}

	async #load() {
		this.#loads += 1;
		const { tests } = await import(`${pathToFileURL(join(root, BUNDLE)).href}?${this.#loads}`);
		this.#tests = tests;
	}
}

export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcess },
];

/** @param {Test} test */
async function failureOf({ run }) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	try {
		const done = run();
		if (done instanceof Promise)
			await Promise.race([
				done,
				new Promise((_, fail) => {
					timer = setTimeout(() => fail(new Error('It did not end.')), PATIENCE_MS);
				}),
			]);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		clearTimeout(timer);
	}
}

/** One module of all tests, which exports them. @param {readonly string[]} files */
async function bundle(files) {
	const suite = join(here, 'suite.mjs');
	const begun = files.map(
		(file) => `beginFile(${JSON.stringify(file)}); await import(${JSON.stringify(`./${file}`)});`,
	);
	const contents = `import { beginFile } from ${JSON.stringify(suite)};\n${begun.join('\n')}\nexport { tests } from ${JSON.stringify(suite)};`;
	/** Modules that tests get, by the name that they import. @type {Record<string, string>} */
	const instead = { vitest: suite, 'fast-check': join(here, 'fewer-runs.mjs') };
	await build({
		...onNode,
		stdin: { contents, resolveDir: root, loader: 'js' },
		outfile: join(root, BUNDLE),
		plugins: [
			{
				name: 'tests',
				setup({ onResolve, onLoad }) {
					onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
						if (kind === 'entry-point') return undefined;
						const ours = dirname(importer) === here ? undefined : instead[path];
						return ours === undefined ? { path, external: true } : { path: ours };
					});
					// A module knows its place from where it stands, not from where the bundle does.
					onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
						contents: (await readFile(path, 'utf8'))
							.replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
							.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
						loader: 'ts',
					}));
				},
			},
		],
	});
}
