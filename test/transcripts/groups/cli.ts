// The command line: the help of every command, what it says, and how it fails.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reseed } from '../chance';
import { command } from '../command';
import { call, HANDLE, http } from '../exchange';
import type { Group } from '../groups';
import { SERVERS } from '../house';
import { logged } from '../log';
import type { Recorder } from '../recorder';
import { publish } from './memory';

/** Of the others docs/reference/cli.md has the options, which a test compares. */
const COMMANDS = [
	'',
	'config',
	'memory',
	'memory review',
	'config push',
	'data erase',
	'report',
	'serve',
	'wrap',
	'replay',
];
const FLOW =
	'name: two\ndescription: Two steps\nsteps:\n  - {id: a, type: action, instructions: First}\n';

/** Lines of words, `@` the folder of the files; standard input after `<`. */
const LINES = (folder: string): readonly string[] =>
	[
		'--version',
		'nothing',
		'--nothing',
		'config validate @/good.yaml',
		'config validate @/good.yaml @/bad.yaml',
		'result $handle$ --pointer /0',
		'result $handle$ --select length(@)',
		'result $handle$ --format xml',
		'config pull',
		'config diff @/good.yaml',
		'config push @/bad.yaml',
		'config push @/good.yaml',
		'config push @/good.yaml --if-match 99',
		'config history',
		'config rollback 1',
		'config pull @/pulled.yaml',
		`upstream add shop ${SERVERS.shop} --header X-A:b`,
		`upstream add shop ${SERVERS.shop}`,
		'upstream add bad nowhere',
		'upstream test shop',
		'upstream test none',
		'upstream list',
		'server accept shop',
		'server accept none',
		'server remove none',
		'learnt forget none__such --yes',
		'learnt forget --endpoint none__such --yes --json',
		'conversation list --principal local',
		'conversation list --user local',
		'member add ada --issuer https://id.example --role member --name Ada',
		'member add ada --issuer https://id.example --role king',
		'member role u-none reader',
		'member list',
		'token create robot --scope mcp:use --days 3',
		'token list',
		'token revoke t-none',
		'secret set UPSTREAM_SHOP --origin https://shop.example < swordfish',
		'secret set USER_SHOP --mine --origin https://shop.example < swordfish',
		'secret list',
		'secret list --mine',
		'secret remove USER_SHOP --mine',
		'records import @/ships.json --model ships',
		'records import @/ships.csv --model ships',
		'records import @/good.yaml --model ships',
		'records list',
		'workflow validate @/flow.yaml',
		'workflow validate @/bad.yaml',
		'workflow push @/flow.yaml',
		'workflow push @/flow.yaml',
		'workflow list',
		'workflow show two',
		'workflow show none',
		'session list',
		'session remove none',
		'report cli-1 --url http://localhost:8787',
		'report cli-1 --json --url http://localhost:8787',
		'report none --url http://localhost:8787',
		`result ${'A'.repeat(44)}`,
		'memory export',
		'memory dead',
		'memory overlaps',
		'memory init @/memory',
		'memory status @/memory',
		'memory pull @/memory --yes',
		'memory push @/memory --yes',
		'memory sync @/memory --yes',
		'memory review list',
		'memory review show $draft$',
		'memory review submit $draft$',
		'memory review approve $draft$ --comment fine',
		'memory review approve none',
		'memory review list --state submitted',
		'workspace list',
		'workspace create ws-cli --admin-token',
		'workspace create bad!',
		'workspace reseal',
		'audit list --limit 4',
		'audit list --json --limit 2',
		'audit verify',
		'audit verify --head 1:00',
		'data export --out @/export.ndjson',
		'data erase --user u-none',
		'data erase',
		'tokens @/good.yaml',
		'tokens @/good.yaml @/flow.yaml --estimator exact --json',
		'tokens @/none',
		'replay --fixture test/fixtures/replay/release_rollout_v1/original --validate --render-prompt',
		'replay --fixture @/none',
		'replay-tool < {"tool":"validate_replay_payload","params":{"payload":{"task":"x"}}}',
		'replay-tool < {"tool":"nothing","params":{}}',
		'replay-tool < {',
		'claude --dir @/project --url http://localhost:8787',
		'claude --dir @/project --remove',
		'install --client cursor --project @/project --dry-run',
		'install --client nobody',
		'uninstall --client cursor --project @/project',
		'analyze --client nobody',
		'backup @/copy --state @/no-state',
		'restore @/copy --state @/restored',
		'serve --port x',
		'serve --config @/none.yaml --state @/served',
		'wrap',
		'report --state @/no-state',
		'login nowhere --state @/served',
		'upstream remove shop',
		'config push @/blank.yaml',
		'config pull @/nowhere/it.yaml',
		'config pull --url http://localhost:9',
	].map((line) => line.replaceAll('@/', `${folder}/`));

async function run(recorder: Recorder): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'loadline-cli-'));
	// Clients keep their settings at home.
	process.env.HOME = folder;
	recorder.replaced(folder, '/files');
	const files = {
		'good.yaml': 'demo: true\ndefaultPageSize: 9\nexactSampleRate: 0\n',
		'bad.yaml': 'defaultPageSize: 0\nnothing: 1\n',
		'blank.yaml': '# nothing\n',
		'flow.yaml': FLOW,
		'ships.json': '[{"id":1,"name":"Argo"},{"id":2,"name":"Fram"}]',
		'ships.csv': 'id,name\n3,Pequod\n',
	};
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
	const say = async (line: string, words: readonly string[], input?: string) => {
		reseed(`cli ${line}`);
		const { out, err, code } = await command(recorder.house, words, input);
		recorder.note(line === '' ? 'loadline' : line.replaceAll(folder, '/files'), [
			`> loadline ${line}`,
			`< ${code}`,
			out.trimEnd().replaceAll(/, \d+ ms$/gm, ', <n> ms'),
			...(err === '' ? [] : [`! ${err.trimEnd()}`]),
			...logged(),
		]);
	};
	for (const name of COMMANDS)
		await say(`${name} --help`.trim(), [...name.split(' ').filter(Boolean), '--help']);
	const era = '2026-07-28';
	const meta = { 'dev.loadline/session': 'cli-1' };
	await recorder.all([
		http('configuration', 'PUT', '/api/config', {
			body: { demo: true, exactSampleRate: 0, upstreams: [{ name: 'shop', url: SERVERS.shop }] },
		}),
		publish,
		call('list', 'shop__list_items', {}, { era, meta, keep: { handle: HANDLE } }),
		call(
			'setup',
			'memsetup',
			{ session_id: 'cli-1', knownHashes: { 'META_PROMPT.md': '' } },
			{ era },
		),
		call(
			'draft',
			'artifact',
			{
				session_id: 'cli-1',
				resource: 'context',
				op: { create: { path: 'Cli/one.md', body: '# One\n' } },
			},
			{ era, keep: { draft: /(tmp-context-[0-9a-f]{12})/ } },
		),
	]);
	for (const line of LINES(folder)) {
		const [words = '', input] = recorder.filled(line).split(' < ');
		await say(line, words.split(' '), input);
	}
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
		if (/pulled|memory\/.*\.(?:md|json)$|project\/.*(?:json|md)$/.test(name))
			recorder.note(`file ${name}`, [readFileSync(join(folder, name), 'utf8').trimEnd()]);
}

export const cli: readonly Group[] = [{ name: 'cli', run }];
