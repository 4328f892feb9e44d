// A workspace with a rule, a workflow and a context, and an agent in it.
import { API, CODING, openWorkspace, STYLE } from './workspace';

export async function library() {
	const workspace = openWorkspace();
	const ids = await workspace.push({
		'rules/style.md': STYLE,
		'workflow/coding.md': CODING,
		'context/specs/api.md': API,
	});
	const agent = await workspace.agent();
	const idOf = (path: string) => ids[path] ?? '';
	return {
		workspace,
		agent,
		style: idOf('STYLE.md'),
		coding: idOf('workflow/CODING.md'),
		api: idOf('specs/API.md'),
	};
}
