// `loadline conformance`: tests a server, or a host by what it sent its model (docs/context-extension.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command } from 'commander';
import { isRecord, type JsonObject, jsonIn } from '../../../shared/json-values';
import { complainer, type Flags, printable, type Texts } from '../terminal';
import { markOf, PLAIN, playScene, STEPS, summaryOf } from './host-scene';
import { checkServer, Endpoint, type Finding, finding, type ToolCall } from './server-checks';

type Options = Texts<'port' | 'fetch' | 'consume' | 'failing'> &
	Partial<Texts<'token' | 'announce'>> &
	Flags<'client'>;

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
		complainer('conformance')(error instanceof Error ? error.message : String(error));
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

async function run(program: string, args: readonly string[], url: string): Promise<void> {
	const env = {
		...process.env,
		...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'conformance', MCP_URL: `${url}/mcp` },
	};
	const child = spawn(program, args, {
		env,
		stdio: ['ignore', 'ignore', 'inherit'],
		timeout: PATIENCE,
	});
	await once(child, 'close');
}

/** Parses a call as it is written: `name {"argument": …}`. */
function callIn(text: string): ToolCall {
	const [, name = '', json = ''] = /^(\S+)\s*(.*)$/s.exec(text.trim()) ?? [];
	const args = json === '' ? {} : jsonIn(json);
	if (name === '' || !isRecord(args))
		throw new Error(`a call is written as name {"argument": "value"}, not as ${text}`);
	return { name, arguments: args };
}

/** Judges a conversation that went through the scene. @param bodies requests to the model, in order */
export function checkHost(bodies: readonly JsonObject[]): readonly Finding[] {
	const texts = bodies.map(({ messages }) => JSON.stringify(messages ?? []));
	const after = (step: number) => texts[step] ?? '';
	const last = texts.at(-1) ?? '';
	const has = (text: string, n: number) => text.includes(markOf(n));
	const gone = (n: number) => !has(last, n) && last.includes(summaryOf(n));
	const changed = changedTwice(bodies.map(resultsIn));
	const orders = bodies.map(orderOf);
	const broken = orders.findIndex((order, at) => !order.startsWith(orders[at - 1] ?? ''));
	const stay = (check: string, text: string, ...pages: readonly number[]) => {
		const isThere = pages.every((n) => has(text, n));
		return finding(check, isThere, `of pages ${pages.join(', ')} one left`);
	};
	const leaves = (check: string, n: number, isSo = true) => {
		const seen = `page ${n} stays, its summary is not there, or others left too`;
		return finding(check, isSo && gone(n), seen);
	};
	const twice = `the result of ${changed} changed more than once`;
	const leap = `request ${broken + 1} does not go on from the one before`;
	const isKept = broken < 0 && orders.length > 1;
	const steps = `${bodies.length} requests of ${STEPS.length + 1}`;
	const isWhole = has(after(2), 1) && has(after(6), 2) && has(after(7), 2) && has(after(9), 3);
	const isPlain = after(7).includes(PLAIN) && last.split(PLAIN).length === 3;
	const isNamed = has(after(15), 8) && has(after(15), 10);
	const isUsed = has(last, 8) && has(last, 11);
	return [
		finding('the conversation comes to its end', bodies.length > STEPS.length, steps),
		finding('a transient result is whole until it is used', isWhole, 'a page was missing before'),
		stay('a consumer that failed uses up nothing, whatever its mark says', after(3), 1),
		stay('a consumer that no hint names uses up nothing', after(4), 1),
		leaves('a used result leaves, its summary stays', 1),
		leaves('marks under the full name are read', 2),
		finding('of several that wait one at least leaves', gone(3) || gone(4), 'pages 3, 4 both stay'),
		stay('what is no mark has no effect', last, 5, 6),
		stay('marks of a result that failed have no effect', last, 7),
		leaves('a consumer uses up what holds an id of its arguments, and nothing else', 9, isNamed),
		leaves(
			'a consumer uses up what holds an id that it says was used, and nothing else',
			10,
			isUsed,
		),
		finding('other results stay', isPlain, 'the answer of tell_weather is not there twice'),
		finding('what left stays the same to the byte', changed === undefined, twice),
		finding('calls and results keep their ids and order', isKept, leap),
	];
}

const blocksIn = ({ messages }: JsonObject): readonly JsonObject[] =>
	(Array.isArray(messages) ? messages : []).flatMap((message) =>
		isRecord(message) && Array.isArray(message.content) ? message.content.filter(isRecord) : [],
	);

/** Contents of results by call, without marks of a prompt cache. */
const resultsIn = (body: JsonObject): ReadonlyMap<string, string> =>
	new Map(
		blocksIn(body)
			.filter(({ type }) => type === 'tool_result')
			.map(({ tool_use_id, content }) => [String(tool_use_id), JSON.stringify(content, unmarked)]),
	);

const unmarked = (key: string, value: unknown) => (key === 'cache_control' ? undefined : value);

/** Returns the call whose result was shown in more than two forms. */
function changedTwice(requests: readonly ReadonlyMap<string, string>[]): string | undefined {
	const forms = new Map<string, string[]>();
	for (const request of requests)
		for (const [id, content] of request) {
			const seen = forms.get(id) ?? [];
			if (seen.at(-1) !== content) forms.set(id, [...seen, content]);
		}
	return [...forms].find(([, seen]) => seen.length > 2)?.[0];
}

const orderOf = (body: JsonObject): string =>
	blocksIn(body)
		.flatMap(({ type, id, tool_use_id }) =>
			type === 'tool_use' || type === 'tool_result' ? `${String(id ?? tool_use_id)};` : [],
		)
		.join('');
