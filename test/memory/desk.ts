// A workspace with two documents, and calls of those who review drafts of them.
import { submitDraft, viewDraft } from '../../src/memory/hub/hub';
import { API, openWorkspace, STYLE } from './workspace';

export const ada = { principal: 'ada', administrator: false };
export const bob = { principal: 'bob', administrator: false };
export const root = { principal: 'root', administrator: true };

export async function desk() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'rules/style.md': STYLE, 'context/specs/api.md': API });
	const agent = await workspace.agent('ada');
	const { hub, store, bodies } = workspace;
	const services = { hub, bodies, now: () => 0 };
	const draft = async (op: object, resource = 'context') => {
		const named = String((await agent('artifact', { resource, op })).structured.id);
		return store.drafts().find(({ id, objectId }) => [id, objectId].includes(named))?.id ?? '';
	};
	const submit = (id: string, comment?: string) =>
		submitDraft(services, { id, by: ada, ...(comment !== undefined && { comment }) });
	const approve = (id: string, more: object = {}) =>
		hub.approveDraft({ id, by: bob, fourEyes: false, ...more });
	const push = (file: string, content: string, base: string, id?: string) =>
		hub.applySync({ by: 'admin', files: [{ file, content, base, id }] });
	const view = async (id: string, by = bob) => {
		const found = await viewDraft(services, { id, by });
		if (!found.ok) throw new Error(found.error.message);
		return found.value;
	};
	const [style = '', api = ''] = [ids['STYLE.md'], ids['specs/API.md']];
	return { ...workspace, draft, submit, approve, push, view, style, api };
}
