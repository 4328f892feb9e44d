// A real browser for tests of pages: one that the machine has, else the one from npm.
import { existsSync } from 'node:fs';
import packaged from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const ARGS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
];

/** @throws with what to install, where no browser starts */
export async function openBrowser(): Promise<Browser> {
	const named = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
	try {
		return await chromium.launch(
			named === undefined
				? { executablePath: await packaged.executablePath(), args: [...packaged.args, ...ARGS] }
				: { executablePath: named, args: ARGS },
		);
	} catch (error) {
		const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
		throw new Error(
			`No browser starts here (${reason}). Install one: apt-get install chromium, or its libraries: apt-get install libnss3 libatk-bridge2.0-0 libgbm1 libasound2`,
		);
	}
}
