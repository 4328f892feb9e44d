// The variables of servers that are processes.
import { expect, it } from 'vitest';
import { serverEnvironment } from '../../../src/adapters/node/server-process';

it('a server is given what programs need, what is named for it, and nothing of Loadline’s', () => {
	const all = {
		...{
			LC_ALL: 'C',
			XDG_RUNTIME_DIR: '/r',
			NODE_EXTRA_CA_CERTS: '/ca.pem',
			LD_PRELOAD: '/evil.so',
			GITHUB_TOKEN: 't',
			AWS_KEY: 'k',
		},
		...{ LOADLINE_SECRET: 's', LOADLINE_TOKENS: '[]', UPSTREAM_X: 'u' },
	};
	const namesOf = (...names: string[]) =>
		Object.keys(serverEnvironment(all, names)).filter((name) => name in all);
	expect(serverEnvironment(all).PATH).toBe(process.env.PATH);
	const needed = ['LC_ALL', 'XDG_RUNTIME_DIR', 'NODE_EXTRA_CA_CERTS'];
	expect(namesOf()).toEqual(needed);
	expect(namesOf('GITHUB_TOKEN')).toEqual([...needed, 'GITHUB_TOKEN']);
	expect(namesOf('*')).toEqual(Object.keys(all).slice(0, 6));
	expect(namesOf('UPSTREAM_X')).toContain('UPSTREAM_X');
});
