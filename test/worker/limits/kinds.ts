// One call of each kind, and what it may cost.
import type { Limited } from './start';

export interface Budget {
	readonly objectRequests: number;
	readonly rowsWritten: number;
	/** A million calls. */
	readonly dollars: number;
}

export interface Kind {
	readonly name: string;
	readonly budget: Budget;
	/** Makes the next call; what `prepare` gives is at hand. */
	call(prepared: Prepared): Promise<unknown>;
}

export interface Prepared {
	readonly loadline: Limited;
	tool(name: string, args?: object): Promise<Answer>;
	/** Ids of 20 rules. */
	readonly rules: readonly string[];
	readonly cursor: string;
	readonly handle: string;
	readonly principal: string;
	/** A run with tasks before it. */
	readonly run: string;
	/** Counts the calls. */
	n: number;
}
export interface Answer {
	readonly isError?: boolean;
	readonly content: readonly { readonly text: string }[];
	readonly structuredContent: Record<string, unknown>;
}

export const SESSION = 'limits';
export const SMALL = { id: 'bk_0001', _loadline: { fields: 'id,status' } };
export const RULES = 20;

const own = (objectRequests: number, rowsWritten: number, cost: number): Budget => ({
	objectRequests,
	rowsWritten,
	dollars: cost,
});

export const KINDS: readonly Kind[] = [
	{
		name: 'small passthrough',
		budget: own(1, 4, 3),
		call: ({ tool }) => tool('demo__get_booking', SMALL),
	},
	{
		name: 'first page',
		budget: own(1, 4, 8),
		call: ({ tool }) => tool('demo__list_bookings'),
	},
	{
		name: 'next page',
		budget: own(1, 4, 4),
		call: ({ tool, cursor }) => tool('demo__list_bookings', { cursor }),
	},
	{
		name: 'details of a page',
		budget: own(1, 4, 4),
		call: ({ tool, handle }) => tool('read_result', { handle, fields: 'id,checkIn' }),
	},
	{
		name: 'search_records',
		budget: own(4, 9, 11),
		call: ({ tool }) => tool('search_records', { model: 'activity' }),
	},
	{
		name: 'store_analysis_memory',
		budget: own(5, 11, 13),
		call: ({ tool, n }) => tool('store_analysis_memory', { finding: `Number ${n} is late` }),
	},
	{
		name: 'memsetup',
		budget: own(3, 10, 12),
		call: ({ tool }) =>
			tool('memsetup', { session_id: SESSION, knownHashes: { 'META_PROMPT.md': '' } }),
	},
	{
		name: 'memdisc',
		budget: own(3, 4, 6),
		call: ({ tool }) => tool('memdisc', { session_id: SESSION }),
	},
	{
		name: `memload of ${RULES}`,
		budget: own(3, 5, 7),
		call: ({ tool, rules }) =>
			tool('memload', {
				session_id: SESSION,
				ids: rules,
				knownHashes: Object.fromEntries(rules.map((id) => [id, ''])),
			}),
	},
	{
		name: 'memactivate',
		budget: own(3, 5, 7),
		call: ({ tool }) => tool('memactivate', { session_id: SESSION, task: 'name functions' }),
	},
	{
		name: 'artifact create',
		budget: own(3, 9, 15),
		call: ({ tool, n }) =>
			tool('artifact', {
				session_id: SESSION,
				resource: 'rule',
				op: { create: { path: `drafts/${n}.md`, body: `# Draft ${n}\n\n- is short\n` } },
			}),
	},
	{
		name: 'workflow_start',
		budget: own(4, 9, 11),
		call: ({ tool }) =>
			tool('workflow_start', { workflow: 'tasks-one-by-one', session_id: SESSION }),
	},
	{
		name: 'workflow_status',
		budget: own(3, 3, 4),
		call: ({ tool, run }) => tool('workflow_status', { run_id: run }),
	},
	{
		name: 'workflow_advance',
		// Every second one here hands over a context action, which the ledger of what was told learns.
		budget: own(7.5, 14, 16),
		call: ({ tool, run }) =>
			tool('workflow_advance', { run_id: run, output: 'done', session_id: SESSION }),
	},
	{
		name: 'tools/list',
		budget: own(1, 1, 2),
		call: ({ loadline }) => listTools(loadline),
	},
];

async function listTools(loadline: Limited): Promise<void> {
	const answer = await loadline.fetch('/mcp', {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
		},
		body: '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
	});
	await answer.text();
}
