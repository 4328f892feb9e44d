// Reads the options of `npm start`: the port to announce, and whether development mode may be on.
// Development mode has no authentication, so it is only for a server that this machine alone reaches.

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

/** What the Worker's configuration may take from the environment; secrets belong in .dev.vars. */
const isSetting = (name) => name.startsWith('LOADLINE_') && !name.endsWith('_SECRET');

/**
 * @param {string[]} given the arguments after `npm start --`
 * @param {Record<string, string | undefined>} environment
 * @returns `{ok: true, args, port, protocol, dev, help, notices}`, where args go to `wrangler dev`, or
 * `{ok: false, message}`.
 */
export function readOptions(given, environment) {
	const options = parse(given);
	const port = Number(options.get('--port') ?? 8787);
	if (!Number.isInteger(port) || port < 1 || port > 65535) {
		return refuse(`--port takes a number from 1 to 65535, not "${options.get('--port')}".`);
	}
	const isDevSwitch = (text) => /^LOADLINE_DEV\b/.test(text);
	if (given.some((word) => isDevSwitch(word.replace(/^--var=/, '')))) {
		return refuse('LOADLINE_DEV is set by npm start itself, on a loopback address only.');
	}
	const ip = options.get('--ip');
	const open = ip !== undefined && !loopback.test(ip) ? `--ip ${ip}` : undefined;
	const exposed = open ?? [...options.keys()].find((name) => exposing.has(name));
	const notices = [];
	if (exposed !== undefined) {
		notices.push(
			`${exposed} lets others reach this server: development mode is off, and callers need a token ` +
				'(LOADLINE_TOKENS in .dev.vars, see README.md).',
		);
	}
	const dev = exposed === undefined;
	const args = [...given];
	if (!options.has('--port')) args.push('--port', String(port));
	if (!options.has('--show-interactive-dev-session')) {
		args.push('--show-interactive-dev-session=false');
	}
	for (const [name, value] of Object.entries(environment)) {
		if (isSetting(name) && !isDevSwitch(name)) args.push('--var', `${name}:${value}`);
	}
	if (dev) args.push('--var', 'LOADLINE_DEV:1');
	const help = options.has('--help') || options.has('-h') || options.has('--version');
	const protocol = options.get('--local-protocol') ?? 'http';
	return { ok: true, args, port, protocol, dev, help, notices };
}

/** `--name value` and `--name=value`; the last one given counts. */
function parse(given) {
	const options = new Map();
	for (const [index, word] of given.entries()) {
		if (!word.startsWith('-')) continue;
		const [name, ...value] = word.split('=');
		options.set(name, value.length > 0 ? value.join('=') : given[index + 1]);
	}
	return options;
}

const refuse = (message) => ({ ok: false, message });
