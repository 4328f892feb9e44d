// `npm run nightly -- release`: what .github/workflows/release.yml runs, in a clone that goes again, and
// nothing is published: a change becomes a version with its notes, and that version a package.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { parse } from 'yaml';
import { emptyFolder, must, root } from './packed';

const say = (isGood: boolean, what: string): void => {
	console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}`);
	if (!isGood) process.exitCode = 1;
};

const clone = join(emptyFolder('release'), 'clone');
await must('git', ['clone', '--quiet', root, clone], root);
symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
const read = (name: string): string => readFileSync(join(clone, name), 'utf8');
const version = (name: string): string => JSON.parse(read(name)).version;

interface Step {
	readonly run?: string;
	readonly with?: { readonly version?: string; readonly publish?: string };
}
const workflow = parse(read('.github/workflows/release.yml')) as {
	readonly jobs: { readonly release: { readonly steps: readonly Step[] } };
};
const { steps } = workflow.jobs.release;
const publishing = steps.find((step) => step.with?.publish)?.with;
say(
	steps.some(({ run }) => run === '.ci/run'),
	'nothing is released that has not passed',
);

const before = version('package.json');
const note = 'A note of the nightly trial.\n\nUpgrading: do nothing.';
writeFileSync(join(clone, '.changeset/trial.md'), `---\n"loadline": minor\n---\n\n${note}\n`);
const env = { PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
await must('sh', ['-ec', publishing?.version ?? 'false'], clone, env);
const after = version('package.json');
say(after !== before, `${before} becomes ${after}`);
say(
	version('package-lock.json') === after && version('server.json') === after,
	'wherever it stands',
);
say(
	JSON.parse(read('server.json')).packages[0].version === after,
	'and in what registries are told',
);
const changelog = read('CHANGELOG.md');
say(
	changelog.includes(`## ${after}`) && changelog.includes('Upgrading: do nothing.'),
	'its notes are in the changelog',
);
say(!(await must('ls', ['.changeset'], clone)).includes('trial.md'), 'no change waits any more');

say(publishing?.publish === 'npm run release', 'what publishes is npm run release');
const packed = await must(
	'npm',
	['publish', '--dry-run', '--ignore-scripts', '--json'],
	clone,
	env,
).catch(String);
say(
	packed.includes(`loadline@${after}`) || packed.includes(`"version": "${after}"`),
	'npm would publish it',
);

// Published, and not ours: where it cannot be reached, that is said.
const card = JSON.parse(read('server.json')) as { readonly $schema: string };
const schema = await fetch(card.$schema, { signal: AbortSignal.timeout(10_000) })
	.then((response) => (response.ok ? (response.json() as Promise<object>) : undefined))
	.catch(() => undefined);
if (schema === undefined) console.log(`--   ${card.$schema} cannot be reached from here`);
else {
	const { valid, errorMessage } = new AjvJsonSchemaValidator().getValidator(schema)(card);
	say(valid, `server.json is as its schema has it ${errorMessage ?? ''}`.trim());
}
