// The vault's service accounts, whose tokens are Loadline's own.

import { describe, expect, it } from 'vitest';
import type { Lent } from '../../../src/adapters/oauth/sealed-grants';
import {
	ask,
	metadata,
	of,
	provider,
	SERVICE,
	serveLogins,
	tokenOf,
	upstream,
	vaultOf,
} from './vault-bed';

serveLogins();

describe('a service account', () => {
	const service = () => ({
		...of,
		client: { client_id: SERVICE.client_id, client_secret: SERVICE.client_secret },
	});

	it('asks for its own token once, and again when that ends or is refused', async () => {
		const { vault } = vaultOf('ws');
		const before = provider.asked['/token'] ?? 0;
		const lent = await Promise.all([1, 2, 3].map(() => vault.service(service())));
		expect(new Set(lent.map(tokenOf)).size).toBe(1);
		expect(provider.asked['/token']).toBe(before + 1);
		expect(await (await ask(tokenOf(lent[0] as Lent))).text()).toContain('whoami robot');
		const again = await vault.service(service(), { token: tokenOf(lent[0] as Lent) });
		expect(tokenOf(again)).not.toBe(tokenOf(lent[0] as Lent));
		expect(vault.list()).toEqual([]);
	});

	it('sends its secret to the origins that are the secret’s, whatever the upstream names', async () => {
		const { vault } = vaultOf('ws');
		const before = provider.asked['/token'] ?? 0;
		const bound = (...secret_origins: string[]) => ({
			...service(),
			client: { ...service().client, secret_origins },
		});
		const elsewhere = bound(new URL(upstream.url).origin);
		const refused = expect.stringContaining(`is at ${new URL(provider.issuer).origin}, where`);
		expect(await vault.service(elsewhere)).toEqual({ kind: 'failed', message: refused });
		expect(await vault.begin(elsewhere, { metadata }, 'ws-a')).toEqual({
			ok: false,
			error: refused,
		});
		expect(provider.asked['/token'] ?? 0).toBe(before);
		const right = await vault.service(bound(new URL(provider.issuer).origin));
		expect(right.kind).toBe('token');
	});

	it('says what the server answers to a wrong secret', async () => {
		const { vault } = vaultOf('ws');
		const wrong = { ...service(), client: { client_id: 'robot', client_secret: 'wrong' } };
		expect(await vault.service(wrong)).toEqual({
			kind: 'failed',
			message: 'its authorization server answers invalid_client',
		});
	});
});
