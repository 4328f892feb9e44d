// A deployment with an identity provider and a server behind it that wants logins, and people at browsers.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import { Browsing } from '../oauth/browsing';
import { type Deployment, startDeployment, throughProvider } from '../oauth/deployment';
import { Keeping, type Kind, logIn, REDIRECT } from '../oauth/login-client';

export let deployment: Deployment;

/** Starts it, for the tests of a file. */
export function deploy(): void {
	beforeAll(async () => {
		deployment = await startDeployment();
	});
	afterAll(() => deployment?.stop());
}

/** Does what a user does between the client's address and its callback. */
export const browsing =
	(account: string, browser = new Browsing(), scopes?: readonly string[]) =>
	async (address: string): Promise<string> => {
		const asked = await browser.open(address, {}, REDIRECT);
		const way = /href="(\/sign-in\/openid[^"]*)"/.exec(asked.text)?.[1]?.replaceAll('&amp;', '&');
		const consent = way
			? await throughProvider(browser, await browser.open(new URL(way, asked.url).href), account)
			: asked;
		if (!consent.text.includes('Allow access?')) return consent.url + consent.text;
		const fields = { decision: 'allow', ...(scopes && { scope: scopes }) };
		return (await browser.submit(consent, fields, REDIRECT)).url;
	};

/** A client of somebody who logged in. */
export const connected = async (account: string, kind: Kind = 'v2', scope?: string) => {
	const keeping = new Keeping(`client of ${account}`, scope);
	const browser = new Browsing();
	const client = await logIn(
		kind,
		`${deployment.loadline.url}/mcp`,
		keeping,
		browsing(account, browser),
	);
	return { keeping, browser, client };
};
/** Returns the audit log of the workspace, or of the deployment: actions and what they were done to. */
export const acts = async (of: 'ws-team' | 'deployment') => {
	const path = of === 'deployment' ? '/api/audit/deployment?limit=200' : '/api/audit?limit=200';
	const headers = { authorization: `Bearer ${deployment.token}` };
	const { entries } = (await (await deployment.loadline.fetch(path, { headers })).json()) as {
		entries: { action: string; target: string }[];
	};
	return entries.map(({ action, target }) => [action, target]);
};
/** Of the tools that a client is told of. */
export const names = async (client: Client) =>
	(await client.listTools()).tools.map(({ name }) => name);

/** The user follows the link that a call gave. */
export async function connectNotes(
	browser: Browsing,
	account: string,
	workspace = 'ws-team',
): Promise<string> {
	const page = await browser.open(
		`${deployment.loadline.url}/connect/notes?workspace=${workspace}`,
	);
	const there = await browser.submit(page);
	return (await throughProvider(browser, there, account)).text;
}
