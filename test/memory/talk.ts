// A conversation about two rules that bind, for tests of what binds and what is referred to.
import { contentHash } from '../../src/memory/hash';
import { API, callerOf, openWorkspace, STYLE } from './workspace';

export const ALWAYS = '---\nalwaysApply: true\n---\n- Be kind\n';
export const caller = callerOf('ada', 'ada-1');

/** A workspace with two published rules, and an agent that has set up. */
export async function talk() {
	const workspace = openWorkspace();
	const ids = await workspace.push({
		'rules/style.md': STYLE,
		'rules/kind.md': ALWAYS,
		'context/specs/api.md': API,
		'META_PROMPT.md': '- Ours\n',
	});
	const ada = await workspace.agent('ada', 'ada-1');
	const load = (...names: string[]) =>
		ada('memload', { ids: names, knownHashes: Object.fromEntries(names.map((id) => [id, ''])) });
	const publish = (content: string, before: string) =>
		workspace.hub.applySync({
			by: 'admin',
			files: [{ file: 'rules/style.md', content, base: contentHash(before) }],
		});
	const [style = '', kind = ''] = [ids['STYLE.md'], ids['KIND.md']];
	return { ...workspace, ada, load, publish, style, kind };
}
