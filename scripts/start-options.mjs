// Reads the options of `npm start`: the port to announce, and whether development mode may be on.
// Development mode has no authentication, so it is only for a server that this machine alone reaches.

/**
 * @typedef {object} StartOptions
 * @property {string[]} args what `wrangler dev` is given besides the address to listen at
 * @property {number} port
 * @property {string} ip `localhost` unless given
 * @property {string} protocol `http` or `https`
 * @property {string} state folder in which everything is kept, as wrangler reads it
 * @property {boolean} dev development mode
 * @property {boolean} help nothing will be served
 * @property {string[]} notices what the user should know
 */

/** A mistake of the user's; the message says what to do. */
export class OptionError extends Error {}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Options of wrangler dev that let others reach the server, or change the host it sees. */
const exposing = new Set([
	'--tunnel',
	'--tunnel-name',
	'--remote',
	'-r',
	'--host',
	'--local-upstream',
	'--route',
	'--routes',
]);

/**
 * @param {readonly string[]} given the arguments after `npm start --`
 * @param {Readonly<Record<string, string | undefined>>} environment `PORT` stands for `--port`; its `LOADLINE_…` settings
 * reach the Worker; secrets do not, they belong in .dev.vars
 * @returns {StartOptions}
 */
export function readOptions(given, environment) {
	const options = parse(given);
	const [named, text] = options.has('--port')
		? ['--port', options.get('--port')]
		: ['PORT', environment.PORT || '8787'];
	const port = Number(text);
	if (!Number.isInteger(port) || port < 1 || port > 65535) {
		throw new OptionError(`${named} takes a number from 1 to 65535, not "${text}".`);
	}
	if (given.some((word) => isDevSwitch(word.replace(/^--var=/, '')))) {
		throw new OptionError('LOADLINE_DEV is set by npm start itself, on a loopback address only.');
	}
	const exposed = findExposure(options);
	const dev = exposed === undefined;
	const args = given.filter(
		(word, at) =>
			!/^--(?:port|ip)(?:=|$)/.test(word) && !/^--(?:port|ip)$/.test(given[at - 1] ?? ''),
	);
	if (!options.has('--show-interactive-dev-session')) {
		args.push('--show-interactive-dev-session=false');
	}
	for (const [name, value] of Object.entries(environment)) {
		if (isSetting(name)) args.push('--var', `${name}:${value}`);
	}
	// Said either way, so that .dev.vars cannot turn it on for a server that others reach.
	args.push('--var', dev ? 'LOADLINE_DEV:1' : 'LOADLINE_DEV:0');
	// On one's own machine a timeline may show what was sent.
	if (dev && environment.LOADLINE_SESSION_TEXTS === undefined) {
		args.push('--var', 'LOADLINE_SESSION_TEXTS:true');
	}
	return {
		args,
		port,
		ip: options.get('--ip') ?? 'localhost',
		protocol: options.get('--local-protocol') ?? 'http',
		state: options.get('--persist-to') ?? '.wrangler/state',
		dev,
		help: ['--help', '-h', '--version', '-v'].some((name) => options.has(name)),
		notices: dev
			? []
			: [
					`${exposed} lets others reach this server: development mode is off, and callers need a ` +
						'token (LOADLINE_TOKENS and LOADLINE_SECRET in .dev.vars, see README.md).',
				],
	};
}

/**
 * Another port to try beside one that is taken.
 * @param {number} port
 */
export const nextPort = (port) => (port < 65_535 ? port + 1 : port - 1);

/** @param {string} text */
const isDevSwitch = (text) => /^LOADLINE_DEV(:|$)/.test(text);

/** @param {string} name */
const isSetting = (name) =>
	name.startsWith('LOADLINE_') && !name.endsWith('_SECRET') && !isDevSwitch(name);

/** @param {Map<string, string | undefined>} options */
function findExposure(options) {
	const ip = options.get('--ip');
	if (ip !== undefined && !loopback.test(ip)) return `--ip ${ip}`;
	return [...options.keys()].find((name) => exposing.has(name));
}

/**
 * `--name value` and `--name=value`; the last one given counts.
 * @param {readonly string[]} given
 */
function parse(given) {
	/** @type {Map<string, string | undefined>} */
	const options = new Map();
	for (const [index, word] of given.entries()) {
		if (!word.startsWith('-')) continue;
		const [name = word, ...value] = word.split('=');
		options.set(name, value.length > 0 ? value.join('=') : given[index + 1]);
	}
	return options;
}
