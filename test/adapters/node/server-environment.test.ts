// The variables of servers that are processes.
import { expect, it } from 'vitest';
import { serverEnvironment } from '../../../src/adapters/node/server-environment';

it('a server is given what programs need, what is named for it, and nothing of Loadline’s', () => {
	const all = {
		...{
			LC_ALL: 'C',
			XDG_RUNTIME_DIR: '/r',
			LD_PRELOAD: '/evil.so',
			GITHUB_TOKEN: 't',
			AWS_KEY: 'k',
		},
		...{ LOADLINE_SECRET: 's', LOADLINE_TOKENS: '[]', UPSTREAM_X: 'u' },
	};
	const namesOf = (...names: string[]) =>
		Object.keys(serverEnvironment(all, names)).filter((name) => name in all);
	expect(serverEnvironment(all).PATH).toBe(process.env.PATH);
	expect(namesOf()).toEqual(['LC_ALL', 'XDG_RUNTIME_DIR']);
	expect(namesOf('GITHUB_TOKEN')).toEqual(['LC_ALL', 'XDG_RUNTIME_DIR', 'GITHUB_TOKEN']);
	expect(namesOf('*')).toEqual(Object.keys(all).slice(0, 5));
	expect(namesOf('UPSTREAM_X')).toContain('UPSTREAM_X');
});
