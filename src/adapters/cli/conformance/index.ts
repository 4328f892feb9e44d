// `loadline conformance`: tests a server or a host against the context extension (docs/context-extension.md).
import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { isRecord, jsonIn } from '../../../shared/json-values';
import { complainer, printable } from '../terminal';
import { Endpoint } from './endpoint';
import type { Finding } from './finding';
import { checkHost } from './host-checks';
import { playScene } from './host-scene';
import { checkServer, type ToolCall } from './server-checks';

interface Options {
	readonly client?: true;
	readonly port: string;
	readonly token?: string;
	readonly announce?: string;
	readonly fetch: string;
	readonly consume: string;
	readonly failing: string;
}

const complain = complainer('conformance');
/** Milliseconds in which a host comes to its end. */
const PATIENCE = 600_000;

export const conformanceCommand = (): Command =>
	new Command('conformance')
		.description('Test a server, or a host with --client, against the context extension.')
		.usage('[options] <server URL> | --client [-- command...]')
		.argument('[what...]', 'URL of an MCP server; with --client, the command that starts the host')
		.option('--client', 'play server and model for a host that speaks the Messages API')
		.option('--port <number>', 'where the scene for a host is', '0')
		.option('--token <token>', 'of the server')
		.option('--announce <call>', 'brings the hints, where no other answer does')
		.option('--fetch <call>', 'whose result is transient', 'search_records {"model":"activity"}')
		.option(
			'--consume <call>',
			'that uses it up',
			'store_analysis_memory {"finding":"conformance"}',
		)
		.option('--failing <call>', 'of the consumer, and refused', 'store_analysis_memory {}')
		.action(conformance);

async function conformance(what: readonly string[], options: Options): Promise<void> {
	try {
		const findings = options.client
			? await ofHost(what, Number(options.port))
			: await ofServer(what[0] ?? '', options);
		for (const { check, outcome, why } of findings)
			console.log(
				printable(`${outcome.padEnd(9)}  ${check}${why === undefined ? '' : `: ${why}`}`),
			);
		const failed = findings.filter(({ outcome }) => outcome === 'failed').length;
		console.log(`\n${findings.length} checks, ${failed} failed`);
		if (failed > 0) process.exitCode = 1;
	} catch (error) {
		complain(error instanceof Error ? error.message : String(error));
	}
}

function ofServer(url: string, options: Options): Promise<readonly Finding[]> {
	if (!URL.canParse(url)) throw new Error('name the URL of an MCP server, or --client.');
	return checkServer(new Endpoint(url, options.token), {
		...(options.announce !== undefined && { announce: callIn(options.announce) }),
		fetch: callIn(options.fetch),
		consume: callIn(options.consume),
		failing: callIn(options.failing),
	});
}

async function ofHost(command: readonly string[], port: number): Promise<readonly Finding[]> {
	const scene = await playScene(port);
	const [program, ...args] = command;
	console.log(`MCP server ${scene.url}/mcp, ANTHROPIC_BASE_URL=${scene.url}\n`);
	try {
		if (program === undefined) await scene.ended;
		else await run(program, args, scene.url);
		return checkHost(scene.bodies);
	} finally {
		scene.stop();
	}
}

/** Runs a host to its end; what it says is not ours to judge. */
function run(program: string, args: readonly string[], url: string): Promise<void> {
	const env = {
		...process.env,
		...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'conformance', MCP_URL: `${url}/mcp` },
	};
	const child = spawn(program, args, {
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
		timeout: PATIENCE,
	});
	return new Promise((resolve, reject) => {
		child.once('error', reject).once('close', () => resolve());
	});
}

/** Parses a call as it is written: `name {"argument": …}`. */
function callIn(text: string): ToolCall {
	const [, name = '', json = ''] = /^(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
	const args = json === '' ? {} : jsonIn(json);
	if (name === '' || !isRecord(args))
		throw new Error(`a call is written as name {"argument": "value"}, not as ${text}`);
	return { name, arguments: args };
}
