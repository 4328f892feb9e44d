// Exit codes of commands, against a real server: 2 where one was called wrongly, whoever found it; 1 where it failed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcess } from '../adapters/cli/in-process';
import { type Loadline, startLoadline } from './serve';

let loadline: Loadline;
beforeAll(async () => {
	loadline = await startLoadline();
});
afterAll(() => loadline?.stop());

it.each([
	['whoami', 0],
	['whoami --url nourl', 2, '--url nourl: write it as https://host'],
	['whoami --url file:///etc/passwd', 2, 'write it as https://host'],
	['whoami --url http://127.0.0.1:1', 1, 'no answer from'],
	['server add bad notaurl', 2, 'url'],
	['server add UPPER https://a.example/mcp', 2, 'name'],
	['server add bad https://a.example/mcp --timeout soon', 2, 'timeoutMs'],
	['secret set lower --origin https://a.example', 2, 'name: must have only A-Z'],
	['secret set AAA', 2, 'origins: must name at least one'],
	['secret set AAA --origin https://a.example', 0],
	['secret remove BBB --yes', 1, 'There is no such secret'],
	['token revoke t-none', 1, 'There is no such token'],
	['server test nosuch', 1, 'there is no server "nosuch"'],
])('loadline %s ends with %d', async (line, code, says = '') => {
	const args = line.split(' ');
	const { status, err } = await inProcess(args, {
		...{ env: { LOADLINE_URL: loadline.url }, input: 'a value\n' },
	});
	expect({ status, err }).toEqual({ status: code, err: expect.stringContaining(says) });
});
