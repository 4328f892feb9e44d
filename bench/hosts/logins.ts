// Real clients that log in as their users would: registered or known by their documents, let in on the page in a
// real browser, calling, refreshing and logging out.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../scripts/free-port.mjs';
import { ADVICE, startBrowser } from '../../test/chromium';
import { startWorkerd } from '../../test/worker/workerd';
import { claudeEnv } from '../leaving/claude-code';
import { inFolder, mustRun, ran } from '../leaving/host';
import { program } from '../leaving/packages';
import { type Check, demand } from './setting';

const CLAIM = 'the claim secret of these checks';
const PASSPHRASE = 'a passphrase of several words';

/** Claude Code's client ID metadata document, as far as it is looked at. */
const CLAUDE = {
	client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
	client_name: 'Claude Code',
	redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
	grant_types: ['authorization_code', 'refresh_token'],
	response_types: ['code'],
	token_endpoint_auth_method: 'none',
};

interface Place {
	readonly url: string;
	/** Signed in as the owner. */
	readonly page: Page;
	readonly home: string;
	readonly project: string;
}

/** A deployment of its own, claimed on its page in a real browser. */
async function withOwner(bundle: string, work: (place: Place) => Promise<string>): Promise<string> {
	const vars = {
		LOADLINE_SECRET: 'bench-0123456789abcdef0123456789abcdef',
		LOADLINE_CLAIM: CLAIM,
	};
	// The one place on the network that is asked: where the client describes itself.
	const outside = ({ href }: URL) =>
		href === CLAUDE.client_id ? Response.json(CLAUDE) : new Response(null, { status: 404 });
	const loadline = await startWorkerd(bundle, { vars, outside });
	const browser: Browser | undefined = await startBrowser();
	try {
		if (!browser) throw new Error(ADVICE);
		const page = await (await browser.newContext()).newPage();
		await page.goto(`${loadline.url}/claim`);
		await page.fill('#secret', CLAIM);
		await page.fill('#passphrase', PASSPHRASE);
		await page.keyboard.press('Enter');
		await page.waitForURL(/\/connect$/);
		return await inFolder(async (folder) => {
			const [home, project] = [join(folder, 'home'), join(folder, 'project')];
			for (const each of [home, project]) mkdirSync(each);
			return work({ url: loadline.url, page, home, project });
		});
	} finally {
		await browser?.close();
		await loadline.stop();
	}
}

/** Reads a program's output until it says an address to open, and returns that. */
const addressSaidBy = (child: ChildProcess): Promise<string> =>
	new Promise((resolve, reject) => {
		let said = '';
		const patience = setTimeout(() => reject(new Error(`no address was said: ${said}`)), 60_000);
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (part: string) => {
				said += part;
				// A terminal is told of links by control characters.
				const [address] =
					said.match(/https?:\/\/[^\s\p{C}]+\/authorize\?[^\s\p{C}]+(?=[\s\p{C}])/u) ?? [];
				if (address === undefined) return;
				clearTimeout(patience);
				resolve(address);
			});
		child.once('exit', (code) => reject(new Error(`ended with ${code}: ${said.slice(-1_000)}`)));
	});

const ended = (child: ChildProcess): Promise<number | null> =>
	child.exitCode === null
		? new Promise((resolve) => child.once('exit', resolve))
		: Promise.resolve(child.exitCode);

