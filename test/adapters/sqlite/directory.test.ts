// Tests of permissions as they are kept: tokens, members, workspaces.
import { describe, expect, it } from 'vitest';
import { ApiTokens } from '../../../src/adapters/sqlite/api-tokens';
import { Erasures } from '../../../src/adapters/sqlite/erasures';
import { Members, Ownership, Visits, Workspaces } from '../../../src/adapters/sqlite/people';
import type { Role } from '../../../src/auth';
import { openSql } from './open';

const setting = () => {
	const sql = openSql();
	const clock = { now: 1_800_000_000_000 };
	return { sql, clock, now: () => clock.now };
};

describe('API tokens', () => {
	const token = (n: number, more: object = {}) => ({
		...{ id: `t-${n}`, digest: `digest-${n}`, name: 'ci', principal: 'u-1' },
		...{ scopes: ['mcp:read', 'telemetry:read'], createdBy: 'u-0', expiresAt: null, ...more },
	});

	it('are found by their digest until they end or are revoked, with their last use to the minute', () => {
		const { sql, clock, now } = setting();
		const tokens = new ApiTokens(sql, now);
		tokens.create(token(1));
		tokens.create(token(2, { expiresAt: clock.now + 1_000, principal: 'u-2' }));
		expect(tokens.find('digest-1')).toMatchObject({
			principal: 'u-1',
			scopes: ['mcp:read', 'telemetry:read'],
		});
		expect(tokens.find('digest-3')).toBeNull();
		const first = clock.now;
		clock.now += 1_000;
		expect(tokens.find('digest-2')).toBeNull();
		expect(tokens.find('digest-1')?.usedAt).toBe(first);
		clock.now += 60_000;
		tokens.find('digest-1');
		expect(tokens.list()).toMatchObject([{ id: 't-1', usedAt: clock.now }]);
		expect(tokens.turn('t-1', true)).toEqual({ ok: true, value: clock.now });
		expect(tokens.turn('t-1', true)).toEqual({ ok: false, error: 'none' });
		expect(tokens.find('digest-1')).toBeNull();
	});

	it('come back within an hour of being revoked, and take no place meanwhile', () => {
		const { sql, clock, now } = setting();
		const tokens = new ApiTokens(sql, now);
		tokens.create(token(1));
		const none = { ok: false, error: 'none' };
		expect(tokens.turn('t-1', false)).toEqual(none);
		tokens.turn('t-1', true);
		expect([tokens.list(), tokens.find('digest-1')]).toEqual([[], null]);
		expect(tokens.turn('t-1', false)).toMatchObject({ ok: true });
		expect(tokens.turn('t-1', false)).toEqual(none);
		expect(tokens.find('digest-1')?.id).toBe('t-1');
		tokens.turn('t-1', true);
		clock.now += 3_600_010;
		expect(tokens.turn('t-1', false)).toEqual(none);
		expect(tokens.find('digest-1')).toBeNull();
	});

	it('are ended or brought back after a certain act alone, where one is named', () => {
		const { sql, now } = setting();
		const tokens = new ApiTokens(sql, now);
		tokens.create(token(1));
		const times = [true, false, true].map((isRevoked) => {
			const turned = tokens.turn('t-1', isRevoked);
			return turned.ok ? turned.value : 0;
		});
		// Within one millisecond, too.
		expect(new Set(times).size).toBe(3);
		const [first = 0, , last = 0] = times;
		expect(tokens.turn('t-1', false, first)).toEqual({ ok: false, error: 'changed' });
		expect(tokens.find('digest-1')).toBeNull();
		expect(tokens.turn('t-1', false, last)).toMatchObject({ ok: true });
		expect(tokens.find('digest-1')?.id).toBe('t-1');
	});

	it('leave with whom they act for, and are bounded', () => {
		const { sql, now } = setting();
		const tokens = new ApiTokens(sql, now);
		for (let n = 0; n < 1_000; n++) expect(tokens.create(token(n)).ok).toBe(true);
		expect(tokens.create(token(1_000))).toMatchObject({ ok: false });
		expect(tokens.revokeOf('u-1')).toBe(1_000);
		expect(JSON.stringify(sql.all('SELECT * FROM api_tokens'))).not.toContain('ll_');
	});
});

it('members have one role each, which can change', () => {
	const { sql, now } = setting();
	const members = new Members(sql, now);
	members.put({ id: 'u-1', name: 'Ann', role: 'member', addedBy: 'u-0' });
	members.put({ id: 'u-1', name: 'Ann B', role: 'admin', addedBy: 'u-9' });
	expect(members.list()).toEqual([
		{
			...{ id: 'u-1', name: 'Ann B', role: 'admin', addedAt: now(), addedBy: 'u-0' },
			// Another act than the one that added them, whatever the clock says.
			roleAt: now() + 1,
		},
	]);
	const roleAt = (role: Role) => {
		const put = members.put({ id: 'u-1', name: 'Ann', role, addedBy: 'u-9' });
		return put === 'changed' ? put : put?.roleAt;
	};
	expect([roleAt('admin'), roleAt('member'), roleAt('admin')]).toEqual(
		[1, 2, 3].map((ms) => now() + ms),
	);
	sql.all("UPDATE members SET role = 'god'");
	expect(members.find('u-1')).toBeNull();
	expect([members.remove('u-1'), members.remove('u-1')]).toEqual([true, false]);
});

