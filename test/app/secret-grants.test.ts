// Tests of LOADLINE_GRANTS: which workspace may use which secret of the deployment, and where to.
import { expect, it } from 'vitest';
import { grantsFor, parseSecretGrants } from '../../src/app/secret-grants';

const grant = { secret: 'UPSTREAM_GITHUB', workspace: 'ws-a', origins: ['https://api.example'] };
const parse = (...entries: unknown[]) => parseSecretGrants(JSON.stringify(entries));

it('a grant is for one workspace, or for all', () => {
	const parsed = parse(grant, { ...grant, workspace: '*', secret: 'UPSTREAM_ALL' });
	if (!parsed.ok) throw new Error(parsed.error);
	const names = (workspace: string) =>
		grantsFor(parsed.value, workspace).map(({ secret }) => secret);
	expect(names('ws-a')).toEqual(['UPSTREAM_GITHUB', 'UPSTREAM_ALL']);
	expect(names('ws-b')).toEqual(['UPSTREAM_ALL']);
});

it.each([
	['secret', 'LOADLINE_SECRET'],
	['secret', 'UPSTREAM_'],
	['workspace', 'a'],
	['origins', []],
	['origins', ['https://api.example/path']],
	['origins', ['https://api.example/']],
	['origins', ['*']],
	['hunter2', 1],
])('LOADLINE_GRANTS is refused as a whole where %s is %j', (member, value) => {
	const refused = parse(grant, { ...grant, [member]: value });
	expect(refused).toEqual({ ok: false, error: expect.stringContaining('entry 2: ') });
	expect(JSON.stringify(refused)).not.toContain('hunter2');
});
