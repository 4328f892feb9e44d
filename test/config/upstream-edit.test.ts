// One upstream put into a document, or taken out of it.
import { describe, expect, it } from 'vitest';
import { ada, put, setUp, WS } from './setting';

const at = (name: string) => ({ url: `https://${name}.example/mcp` });

describe('an upstream of the document', () => {
	const TEXT =
		'# ours\nchunkSize: 10\nupstreams:\n  - name: crm # the old one\n    url: https://crm.example/mcp\n';
	const opened = async (text: string, file?: string) => {
		const { editor, ledgerOf } = setUp(file === undefined ? {} : { file });
		if (text !== '') await editor.replace(WS, put(text));
		const edit = (name: string, entry: object | null) =>
			editor.upstream(WS, { name, entry: entry as Record<string, unknown> | null, ...ada });
		return { edit, written: () => ledgerOf(WS).head()?.text };
	};

	it.each([
		[
			'as the last',
			'wiki',
			'  - name: crm # the old one\n    url: https://crm.example/mcp\n  - url: https://wiki.example/mcp\n    name: wiki\n',
		],
		[
			'in place of its name',
			'crm',
			'  - url: https://crm.example/mcp\n    timeoutMs: 5000\n    name: crm\n',
		],
	])('is put %s, and all else stays as written', async (_, name, list) => {
		const { edit, written } = await opened(TEXT);
		const more = name === 'crm' ? { timeoutMs: 5000 } : {};
		expect(await edit(name, { ...at(name), ...more })).toMatchObject({ value: { version: 2 } });
		expect(written()).toBe(`# ours\nchunkSize: 10\nupstreams:\n${list}`);
	});

	it('is taken out where the file names its process no more, and it is not in force', async () => {
		const was = '{ name: files, command: node, args: [old.js] }';
		const { editor, memory, ledgerOf, service } = setUp({
			...{ commands: 'file', file: `upstreams: [${was.replace('old', 'new')}]` },
		});
		await memory.write(WS, `chunkSize: 12\nupstreams: [${was}]`, 1);
		expect((await service.current(WS)).problem).toContain('servers of the stored config ignored');
		expect(await editor.upstream(WS, { name: 'files', entry: null, ...ada })).toMatchObject({
			value: { version: 2 },
		});
		expect(ledgerOf(WS).head()?.text).not.toContain('old.js');
		expect((await service.current(WS)).problem).toBeUndefined();
	});

	it('stays out of the way of other changes where its process is named no more, and is told', async () => {
		const was = '{ name: files, command: node, args: [old.js] }';
		const { editor, memory, service } = setUp({
			...{ commands: 'file', file: `upstreams: [${was.replace('old', 'new')}]` },
		});
		await memory.write(WS, `upstreams: [${was}]`, 1);
		const told = /^servers of the stored config ignored: upstreams\.0\.command starts a process/;
		const changed = await editor.replace(WS, put(`chunkSize: 12\nupstreams: [${was}]`));
		expect(changed).toMatchObject({
			value: {
				version: 2,
				config: { chunkSize: 12, upstreams: [] },
				problem: expect.stringMatching(told),
			},
		});
		const entry = { url: 'https://wiki.example/mcp' };
		expect(await editor.upstream(WS, { name: 'wiki', entry, ...ada })).toMatchObject({
			value: { version: 3, config: { upstreams: [{ name: 'wiki' }] } },
		});
		expect((await service.current(WS)).problem).toMatch(told);
		const other = was.replace('old', 'other');
		expect(await editor.replace(WS, put(`upstreams: [${was}, ${other}]`))).toMatchObject({
			error: { code: 'invalid' },
		});
		expect(await editor.replace(WS, put('chunkSize: 12'))).toMatchObject({ value: { version: 4 } });
		expect((await service.current(WS)).problem).toBeUndefined();
	});

	it('that is what it was makes no version, whatever the order of its members', async () => {
		const { edit, written } = await opened(TEXT);
		const { url } = at('crm');
		expect(await edit('crm', { timeoutMs: 5000, url })).toMatchObject({ value: { version: 2 } });
		const text = written();
		expect(await edit('crm', { url, timeoutMs: 5000 })).toMatchObject({
			value: { version: 2, changes: [] },
		});
		expect(written()).toBe(text);
	});

	it('is taken out, and all else stays as written', async () => {
		const { edit, written } = await opened(TEXT);
		expect(await edit('crm', null)).toMatchObject({ value: { config: { upstreams: [] } } });
		expect(written()).toBe('# ours\nchunkSize: 10\nupstreams: []\n');
		for (const name of ['crm', 'wiki'])
			expect(await edit(name, null)).toEqual({
				ok: false,
				error: {
					code: 'unknown_version',
					issues: [
						{
							path: '',
							reason: `there is no server "${name}" in the runtime document, which alone is changed here`,
						},
					],
				},
			});
	});

	it.each(['', 'chunkSize: 10', 'upstreams: null'])(
		'keeps those of the file beside it in a document %j without a list',
		async (text) => {
			const file = 'upstreams: [{ name: crm, url: https://crm.example/mcp }]';
			const { edit } = await opened(text, file);
			expect(await edit('wiki', null)).toMatchObject({ ok: false });
			const upstreams = [{ name: 'crm' }, { name: 'wiki', ...at('wiki') }];
			expect(await edit('wiki', at('wiki'))).toMatchObject({ value: { config: { upstreams } } });
		},
	);

	it('is added to the file where that starts processes, of which no copy would follow it', async () => {
		const file = 'upstreams: [{ name: files, command: node, args: [server.js] }]';
		const { editor } = setUp({ file, commands: 'file' });
		const added = await editor.upstream(WS, { name: 'wiki', entry: at('wiki'), ...ada });
		const reason = expect.stringMatching(/add this server to the file$/);
		expect(added).toMatchObject({ error: { code: 'invalid', issues: [{ path: '', reason }] } });
	});

	it('is refused as it would be in a whole document', async () => {
		const { edit, written } = await opened(TEXT);
		expect(await edit('wiki', {})).toMatchObject({
			error: { code: 'invalid', issues: [{ path: 'upstreams.1.url' }] },
		});
		expect(written()).toBe(TEXT);
	});
});
