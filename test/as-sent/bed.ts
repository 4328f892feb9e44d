// Calls directly and through Loadline, side by side: clients of both revisions, over stdio (`loadline wrap`) and HTTP
// (`loadline serve`), servers of both, over stdio and HTTP. Whatever the server receives or the client gets otherwise,
// and is not among `DECLARED`, is a difference.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
	DECLARED,
	expected,
	type Message,
	meta,
	type Path,
	shown,
	sorted,
	without,
} from './compared';
import { type Era, type Json, overHttp, overStdio, serveMirror } from './connections';
import { generated, SESSION } from './generated';
import { mirror, spelled } from './mirror.mjs';

export interface Compared {
	/** Calls through Loadline. */
	readonly calls: number;
	/** The first of them, in words. */
	readonly differences: readonly string[];
	/** Answers that differ as is declared, by the name of the difference. */
	readonly declared: Readonly<Record<string, number>>;
}

/** Compares until there are so many. */
const MOST_TOLD = 10;

/** @param command path of the bundled command `loadline` */
export async function compare(
	command: string,
	seed: number,
	size: { readonly tools: number; readonly calls: number; readonly paths?: RegExp },
): Promise<Compared> {
	const { tools, answers, lists, reads } = generated(seed, size.tools, size.calls);
	const definitions = [...tools.map(({ definition }) => definition), LARGE];
	const folder = mkdtempSync(join(tmpdir(), 'loadline-as-sent-'));
	const file = join(folder, 'tools.json');
	writeFileSync(file, JSON.stringify({ tools: definitions, answers, lists, reads }));
	const program = resolve('test/as-sent/mirror.mjs');
	const [older, newer] = await Promise.all(
		[false, true].map((isModern) =>
			serveMirror(mirror({ tools: definitions, answers, lists, reads }, { isModern }), isModern),
		),
	);
	const upstreams = [
		{ name: 'older', url: older?.url },
		{ name: 'newer', url: newer?.url },
		{ name: 'local', command: process.execPath, args: [program, file] },
	];
	const config = join(folder, 'loadline.yaml');
	writeFileSync(config, JSON.stringify({ upstreams, demo: false }));
	const state = join(folder, 'state');
	const gateway = spawn(
		process.execPath,
		[command, 'serve', '--port', '0', '--state', state, '--config', config],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const counts: Record<string, number> = {};
	const differences: string[] = [];
	let calls = 0;

	const along = async (path: Path): Promise<void> => {
		const [direct, through] = await Promise.all([path.direct(), path.through()]);
		const sessions: string[] = [];
		const tell = (what: string, one = '', other = '') => {
			let at = 0;
			while (one[at] === other[at] && at < one.length) at++;
			const near = (text: string) => text.slice(Math.max(0, at - 60), at + 120);
			differences.push(`${path.name}: ${what}\n  direct:  ${near(one)}\n  through: ${near(other)}`);
		};
		// From now on a result was kept, and its caller may be listed what reads it.
		await through.request('tools/call', { name: `${path.prefix}large`, arguments: {} });
		const listed = JSON.parse(await through.request('tools/list', {})).result.tools as Json[];
		const theirs = listed.filter(
			({ name }) => name !== 'read_result' && String(name).startsWith(path.prefix),
		);
		const wanted = definitions.map((each) => ({
			...expected(each),
			name: path.prefix + each.name,
		}));
		const names = (all: readonly Json[]) => JSON.stringify(all.map(({ name }) => name));
		if (names(theirs) !== names(wanted)) tell('the names of tools', names(wanted), names(theirs));
		for (const one of wanted) {
			const other = theirs.find(({ name }) => name === one.name);
			if (other && sorted(other) !== sorted(one)) tell('a definition', sorted(one), sorted(other));
		}

		const both = async (method: string, params: Json, name = params.name) => {
			const asked = [
				through.request(method, params),
				direct.request(method, { ...params, ...(name !== undefined && { name }) }),
			];
			const [text, plain] = (await Promise.all(asked)) as [string, string];
			let other = spelled(text) as Message;
			const one = shown(without(spelled(plain) as Message, other));
			const session = meta(other)['dev.loadline/session'];
			if (typeof session === 'string') sessions.push(session);
			for (const [kind, rid] of Object.entries(DECLARED)) {
				if (shown(other) === one) break;
				const rest = rid(other, path);
				if (!rest) continue;
				counts[kind] = (counts[kind] ?? 0) + 1;
				other = rest;
			}
			if (shown(other) !== one)
				tell(`${method} ${JSON.stringify(params).slice(0, 300)}`, one, shown(other));
		};
		for (const { definition, calls: sent } of tools)
			for (const args of sent) {
				if (differences.length >= MOST_TOLD) return;
				const known = sessions.at(-1);
				const asked = args && known !== undefined ? naming(args, known) : args;
				const given = asked === undefined ? {} : { arguments: asked };
				const _meta = { 'example.com/a': calls, 'example.com/b': [{ limit: '\ud800' }] };
				await both(
					'tools/call',
					{ name: path.prefix + definition.name, ...given, _meta },
					definition.name,
				);
				calls++;
			}
		if (path.prefix === '') await beside(both, reads.length);
		for (const each of [direct, through]) each.close();
	};

	try {
		const url = await addressOf(gateway);
		const eras: readonly Era[] = ['legacy', 'modern'];
		const paths = eras.flatMap((era): Path[] => [
			{
				...{ name: `wrap, ${era}`, era, prefix: '' },
				direct: () => overStdio([program, file], era),
				through: () =>
					overStdio(
						[command, 'wrap', '--state', join(folder, era), '--', process.execPath, program, file],
						era,
					),
			},
			...(['older', 'newer', 'local'] as const).map((name) => ({
				...{ name: `/mcp/${name}, ${era}`, era, prefix: '' },
				direct: () =>
					name === 'local'
						? overStdio([program, file], era)
						: overHttp(
								String((name === 'older' ? older : newer)?.url),
								name === 'older' ? 'legacy' : era,
							),
				// A process a call would be most of the time.
				through: () => overHttp(`${url}/mcp/${name}${name === 'local' ? '?session=one' : ''}`, era),
			})),
			{
				...{ name: `/mcp, ${era}`, era, prefix: 'newer__' },
				direct: () => overHttp(String(newer?.url), 'modern'),
				through: () => overHttp(`${url}/mcp?toolsets=upstreams`, era),
			},
		]);
		await Promise.all(paths.filter(({ name }) => size.paths?.test(name) ?? true).map(along));
	} finally {
		gateway.kill('SIGKILL');
		await Promise.all([older?.close(), newer?.close()]);
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
	return { calls, differences, declared: counts };
}

/** Requests beside calls of tools: lists and their pages, resources, prompts, completions. */
async function beside(
	both: (method: string, params: Json) => Promise<void>,
	reads: number,
): Promise<void> {
	await both('resources/read', { uri: 'a:none' });
	for (const list of ['resources', 'resources/templates', 'prompts'])
		for (const cursor of [undefined, 'page 2 ü "', 'none'])
			await both(`${list}/list`, cursor === undefined ? {} : { cursor });
	for (let at = 0; at < reads; at++) await both('resources/read', { uri: `a:${at}` });
	const odd = [
		undefined,
		{},
		{ __proto__x: '', é: '\ud800', query: 'x', _loadline: '{}', limit: '5' },
	];
	for (const args of odd)
		await both('prompts/get', { name: 'é', ...(args && { arguments: args }) });
	const argument = { name: 'limit', value: '\ud800é' };
	for (const ref of [
		{ type: 'ref/prompt', name: 'é', title: 'x' },
		{ type: 'ref/resource', uri: 'a:{b}' },
	])
		await both('completion/complete', { ref, argument, context: { arguments: { a: '' } } });
}

const LARGE = { name: 'large', inputSchema: { type: 'object' } };

/** Arguments with the name of a session that there is. */
const naming = (args: Json, session: string): Json =>
	JSON.parse(
		JSON.stringify(args).replaceAll(JSON.stringify(SESSION), JSON.stringify(session)),
	) as Json;

const addressOf = (gateway: ChildProcess): Promise<string> =>
	new Promise((tell, fail) => {
		let said = '';
		gateway.stderr?.on('data', (text) => {
			said += text;
			const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
			if (found) tell(found);
		});
		gateway.once('exit', () => fail(new Error(said)));
	});
