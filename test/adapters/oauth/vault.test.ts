// The vault against a real authorization server and a real MCP server that demands its tokens.
import { describe, expect, it } from 'vitest';
import { createSealedBox } from '../../../src/adapters/crypto/sealed-box';
import { createForeignFetch } from '../../../src/adapters/oauth/foreign-fetch';
import { Vault } from '../../../src/adapters/oauth/vault';
import { insert, type SqlValue } from '../../../src/shared/sql';
import { openSql } from '../sqlite/open';
import {
	ask,
	logIn,
	metadata,
	now,
	of,
	pass,
	provider,
	SECRET,
	serveLogins,
	tokenOf,
	urls,
	vaultOf,
} from './vault-bed';

serveLogins();

describe('a login at an upstream', () => {
	it('registers a client, goes through PKCE, and lends a token that the server takes', async () => {
		const { vault } = vaultOf();
		expect(await vault.token(of)).toEqual({ kind: 'missing', why: 'none' });
		const finished = await vault.finish(await logIn(vault, 'alice'), urls());
		expect(finished).toEqual({ ok: true, value: 'notes' });
		const answer = await ask(tokenOf(await vault.token(of)));
		expect(await answer.text()).toContain('whoami alice');
		expect(vault.list()).toMatchObject([
			{ upstream: 'notes', url: of.url, issuer: provider.issuer },
		]);
	});

	it('registers once, however often it begins', async () => {
		const { vault } = vaultOf();
		const before = provider.asked['/reg'] ?? 0;
		await vault.begin(of, { metadata }, 'ws-a');
		await vault.begin(of, { metadata }, 'ws-a');
		expect(provider.asked['/reg']).toBe(before + 1);
	});

	it('is finished once, in the vault it was begun in, and with the issuer it was begun at', async () => {
		const { vault } = vaultOf();
		const callback = await logIn(vault, 'alice');
		expect((await vaultOf('mallory').vault.finish(callback, urls())).ok).toBe(false);
		const other = callback.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example');
		expect(other).not.toBe(callback);
		expect((await vault.finish(other, urls())).ok).toBe(false);
		expect((await vault.finish(callback, urls())).ok).toBe(false);
		expect(await vault.token(of)).toEqual({ kind: 'missing', why: 'none' });
	});

	it('says so when the user refuses, or the upstream has another address by then', async () => {
		const { vault } = vaultOf();
		expect(await vault.finish(await logIn(vault, 'alice', 'no'), urls())).toEqual({
			ok: false,
			error: 'access was not allowed there',
		});
		const callback = await logIn(vault, 'alice');
		expect((await vault.finish(callback, { notes: 'https://evil.example/mcp' })).ok).toBe(false);
	});

	it('is sealed anew while the deployment’s secret is rotated, with the client that asked for it', async () => {
		const { vault, sql } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const token = tokenOf(await vault.token(of));
		const fresh = 'another secret of at least 32 letters';
		expect(await vaultOf('alice', sql, fresh, SECRET).vault.reseal()).toEqual({
			...{ resealed: 2, unreadable: 0 },
		});
		const { vault: after } = vaultOf('alice', sql, fresh);
		expect(tokenOf(await after.token(of))).toBe(token);
		expect(await after.reseal()).toEqual({ resealed: 0, unreadable: 0 });
		expect(await vaultOf('alice', sql).vault.reseal()).toEqual({ resealed: 0, unreadable: 2 });
	});

	it('is for its address alone', async () => {
		const { vault } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const moved = { ...of, url: 'http://127.0.0.1:9/mcp' };
		expect(await vault.token(moved)).toEqual({ kind: 'missing', why: 'none' });
		expect(vault.generation('notes', moved.url)).toBeUndefined();
	});

	it('is refused where PKCE is not offered, or the metadata is of another resource', async () => {
		const { vault } = vaultOf();
		const fake = async (url: string | URL | Request) => {
			const path = new URL(String(url)).pathname;
			if (path.includes('oauth-protected-resource'))
				return Response.json({ resource: 'http://127.0.0.1:9/other' });
			return new Response(null, { status: 401 });
		};
		const { vault: fooled } = (() => {
			const ports = { sql: openSql(), fetch: fake as never };
			const box = createSealedBox({ current: 'x' }, 'vault/1');
			const rest = { name: 'a', box, allowLoopback: true, now: () => now };
			return {
				vault: new Vault({ ...ports, ...rest, newId: () => 'x', wakeAt: () => {} }),
			};
		})();
		const refused = await fooled.begin(
			{ upstream: 'x', url: 'http://127.0.0.1:9/mcp' },
			{ metadata },
			'ws-a',
		);
		expect(refused).toEqual({ ok: false, error: expect.stringContaining('another resource') });
		const pinned = await vault.begin(
			{ ...of, issuer: 'https://evil.example' },
			{ metadata },
			'ws-a',
		);
		expect(pinned).toEqual({ ok: false, error: expect.stringContaining('auth.issuer') });
	});
});

