// A Loadline and a browser that looks at its pages, for tests of several.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { ADVICE, startBrowser } from '../chromium';
import { type Loadline, startLoadline } from './serve';

export const found: Browser | undefined = await startBrowser();
if (!found) console.warn(ADVICE);
export const browser = found as Browser;

export let loadline: Loadline;
export let origin: string;
/** Complaints of pages. */
export const complaints: string[] = [];

/** Serves it, for the tests of a file. */
export function serve(): void {
	beforeAll(async () => {
		// As `npm start` has it.
		loadline = await startLoadline({ vars: { LOADLINE_SESSION_TEXTS: 'true' } });
		origin = loadline.url.replace('127.0.0.1', 'localhost');
	});
	afterAll(async () => {
		await found?.close();
		await loadline?.stop();
	});
}

/** One visitor of them all, unless told otherwise: a context of its own is half a second. */
let visitor: BrowserContext | undefined;

/** A page of it. */
export async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
	if (!options) visitor ??= await browser.newContext();
	const page = await (options ? await browser.newContext(options) : visitor)?.newPage();
	if (!page) throw new Error('no page opens');
	page.on('console', (message) => {
		// That a page itself says what is wrong is none.
		const isPage = message.location().url === page.url();
		if (message.type() === 'error' && !isPage) complaints.push(`${path}: ${message.text()}`);
	});
	page.on('pageerror', ({ message }) => complaints.push(`${path}: ${message}`));
	await page.goto(`${origin}${path}`);
	return page;
}

/** Of the configuration in force. */
export const version = async () => (await api<{ version: number }>('/api/config')).version;
/** Returns the endpoints of the configuration in force. */
export const changed = async () =>
	(await api<{ config: { endpoints: object } }>('/api/config')).config.endpoints;

/** Returns the API's answer at a path. */
export const api = async <Body>(path: string): Promise<Body> =>
	(await (await loadline.fetch(path)).json()) as Body;