/** A program at a terminal, with nothing of this environment but the PATH. */
const atTerminal = (
	line: string,
	{ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ChildProcess =>
	spawn('script', ['-qefc', `stty cols 4000; ${line}`, '/dev/null'], {
		cwd,
		env: { PATH: process.env.PATH, TERM: 'dumb', SHELL: '/bin/sh', ...env } as never,
	});

/** The consent page, and where the client is told. @returns what the page says of the client */
async function allow(page: Page, address: string): Promise<string> {
	await page.goto(address);
	const said = (await page.textContent('main')) ?? '';
	demand(said.includes('Allow access?'), 'the page asks for consent', [address, said]);
	await page.click('button:text("Allow")');
	await page.waitForURL((url) => !url.pathname.startsWith('/authorize'));
	return said;
}

const clientsOf = async (page: Page, url: string): Promise<number> => {
	await page.goto(`${url}/connect`);
	return page.locator('button:text("Withdraw")').count();
};

/** Withdraws the only client, which is asked for once more. */
async function withdraw(page: Page): Promise<void> {
	await page.click('text=Withdraw');
	await page.click('button:text("Withdraw")');
}

/** Claude Code: `claude mcp add`, `login`, a connection, a refresh, `logout`. */
export const claudeLogin =
	(bundle: string): Check =>
	({ model }) =>
		withOwner(bundle, async ({ url, page, home, project }) => {
			const claude = await program('claude');
			const how = { cwd: project, env: claudeEnv(home, model.url) };
			const run = (...args: string[]) => mustRun(claude, ['mcp', ...args], how);
			await run('add', '--transport', 'http', 'loadline', `${url}/mcp`);
			const before = await ran(claude, ['mcp', 'list'], how);
			demand(/authenti/i.test(before.said), 'it knows that a login is needed', before.said);
			// It logs in at a terminal only, wide enough for the address in one line.
			const line = `exec '${claude}' mcp login loadline --no-browser`;
			const login = atTerminal(line, how);
			const said = await allow(page, await addressSaidBy(login));
			demand(said.includes('Claude Code'), 'the page names the client', said);
			demand((await ended(login)) === 0, 'the login ends well');
			const connected = await run('list');
			demand(/Connected/.test(connected.said), 'it is connected', connected.said);
			// Its token has ended, as far as it knows: it gets another by itself.
			const path = join(home, '.claude/.credentials.json');
			const kept = () => JSON.parse(readFileSync(path, 'utf8')) as Kept;
			const grantOf = ({ mcpOAuth }: Kept) => Object.values(mcpOAuth)[0];
			const old = kept();
			const first = grantOf(old)?.accessToken;
			for (const each of Object.values(old.mcpOAuth)) each.expiresAt = Date.now() - 1_000;
			writeFileSync(path, JSON.stringify(old));
			demand(/Connected/.test((await run('list')).said), 'it is connected after a refresh');
			const second = grantOf(kept())?.accessToken;
			demand(second !== undefined && second !== first, 'it has refreshed its token');
			demand((await clientsOf(page, url)) === 1, 'the user sees one client');
			await run('logout', 'loadline');
			const after = await fetch(`${url}/api/me`, {
				headers: { authorization: `Bearer ${second}` },
			});
			const left = await clientsOf(page, url);
			demand(after.status === 401 && left === 0, 'its logout ends the login', [after.status, left]);
			return 'known by its document, let in on the page, connected, refreshed; its logout is the end';
		});

interface Kept {
	readonly mcpOAuth: Record<string, { accessToken?: string; expiresAt?: number }>;
}

/** The MCP Inspector's command line: a login, a list, a call with what it has kept, the user's withdrawal. */
export const inspectorLogin =
	(bundle: string): Check =>
	() =>
		withOwner(bundle, async ({ url, page, home, project }) => {
			const inspector = await program('inspector');
			// A machine without a keychain keeps nothing, unless told.
			const how = { cwd: project, env: { HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file' } };
			const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
			const args = ['--cli', `${url}/mcp?toolsets=workflow`, '--callback-url', callback];
			const list = [...args, '--method', 'tools/list'];
			const login = atTerminal(`exec '${inspector}' ${list.join(' ')}`, how);
			let listed = '';
			login.stdout?.on('data', (part) => {
				listed += part;
			});
			const said = await allow(page, await addressSaidBy(login));
			demand(/Inspector/i.test(said), 'the page names the client', said);
			demand((await ended(login)) === 0, 'the login ends well', listed);
			demand(listed.includes('workflow_list'), 'the tools are listed', listed);
			const call = ['--stored-auth-only', '--method', 'tools/call', '--tool-name', 'workflow_list'];
			const called = await mustRun(inspector, [...args, ...call], how);
			demand(called.said.includes('draft-and-refine'), 'a tool is called', called.said);
			demand((await clientsOf(page, url)) === 1, 'the user sees one client');
			await withdraw(page);
			await page.waitForLoadState();
			const after = await ran(inspector, [...args, ...call], how);
			demand(after.code !== 0, 'what the user withdraws is the end', after.said);
			return 'registered, let in on the page, listed, called; what its user withdrew is the end';
		});

/** A click as the page gets it, also on what the client hides behind drawings of its own. */
const press = async (page: Page, what: string): Promise<void> => {
	const at = page.locator(what).first();
	await at.evaluate((element) => (element as unknown as { click(): void }).click());
};

/** The MCP Inspector's own page, in a real browser: a login, a list, a call; its user withdraws it. */
export const inspectorPage =
	(bundle: string): Check =>
	() =>
		withOwner(bundle, async ({ url, page, home, project }) => {
			const inspector = await program('inspector');
			const ports = [await freePort(), await freePort(), await freePort()].map(String);
			const [client = '', sandbox = '', app = ''] = ports;
			const at = ['--web', '--transport', 'http', '--server-url', `${url}/mcp?toolsets=workflow`];
			const child = spawn(inspector, at, {
				cwd: project,
				env: {
					...{ PATH: process.env.PATH, HOME: home, MCP_INSPECTOR_SECRET_STORE: 'file' },
					...{ MCP_AUTO_OPEN_ENABLED: 'false', CLIENT_PORT: client },
					...{ MCP_SANDBOX_PORT: sandbox, MCP_APP_ORIGIN_PORT: app },
				} as never,
			}) as ChildProcess;
			try {
				const opened = await new Promise<string>((resolve, reject) => {
					let said = '';
					for (const stream of [child.stdout, child.stderr])
						stream?.setEncoding('utf8').on('data', (part: string) => {
							said += part;
							const address = /(http:\/\/\S+API_TOKEN=\w+)\s/.exec(said)?.[1];
							if (address !== undefined) resolve(address);
						});
					child.once('exit', () => reject(new Error(said)));
				});
				const pictures = process.env.PICTURES;
				const own = await page.context().newPage();
				const picture = async (name: string) => {
					if (pictures) await own.screenshot({ path: join(pictures, `inspector-${name}.png`) });
				};
				await own.goto(opened);
				await press(own, '[role=switch]');
				await own.waitForURL((address) => address.pathname === '/authorize');
				const asked = (await own.textContent('main')) ?? '';
				demand(/MCP Inspector/.test(asked), 'the page names the client', asked);
				demand(asked.includes(`127.0.0.1:${client}`), 'the page says where, with the port', asked);
				await picture('consent');
				await own.click('button:text("Allow")');
				await own.waitForURL((address) => address.port === client);
				await own.waitForSelector('text="Connected"');
				await press(own, 'text="Tools"');
				await own.waitForSelector('text=/^Tools \\(/');
				await press(own, 'text="workflow_list"');
				await press(own, 'button:has-text("Execute Tool")');
				await own.waitForSelector('text=draft-and-refine');
				await picture('called');
				demand((await clientsOf(page, url)) === 1, 'the user sees one client');
				await withdraw(page);
				await page.waitForLoadState();
				demand((await clientsOf(page, url)) === 0, 'what the user withdraws is gone');
				return 'registered, let in on the page, listed, called, withdrawn by its user';
			} finally {
				child.kill();
			}
		});
