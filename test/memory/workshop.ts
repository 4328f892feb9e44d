// Operations of `artifact`, and a workspace with two agents who write drafts.
import { API, CODING, openWorkspace, STYLE } from './workspace';

export const create = (path: string, body = 'a body', resource = 'context') => ({
	resource,
	op: { create: { path, body } },
});
export const update = (id: string, body: string, resource = 'context') => ({
	resource,
	op: { update: { id, body } },
});
export const remove = (id: string, resource = 'context') => ({ resource, op: { delete: { id } } });
export const rename = (id: string, new_path: string, resource = 'context') => ({
	resource,
	op: { rename: { id, new_path } },
});
export const discard = (id: string, resource = 'context') => ({
	resource,
	op: { discard: { id } },
});

export async function workshop() {
	const workspace = openWorkspace();
	const ids = await workspace.push({
		'rules/style.md': STYLE,
		'workflow/coding.md': CODING,
		'context/specs/api.md': API,
	});
	const idOf = (path: string) => ids[path] ?? '';
	const [ada, bob] = [await workspace.agent('ada'), await workspace.agent('bob')];
	const states = async () =>
		(await workspace.hub.drafts()).drafts.map(({ path, operation, newPath }) =>
			newPath === undefined ? `${operation} ${path}` : `${operation} ${path} → ${newPath}`,
		);
	return { workspace, ada, bob, api: idOf('specs/API.md'), style: idOf('STYLE.md'), states };
}
