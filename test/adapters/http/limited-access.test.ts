// So many requests of a caller, so many wrong tokens from an address.
import { expect, it } from 'vitest';
import { addressOf, limitedAccess } from '../../../src/adapters/http/door';
import type { Access } from '../../../src/auth';
import { Ledger } from '../../../src/shared/ledger';

const setting = (isFree = false) => {
	const clock = { now: 0 };
	const now = () => clock.now;
	const blocked: string[] = [];
	const access = async (request: Request): Promise<Access> => {
		const id = request.headers.get('authorization') ?? '';
		if (id === '') return { kind: 'refused', fault: 'missing' };
		if (id.startsWith('wrong')) return { kind: 'refused', fault: 'invalid' };
		return { kind: 'caller', principal: { id, workspace: 'ws-a', scopes: [] } };
	};
	const minute = (most: number) => ({ most, everyMs: 60_000 });
	const ledger = new Ledger({ calls: minute(5), refusals: minute(3) }, now);
	const of = (resource: 'calls' | 'refusals') => ({
		limit: async ({ key }: { key: string }) => ({ success: ledger.charge(resource, key) === 0 }),
	});
	const { access: limited } = limitedAccess(access, {
		...{ calls: of('calls'), refusals: of('refusals') },
		blocked: async (address) => void blocked.push(address),
		isFree,
	});
	const ask = async (authorization: string, address = '1.1.1.1') => {
		const headers = { authorization, 'cf-connecting-ip': address };
		return (await limited(new Request('https://a.example/', { headers }))).kind;
	};
	const times = async (count: number, ...args: Parameters<typeof ask>) =>
		Promise.all(Array.from({ length: count }, () => ask(...args)));
	return { ask, times, clock, blocked };
};

it('a caller has its own share of every minute', async () => {
	const { ask, times, clock } = setting();
	expect(await times(6, 'ann')).toEqual([...new Array(5).fill('caller'), 'limited']);
	expect(await ask('bob')).toBe('caller');
	expect(await setting(true).times(20, 'local')).toEqual(new Array(20).fill('caller'));
	clock.now = 60_000;
	expect(await ask('ann')).toBe('caller');
});

it('an address with many wrong tokens is told to wait, and whoever brings a valid one from it comes in', async () => {
	const { ask, times, clock, blocked } = setting();
	expect(await times(3, 'wrong')).toEqual(new Array(3).fill('refused'));
	expect(await times(2, 'wrong')).toEqual(['limited', 'limited']);
	expect([await ask('ann'), await ask('wrong', '2.2.2.2')]).toEqual(['caller', 'refused']);
	expect(blocked).toEqual(['1.1.1.1', '1.1.1.1']);
	clock.now = 60_000;
	expect(await ask('wrong')).toBe('refused');
});

it('who brings no token is told how to become a caller, however often', async () => {
	const { times } = setting();
	expect(await times(50, '')).toEqual(new Array(50).fill('refused'));
});

it('all addresses of an IPv6 network are one, and an IPv4 address is itself however it is written', () => {
	const of = (address: string) =>
		addressOf(new Request('https://a.example/', { headers: { 'cf-connecting-ip': address } }));
	for (const address of ['2001:DB8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:3::'])
		expect(of(address)).toBe('2001:db8:1:2::/64');
	expect(of('2001:db8::1')).toBe('2001:db8:0:0::/64');
	expect(of('1::3:4:5:6:7:8')).toBe('1:0:3:4::/64');
	expect([of('::ffff:10.0.0.1'), of('10.0.0.2')]).toEqual(['10.0.0.1', '10.0.0.2']);
	expect(addressOf(new Request('https://a.example/'))).toBe('unknown');
});