describe('a token', () => {
	it('is refreshed once, however many calls wait for it, and the grant stays the same', async () => {
		const { vault } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const first = await vault.token(of);
		const before = provider.asked['/token'] ?? 0;
		pass(100_000);
		const lent = await Promise.all(Array.from({ length: 20 }, () => vault.token(of)));
		expect(new Set(lent.map(tokenOf)).size).toBe(1);
		expect(lent[0]).not.toEqual(first);
		expect(lent[0]).toMatchObject({ generation: first.kind === 'token' && first.generation });
		expect(provider.asked['/token']).toBe(before + 1);
		expect((await ask(tokenOf(await vault.token(of)))).status).toBe(200);
	});

	it('is refreshed once for a call that read it before it was refreshed, and opens it only afterwards', async () => {
		const { vault, sql } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const box = createSealedBox({ current: SECRET, previous: undefined }, 'vault/1');
		const { promise: isRefreshed, resolve: go } = Promise.withResolvers<void>();
		let opened = 0;
		const slow: Vault = new Vault({
			...{ name: 'alice', sql, allowLoopback: true, now: () => now },
			fetch: createForeignFetch({ fetch: (url, init) => fetch(url, init), allowLoopback: true }),
			box: {
				...box,
				async open(...sealed) {
					if (opened++ === 0) await isRefreshed;
					return box.open(...sealed);
				},
			},
			...{ newId: () => 'x', wakeAt: () => {} },
		});
		pass(100_000);
		const before = provider.asked['/token'] ?? 0;
		const late = slow.token(of);
		const first = await slow.token(of);
		go();
		expect(await late).toEqual(first);
		expect(provider.asked['/token']).toBe(before + 1);
		expect((await slow.token(of)).kind).toBe('token');
	});

	it('is refreshed when the server refuses it, and asks for more rights where they are missing', async () => {
		const { vault } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const first = tokenOf(await vault.token(of));
		const refused = await ask(first, 'write_note');
		expect(refused.status).toBe(403);
		const challenge = refused.headers.get('www-authenticate') ?? '';
		expect(await vault.token(of, { token: first, challenge })).toEqual({
			kind: 'missing',
			why: 'scope',
		});
		await vault.finish(await logIn(vault, 'alice'), urls());
		const wider = tokenOf(await vault.token(of));
		expect((await ask(wider, 'write_note')).status).toBe(200);
		const again = await vault.token(of, {
			token: wider,
			challenge: 'Bearer error="invalid_token"',
		});
		expect(tokenOf(again)).not.toBe(wider);
		expect(await vault.token(of, { token: wider })).toEqual(again);
	});

	it('counts no more, here and there, after the user disconnects', async () => {
		const { vault } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const token = tokenOf(await vault.token(of));
		expect(await vault.disconnect('notes')).toBe(true);
		expect(await vault.token(of)).toEqual({ kind: 'missing', why: 'none' });
		expect((await ask(token)).status).toBe(401);
		expect(await vault.disconnect('notes')).toBe(false);
	});

	it('ends with its grant at the authorization server', async () => {
		const { vault, sql } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const [row] = sql.all<Record<string, SqlValue>>`SELECT * FROM grants WHERE upstream = 'notes'`;
		await vault.disconnect('notes');
		if (row) insert(sql, 'INSERT INTO grants', row);
		pass(100_000);
		expect(await vault.token(of)).toEqual({ kind: 'missing', why: 'ended' });
		expect(await vault.token(of)).toEqual({ kind: 'missing', why: 'none' });
	});

	it('outlives a time in which the authorization server cannot be asked', async () => {
		const { vault, sql } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		pass(100_000);
		const down = new Vault({
			...{ name: 'alice', sql, allowLoopback: true, now: () => now },
			box: createSealedBox({ current: 'a secret of at least 32 characters.' }, 'vault/1'),
			fetch: () => Promise.reject(new TypeError('fetch failed')),
			...{ newId: () => 'x', wakeAt: () => {} },
		});
		expect((await down.token(of)).kind).toBe('failed');
		expect((await vault.token(of)).kind).toBe('token');
	});

	it('lies sealed: nothing of it is in the database, and another place or secret opens nothing', async () => {
		const { vault, sql } = vaultOf();
		await vault.finish(await logIn(vault, 'alice'), urls());
		const token = tokenOf(await vault.token(of));
		const rows = sql.all<Record<string, unknown>>('SELECT * FROM grants');
		const stored = rows.flatMap((row) =>
			Object.values(row).map((value) =>
				value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
			),
		);
		expect(stored.join('\n')).not.toContain(token);
		expect(await vaultOf('bob', sql).vault.token(of)).toEqual({ kind: 'missing', why: 'ended' });
		const other = vaultOf('alice', sql, 'another secret of at least 32 characters').vault;
		expect(await other.token(of)).toEqual({ kind: 'missing', why: 'ended' });
	});
});
