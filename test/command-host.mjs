// A process that runs the command `loadline` for tests, one command after another: its program is run anew each
// time, and what it loads is loaded once.
import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** @typedef {{ args: string[], env: NodeJS.ProcessEnv, input: string }} Asked */

const [node = '', , command = ''] = process.argv;
const entry = pathToFileURL(command).href;
const { env: environment, exit } = process;
let runs = 0;

/**
 * @param {string[]} parts
 * @returns {Writable}
 */
const collector = (parts) =>
	new Writable({
		decodeStrings: false,
		write(part, _, done) {
			parts.push(String(part));
			done();
		},
	});

/** @param {Asked} asked */
async function run({ args, env, input }) {
	/** @type {string[]} */
	const out = [];
	/** @type {string[]} */
	const err = [];
	for (const name of Object.keys(environment)) if (!(name in env)) delete environment[name];
	Object.assign(environment, env);
	const stdout = collector(out);
	const stderr = collector(err);
	for (const [name, value] of Object.entries({
		stdin: Readable.from([Buffer.from(input)]),
		stdout,
		stderr,
	}))
		Object.defineProperty(process, name, { value, configurable: true });
	globalThis.console = new Console({ stdout, stderr });
	process.argv = [node, command, ...args];
	process.exitCode = 0;
	const ended = new Promise((resolve) => {
		process.exit = /** @type {typeof exit} */ ((status) => resolve(status ?? process.exitCode));
	});
	const status = await Promise.race([
		import(`${entry}?run=${++runs}`).then(() => process.exitCode),
		ended,
	]);
	process.exitCode = 0;
	return { status: Number(status), out: out.join(''), err: err.join('') };
}

process.on('message', async (/** @type {Asked} */ asked) => {
	process.send?.(await run(asked).catch((error) => ({ status: 1, out: '', err: String(error) })));
});
process.once('disconnect', () => exit());
