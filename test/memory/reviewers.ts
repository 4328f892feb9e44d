// Those who review, and a workspace with drafts of one agent.
import type { Reviewer } from '../../src/memory/hub/reviewing';
import { API, CODING, openWorkspace } from './workspace';

export const reviewer: Reviewer = { principal: 'rita', administrator: false };
export const author: Reviewer = { principal: 'ada', administrator: false };

export async function desk() {
	const workspace = openWorkspace();
	const ids = await workspace.push({ 'context/specs/api.md': API, 'workflow/coding.md': CODING });
	const api = ids['specs/API.md'] ?? '';
	const ada = await workspace.agent('ada');
	const services = { hub: workspace.hub, bodies: workspace.bodies, now: () => 0 };
	const draft = async (op: object, resource = 'context') => {
		const answer = await ada('artifact', { resource, op });
		const id = String(answer.structured.id);
		return (
			(await workspace.hub.drafts()).drafts.find((each) => each.id === id || each.objectId === id)
				?.id ?? ''
		);
	};
	return { workspace, hub: workspace.hub, services, ada, api, draft };
}