it('members keep the role that they came by since, looked at as it is written', () => {
	const { sql, now } = setting();
	const members = new Members(sql, now);
	const ann = { id: 'u-1', name: 'Ann', addedBy: 'u-0' };
	members.put({ ...ann, role: 'member' });
	const was = (ms = 0) => new Date(now() + ms).toISOString();
	// To another role and back: the role is the same, and another's.
	for (const role of ['admin', 'member'] as const) members.put({ ...ann, role });
	expect(members.put({ ...ann, role: 'reviewer' }, was())).toBe('changed');
	expect(members.remove('u-1', was())).toBe('changed');
	expect(members.find('u-1')).toMatchObject({ role: 'member', roleAt: now() + 2 });
	expect(members.put({ ...ann, role: 'reviewer' }, was(2))).toMatchObject({ role: 'reviewer' });
	expect(members.remove('u-1', was(3))).toBe(true);
	// A member who is gone is not made anew by one who meant to change them.
	expect(members.put({ ...ann, role: 'admin' }, was(3))).toBe('changed');
	expect([members.find('u-1'), members.remove('u-1')]).toEqual([null, false]);
});

it('visits by a token end with what is erased of its own workspace, a person’s with the last', () => {
	const { sql, now } = setting();
	// As an earlier version made it.
	sql.all(`CREATE TABLE visits (digest TEXT PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, via TEXT NOT NULL,
		sealed BLOB, begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL)`);
	const visits = new Visits(sql, now);
	const begin = (digest: string, via: string, workspace: string | null) =>
		visits.begin(digest, { id: 'u-1', name: 'Ada', via, sealed: null, workspace });
	begin('a', 'token', 'ws-a');
	begin('b', 'token', 'ws-b');
	begin('old', 'token', null);
	begin('person', 'openid', null);
	const left = () => ['a', 'b', 'old', 'person'].filter((digest) => visits.find(digest));
	expect([visits.endOf('u-1', 'ws-c', false), left()]).toEqual([0, ['a', 'b', 'old', 'person']]);
	expect([visits.endOf('u-1', 'ws-b', false), left()]).toEqual([1, ['a', 'old', 'person']]);
	expect([visits.endOf('u-1', 'ws-c', true), left()]).toEqual([1, ['a', 'old']]);
});

it('an erasure remembers whether its workspace knew the principal when it began', async () => {
	const { sql, clock, now } = setting();
	const erasures = new Erasures(sql, { now, wakeAt: () => {} });
	const subject = { workspace: 'ws-a', principal: 'u-1' };
	erasures.begin({ ...subject, id: 'er-1', isKnown: true });
	// Asked again when half is gone.
	erasures.begin({ ...subject, id: 'er-2', isKnown: false });
	erasures.begin({ workspace: 'ws-b', principal: 'u-1', id: 'er-3', isKnown: false });
	const asked: object[] = [];
	for (let pass = 0; pass < 2; pass++) {
		await erasures.goOn(async (one) => {
			asked.push(one);
			return { found: 1, more: false };
		});
		clock.now += 120_000;
	}
	const [known, stranger] = [
		{ ...subject, isKnown: true },
		{ workspace: 'ws-b', principal: 'u-1', isKnown: false },
	];
	expect(asked).toEqual([known, stranger, known, stranger]);
	expect(erasures.get('er-1')).not.toHaveProperty('known');
});

it('tries of the claim secret and of the passphrase are counted apart, and by address', () => {
	const { sql, clock, now } = setting();
	const ownership = new Ownership(sql, now);
	for (let n = 0; n < 10; n++) expect(ownership.mayTry('claim', 'stranger')).toBe(true);
	expect(ownership.mayTry('claim', 'stranger')).toBe(false);
	expect(ownership.mayTry('passphrase', 'stranger')).toBe(true);
	// Whoever knows the secret is not locked out by whoever does not.
	expect(ownership.mayTry('claim', 'owner')).toBe(true);
	const many = (from: string) => {
		for (let n = 0; n < 10; n++) ownership.mayTry('claim', from);
	};
	for (let n = 0; n < 40; n++) many(`network ${n}`);
	// However often they try: who has not tried may once.
	expect([1, 2].map(() => ownership.mayTry('claim', 'late owner'))).toEqual([true, false]);
	// Of IPv6, what one customer has is one network.
	const sites = ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:2:1::/64'];
	expect(sites.map((from) => ownership.mayTry('claim', from))).toEqual([true, false, true]);
	for (let n = 0; n < 1_000; n++) ownership.mayTry('claim', `more ${n}`);
	expect(ownership.mayTry('claim', 'one too many')).toBe(false);
	clock.now += 60_000;
	expect(ownership.mayTry('claim', 'stranger')).toBe(true);
});

it('workspaces are made once, and tell whose they are', () => {
	const { sql, now } = setting();
	const workspaces = new Workspaces(sql, now);
	const a = { name: 'ws-a', title: 'A', createdBy: 'u-0' };
	expect([workspaces.put(a), workspaces.put({ ...a, title: 'AA' })]).toEqual([true, false]);
	expect(workspaces.list()).toMatchObject([{ name: 'ws-a', title: 'AA' }]);
	workspaces.join('u-1', 'ws-a');
	workspaces.join('u-1', 'ws-b');
	workspaces.leave('u-1', 'ws-a');
	expect([workspaces.of('u-1'), workspaces.of('u-2')]).toEqual([['ws-b'], []]);
	// The default workspace of a member is no matter of who names them elsewhere.
	workspaces.join('u-1', 'ws-0');
	workspaces.join('u-1', 'ws-b');
	expect(workspaces.of('u-1')).toEqual(['ws-b', 'ws-0']);
});

it('workspaces are all listed, however many: what is sealed of each is sealed anew by the list', () => {
	const { sql, now } = setting();
	const workspaces = new Workspaces(sql, now);
	const names = Array.from({ length: 1_001 }, (_, n) => `ws-${n}`);
	sql.transaction(() => {
		for (const name of names) workspaces.put({ name, title: '', createdBy: 'u-0' });
	});
	expect(workspaces.list().map(({ name }) => name)).toEqual(names.toSorted());
});
