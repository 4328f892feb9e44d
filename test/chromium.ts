// A real browser: the machine's own Chromium, or the one from npm with the libraries that come with it.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { fetchTool, linkPackages } from '../scripts/tools.mjs';

/** Members of `@sparticuz/chromium` that are used. */
interface Packed {
	readonly default: { readonly args: string[]; executablePath(): Promise<string> };
	inflate(file: string): Promise<string>;
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The advice for a machine on which the browser from npm does not start. */
export const ADVICE =
	'No browser starts here: install one (Debian: apt-get install chromium), or set CHROMIUM_PATH.';

/** @returns undefined where none starts; {@link ADVICE} says what to do */
export async function startBrowser(): Promise<Browser | undefined> {
	await linkPackages();
	const { chromium } = await import('playwright-core');
	const own = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path));
	// A machine without graphics draws pages at a quarter of what it costs to imitate some.
	const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
	// Of a machine whose locale is C a browser makes a language that its own Intl refuses.
	const here = { ...(process.env as Record<string, string>), LANG: 'en_US.UTF-8' };
	if (own !== undefined) {
		const options = { executablePath: own, args, env: here };
		const started = await chromium.launch(options).catch(() => undefined);
		if (started) return started;
	}
	try {
		const entry = createRequire(join(await fetchTool('browser'), 'package.json')).resolve(
			'@sparticuz/chromium',
		);
		const { default: packed, inflate } = (await import(pathToFileURL(entry).href)) as Packed;
		const executablePath = await packed.executablePath();
		// In a single process the first page that is closed would end the browser.
		const unwanted = /^--(?:single-process|no-zygote)$|gpu|gl=|angle=|swiftshader/;
		const given = packed.args.filter((arg) => !unwanted.test(arg));
		const launch = (env: Record<string, string>) =>
			chromium.launch({ executablePath, args: [...given, ...args], env });
		const started = await launch(here).catch(() => undefined);
		if (started) return started;
		const folder = await inflate(join(dirname(entry), '../bin/al2023.tar.br'));
		return await launch({ ...here, LD_LIBRARY_PATH: join(folder, 'lib') });
	} catch {
		return undefined;
	}
}
