// `npm run bench -- lists`: what the lists and instructions of servers from npm cost a client directly, through
// `loadline wrap`, and once a result was kept. Fails where the second is above the first, or the third more than 160
// tokens above it. `--servers=DIR` takes packages from there, `--only=NAME,NAME` looks at these.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { loadlineCommand } from '../nightly/faults/place';
import { overStdio } from '../test/as-sent/connections';
import { packagesOf } from './differences/packages';
import { SERVERS } from './differences/servers';
import { LISTED } from './lists/servers';
import { type ListRow, listsTable, MOST_MORE } from './lists/table';
import { saveResults } from './results';

const flag = (name: string): string | undefined =>
	process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const only = flag('only')?.split(',');
const all = [...SERVERS, ...LISTED].filter(({ isHttp }) => isHttp !== true);
const servers = all.filter(({ name }) => !only || only.includes(name));
const packages = await packagesOf(servers, flag('servers'));
const command = await loadlineCommand();

interface Tool {
	readonly name: string;
	readonly description?: string;
	readonly inputSchema: object;
}
interface Told {
	readonly result?: {
		readonly instructions?: string;
		readonly tools?: readonly Tool[];
	};
}
type Caller = Awaited<ReturnType<typeof overStdio>>;

const tokensOf = (value: unknown): number => encode(JSON.stringify(value)).length;

/** Tokens of all tools as JSON and of the instructions; `seen` of what every host shows its model of them. */
async function costOf({ begun, request }: Caller) {
	const { result } = JSON.parse(await request('tools/list', {})) as Told;
	const { tools = [] } = result ?? {};
	const { instructions = '' } = (JSON.parse(begun) as Told).result ?? {};
	const told = encode(instructions).length;
	const seen = tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		inputSchema,
	}));
	return { tools, tokens: tokensOf(tools) + told, seen: tokensOf(seen) + told };
}

async function rowOf({
	name,
	version,
	package: from,
	...server
}: (typeof servers)[number]): Promise<ListRow> {
	const folder = await mkdtemp(join(tmpdir(), 'loadline-lists-'));
	await writeFile(join(folder, 'package.json'), '{}');
	const program = join(packages, 'node_modules', from, server.program);
	const itself = [program, ...(server.args?.(folder) ?? [])];
	const env = { ...process.env, ...server.env?.(folder) };
	const plain = await overStdio(itself, 'legacy', env);
	const { tools, tokens: direct, seen } = await costOf(plain);
	plain.close();
	const longer = ['--', process.execPath, resolve('bench/lists/longer.mjs'), ...itself];
	const wrap = [command, 'wrap', '--state', join(folder, 'state'), ...longer];
	const wrapped = await overStdio(wrap, 'legacy', env);
	const through = await costOf(wrapped);
	await wrapped.request('tools/call', { name: tools[0]?.name, arguments: {} });
	const after = await costOf(wrapped);
	wrapped.close();
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	if (after.tools.length !== tools.length + 1) throw new Error('no result was kept');
	if (through.seen > seen || after.seen > seen + MOST_MORE)
		throw new Error(`${after.seen} tokens are seen instead of ${seen}`);
	return {
		name,
		version,
		tools: tools.length,
		direct,
		through: through.tokens,
		after: after.tokens,
	};
}

const rows: ListRow[] = [];
let wrong = 0;
for (const server of servers) {
	const late = new Promise<never>((_, fail) =>
		setTimeout(() => fail(new Error('late')), 60_000).unref(),
	);
	try {
		const row = await Promise.race([rowOf(server), late]);
		rows.push(row);
		if (row.through > row.direct || row.after > row.direct + MOST_MORE) {
			wrong++;
			console.error(`${row.name} costs more: ${JSON.stringify(row)}`);
		}
	} catch (error) {
		wrong++;
		console.error(`${server.name}: ${String(error)}`);
	}
}
console.log(listsTable(rows));
saveResults('lists', rows);
process.exit(wrong === 0 ? 0 : 1);
