// `npm run nightly -- container`: what examples/docker/Dockerfile does, step by step as it says, without an
// engine: folders stand for file systems, another user of this machine for the image's. Run as root.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	chmodSync,
	copyFileSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { emptyFolder, root } from './packed';

/** The user that stands for the image's `node`. */
const USER = 'nobody';
const PORT = '9375';
const TOKEN = 'token-of-the-nightly-trial';

const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, USER])));
const instructions = readFileSync(join(root, 'examples/docker/Dockerfile'), 'utf8')
	.split('\n')
	.filter((line) => line.trim() !== '' && !line.startsWith('#'))
	.map((line) => /^(\w+)\s+(.*)$/.exec(line)?.slice(1) as [string, string]);

/** A file system of its own: absolute paths of the image stand within it. */
interface Stage {
	readonly folder: string;
	cwd: string;
	user: string;
	readonly env: Record<string, string>;
}

const stages = new Map<string, Stage>();
let stage: Stage | undefined;
let health: string[] = [];
let entry: string[] = [];
let command: string[] = [];

for (const [what, rest] of instructions) {
	if (what === 'FROM') {
		const [image = '', name = ''] = rest.split(/\s+AS\s+/i);
		const folder = emptyFolder('image');
		chmodSync(folder, 0o755);
		stage = { folder, cwd: folder, user: 'root', env: {} };
		stages.set(name, stage);
		mkdirSync(join(folder, 'bin'));
		// An image of Node has Node; the version is what the tag says.
		if (!image.startsWith(`node:${process.versions.node.split('.')[0]}-`))
			throw new Error(`${image} is not the Node that runs this, ${process.versions.node}`);
		copyFileSync(process.execPath, join(folder, 'bin/node'));
		continue;
	}
	if (!stage) throw new Error('nothing before FROM');
	const inside = (path: string) =>
		path.startsWith('/') ? join((stage as Stage).folder, path) : join((stage as Stage).cwd, path);
	if (what === 'WORKDIR') {
		stage.cwd = inside(rest);
		mkdirSync(stage.cwd, { recursive: true });
	} else if (what === 'COPY') copy(rest, inside);
	else if (what === 'RUN') shell(stage, rest);
	else if (what === 'USER') stage.user = rest;
	else if (what === 'ENV')
		for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
			stage.env[name] = value.startsWith('/') ? inside(value) : value;
	else if (what === 'HEALTHCHECK') health = JSON.parse(rest.slice(rest.indexOf('['))) as string[];
	else if (what === 'ENTRYPOINT') entry = JSON.parse(rest) as string[];
	else if (what === 'CMD') command = JSON.parse(rest) as string[];
	else if (what !== 'VOLUME' && what !== 'EXPOSE') throw new Error(`${what} is not known here`);
}

function copy(rest: string, inside: (path: string) => string): void {
	const [, from, source = '', to = ''] = /^(?:--from=(\S+)\s+)?(\S+)\s+(\S+)$/.exec(rest) ?? [];
	if (from === undefined && source === '.') {
		// Committed files alone; an engine takes the folder less .dockerignore.
		const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 1 << 30 });
		execFileSync('tar', ['x'], { cwd: inside('.'), input: archive });
		return;
	}
	const folder = from === undefined ? root : (stages.get(from)?.folder ?? '');
	mkdirSync(dirname(inside(to)), { recursive: true });
	cpSync(join(folder, source), inside(to), { recursive: true });
}

/** Absolute paths after `mkdir` and in `chown` are the image's. */
function shell({ folder, cwd, env }: Stage, line: string): void {
	const text = line
		.replaceAll(/(?<=\s)\/(?=\w)/g, `${folder}/`)
		.replaceAll('node:node', `${USER}:`);
	execFileSync('sh', ['-ec', text], { cwd, stdio: 'inherit', env: environment(folder, env, true) });
}

/**
 * Returns the environment of a command, without npm's variables: how this machine reaches its registry is no matter of
 * the image.
 */
function environment(
	folder: string,
	env: Record<string, string>,
	isBuilding = false,
): NodeJS.ProcessEnv {
	const path = `${folder}/bin:/usr/local/bin:/usr/bin:/bin`;
	const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	const outer = isBuilding ? Object.fromEntries(own) : { HOME: '/nonexistent' };
	const all = { ...outer, PATH: path, ...env };
	return all as unknown as NodeJS.ProcessEnv;
}

const image = stage as Stage;
if (image.user === 'root') throw new Error('the image runs as root');
const options = {
	cwd: image.folder,
	...{ uid, gid },
	env: {
		...environment(image.folder, { ...image.env, PORT }),
		LOADLINE_TOKENS: JSON.stringify([
			{
				...{ name: 'nightly', workspace: 'ws-night', scopes: ['admin'] },
				sha256: createHash('sha256').update(TOKEN).digest('hex'),
			},
		]),
	},
};
const started = (words: readonly string[]) => {
	const [program = '', ...args] = words.map((word) =>
		word.startsWith('/') ? join(image.folder, word) : word,
	);
	return spawn(join(image.folder, 'bin', program), args, {
		...options,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
};
const ended = (child: ReturnType<typeof started>): Promise<number | null> =>
	new Promise((resolve) => child.once('exit', resolve));
const isHealthy = async () => (await ended(started(health))) === 0;
const must = (is: boolean, what: string): void => {
	console.log(`${is ? 'ok  ' : 'FAIL'} ${what}`);
	if (!is) process.exitCode = 1;
};

async function serve(trial: () => Promise<void>): Promise<void> {
	const child = started([...entry, ...command]);
	let tries = 0;
	while (!(await isHealthy()) && tries++ < 40)
		await new Promise((resume) => setTimeout(resume, 250));
	try {
		await trial();
	} finally {
		child.kill('SIGTERM');
	}
	must((await ended(child)) === 0, 'it ends by itself when it is told to');
}

const config = (init: RequestInit = {}) =>
	fetch(`http://127.0.0.1:${PORT}/api/config`, {
		...init,
		headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
	});

must(!(await isHealthy()), 'the health check fails where nothing runs');
await serve(async () => {
	must(await isHealthy(), 'the health check passes');
	must(
		(await fetch(`http://127.0.0.1:${PORT}/api/config`)).status === 401,
		'nobody comes in without a token',
	);
	const put = await config({ method: 'PUT', body: '{"defaultPageSize":7}' });
	must(put.status === 200, 'somebody with a token does');
});
const state = image.env.LOADLINE_STATE ?? '';
must(
	readdirSync(state).length > 0 &&
		readdirSync(state).every((name) => statSync(join(state, name)).uid === uid),
	`what it keeps is the ${USER} user's`,
);
await serve(async () => {
	const { config: kept } = (await (await config()).json()) as {
		config: { defaultPageSize: number };
	};
	must(kept.defaultPageSize === 7, 'what was set is there after a restart');
});
