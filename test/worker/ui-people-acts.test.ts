// Tests of the acts on people and tokens in pages, and of their Undo: forms as a browser without scripts sends them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { principalId } from '../../src/auth';
import { Forms, fieldsOf, told } from './forms';

let forms: Forms;

beforeAll(async () => {
	forms = await Forms.open();
});
afterAll(() => forms?.loadline.stop());

const post = (path: string, fields: Record<string, string>) => forms.post(path, fields);
const undo = (page: string) => forms.undo(page);
const api = <Body>(path: string, method?: string, body?: object): Promise<Body> =>
	forms.api<Body>(path, method, body);

it('an address before the first entry of the log does not say that nothing was noted', async () => {
	expect(await forms.get('/people?before=1')).toContain('Nothing was noted earlier.');
	expect(await forms.get('/people?before=1&action=x')).toContain(
		'Nothing of this name was noted earlier.',
	);
});

describe('people', () => {
	const ada = { issuer: 'https://id.example', subject: 'ada', name: 'Ada' };
	const id = principalId(ada.issuer, ada.subject);
	const role = async () =>
		(await api<{ members: { role: string }[] }>('/api/members')).members[0]?.role;

	it('that were added are removed by Undo', async () => {
		const added = await post('/people/members', { ...ada, role: 'member' });
		expect(told(added.text)).toBe('Ada is a member from now on.');
		await undo(added.text);
		expect(await role()).toBeUndefined();
	});

	it('who are added a second time get another role and name, and have theirs back by Undo', async () => {
		await post('/people/members', { ...ada, role: 'member' });
		const again = await post('/people/members', { ...ada, name: 'Countess', role: 'reviewer' });
		expect(told(again.text)).toBe('A member already. Ada, member, is Countess, reviewer now.');
		await undo(again.text);
		const { members } = await api<{ members: object[] }>('/api/members');
		expect(members).toMatchObject([{ name: 'Ada', role: 'member' }]);
		const same = await post('/people/role', { id, role: 'member' });
		expect(told(same.text)).toBe('Ada, member: nothing changed.');
		await post('/people/remove', { id });
	});

	it('keep the role that they were given since: Undo says by whom, and changes nothing', async () => {
		const added = await post('/people/members', { ...ada, role: 'member' });
		const raised = await post('/people/role', { id, role: 'reviewer' });
		await api(`/api/members/${id}`, 'PUT', { role: 'admin' });
		for (const page of [added, raised]) {
			const late = await undo(page.text);
			expect([late.status, late.text]).toEqual([409, expect.stringContaining('Ada is admin now.')]);
			expect(late.text).toContain('Changed last by');
			expect(await role()).toBe('admin');
		}
		await post('/people/remove', { id });
	});

	it('keep the name that they were given since, where it is another than the act gave', async () => {
		const rename = (name: string) => api(`/api/members/${id}`, 'PUT', { name, role: 'reviewer' });
		const member = async () => (await api<{ members: object[] }>('/api/members')).members[0];
		const added = await post('/people/members', { ...ada, role: 'member' });
		await api(`/api/members/${id}`, 'PUT', { name: 'Lady', role: 'member' });
		const kept = await undo(added.text);
		expect([kept.status, kept.text]).toEqual([
			409,
			expect.stringContaining('Lady is their name now.'),
		]);
		expect(await member()).toMatchObject({ name: 'Lady', role: 'member' });
		const raised = await post('/people/role', { id, role: 'reviewer' });
		await rename('Countess');
		await undo(raised.text);
		expect(await member()).toMatchObject({ name: 'Countess', role: 'member' });
		const named = await post('/people/members', { ...ada, role: 'reviewer' });
		await rename('Lovelace');
		const late = await undo(named.text);
		expect([late.status, late.text]).toEqual([
			409,
			expect.stringContaining('Lovelace is their name now.'),
		]);
		expect(await member()).toMatchObject({ name: 'Lovelace', role: 'reviewer' });
		await post('/people/remove', { id });
	});

	it('keep a role that others gave and took since, and what is as it was is no act', async () => {
		await post('/people/members', { ...ada, role: 'member' });
		const raised = await post('/people/role', { id, role: 'reviewer' });
		const newest = async () =>
			(await api<{ entries: { n: number }[] }>('/api/audit?limit=1')).entries[0]?.n ?? 0;
		const before = await newest();
		await api(`/api/members/${id}`, 'PUT', { role: 'reviewer' });
		expect(await newest()).toBe(before);
		for (const other of ['member', 'reviewer'])
			await api(`/api/members/${id}`, 'PUT', { role: other });
		expect(await newest()).toBe(before + 2);
		const late = await undo(raised.text);
		expect([late.status, late.text]).toEqual([409, expect.stringContaining('Changed meanwhile')]);
		// Other acts with the same target are not of the role.
		expect(late.text).toContain('Changed last by local.');
		expect(await role()).toBe('reviewer');
		await post('/people/remove', { id });
	});

	it('have a token back by the Undo of who revoked it last alone', async () => {
		const wish = { name: 'by two', scopes: ['mcp:use'] };
		const { id: token } = await api<{ id: string }>('/api/tokens', 'POST', wish);
		const works = async () =>
			(await api<{ tokens: { id: string }[] }>('/api/tokens')).tokens.length > 0;
		const revoked = await post('/people/revoke', { id: token });
		const back = await undo(revoked.text);
		expect([told(back.text), await works()]).toEqual([expect.stringContaining('is back'), true]);
		expect(told((await undo(back.text)).text)).toContain('is revoked');
		// Another brings it back and revokes it again: the state is the same, and the act another's.
		await api(`/api/tokens/${token}/restore`, 'POST');
		const late = await undo(back.text);
		expect([late.status, await works()]).toEqual([409, true]);
		await api(`/api/tokens/${token}`, 'DELETE');
		const again = await undo(revoked.text);
		expect([again.status, again.text]).toEqual([
			409,
			expect.stringContaining('Changed last by local.'),
		]);
		expect(await works()).toBe(false);
	});

	it('have a token that was made taken back', async () => {
		const made = await post('/people/tokens', { name: 'at once', scopes: 'mcp:use', days: '1' });
		await post('/people/revoke', fieldsOf(made.text, '/people/revoke'));
		expect((await api<{ tokens: object[] }>('/api/tokens')).tokens).toEqual([]);
	});

	it('are told before a lesser role, and after it, which tokens end with it', async () => {
		// A member whose calls a token makes.
		const robot = { issuer: 'loadline:service:ws-local', subject: 'robot', name: 'Robot' };
		const of = { id: principalId(robot.issuer, robot.subject) };
		const added = await post('/people/members', { ...robot, role: 'admin' });
		const wish = { name: 'of robot', scopes: ['mcp:use'], service: 'robot' };
		const { token } = await api<{ token: string }>('/api/tokens', 'POST', wish);
		// Another that works no more is in neither number.
		const gone = await api<{ id: string }>('/api/tokens', 'POST', { ...wish, name: 'gone' });
		await api(`/api/tokens/${gone.id}`, 'DELETE');
		const works = async () => {
			const headers = { authorization: `Bearer ${token}` };
			return (await forms.loadline.fetch('/api/me', { headers })).status;
		};
		const asked = await post('/people/role', { ...of, role: 'member' });
		expect(asked.text).toContain('A token of theirs ends with it at once');
		expect([await role(), await works()]).toEqual(['admin', 200]);
		// And so before they are removed by Undo.
		const removed = await undo(added.text);
		expect(removed.text).toContain('A token of theirs ends with it at once');
		expect(fieldsOf(removed.text, '/people/remove')).toMatchObject({
			...{ ...of, has: expect.stringMatching(/^20/) },
		});
		expect([await role(), await works()]).toEqual(['admin', 200]);
		const done = await post('/people/role', fieldsOf(asked.text, '/people/role'));
		expect(told(done.text)).toContain(
			'revoked with it: 1. Undo gives the role back, and no token.',
		);
		expect([await role(), await works()]).toEqual(['member', 401]);
		await post('/people/members', { ...robot, role: 'admin' });
		await api('/api/tokens', 'POST', wish);
		// A member whose role was taken and given again is not the one added then.
		const late = await post('/people/remove', fieldsOf(removed.text, '/people/remove'));
		expect([late.status, await role()]).toEqual([409, 'admin']);
		const sure = await post('/people/remove', of);
		expect(told(sure.text)).toContain('revoked with it: 1.');
		expect(await role()).toBeUndefined();
	});
});
