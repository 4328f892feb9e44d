// A record server in process that speaks the transient context protocol: 132 activities to search,
// a memory that uses them up, and a workflow step that says so.

export interface McpToolResult {
	readonly content: readonly { readonly type: 'text'; readonly text: string }[];
	readonly structuredContent?: Readonly<Record<string, unknown>>;
	readonly isError?: boolean;
	readonly _meta?: Readonly<Record<string, unknown>>;
}

export type CallTool = (
	name: string,
	args: Readonly<Record<string, unknown>>,
) => Promise<McpToolResult>;

const CATEGORIES = ['Web Dev', 'AI', 'Support', 'Sales', 'Research'];

const activity = (id: number) => ({
	id,
	title: `Activity ${id}`,
	status: id % 3 === 0 ? 'done' : 'open',
	owner: { id: 400 + (id % 7), name: `Person ${id % 7}` },
	project: `project-${id % 11}`,
	category: CATEGORIES[id % CATEGORIES.length],
	minutes: 15 * (1 + (id % 9)),
	billable: id % 2 === 0,
	createdAt: new Date(Date.UTC(2026, 0, 1) + id * 3_600_000).toISOString(),
	updatedAt: new Date(Date.UTC(2026, 1, 1) + id * 5_400_000).toISOString(),
	tags: [`t${id % 5}`, `t${id % 8}`],
	notes: `Worked on item ${id} with the team. The follow-up is planned for week ${id % 52}, see the minutes.`,
});

const records = Array.from({ length: 132 }, (_, at) => activity(72 + at));
const PAGE = 15;

export const HINT = {
	step: 2,
	tool: 'search_records',
	lifecycle: 'transient',
	consumedBy: 'store_analysis_memory',
} as const;

/** A fresh server. */
export function recordServer(): { readonly callTool: CallTool; readonly findings: string[] } {
	const findings: string[] = [];
	const text = (value: string) => ({ type: 'text' as const, text: value });
	return {
		findings,
		callTool: async (name, args) => {
			if (name === 'get_workflow_step')
				return { content: [text('## Steps 2–3 — loop')], _meta: { contextHints: [HINT] } };
			if (name === 'search_records') {
				const limit = typeof args.limit === 'number' ? args.limit : PAGE;
				const from = Number(args.cursor ?? 0);
				const items = records.slice(from, from + limit);
				const page = from / limit + 1;
				const totalPages = Math.ceil(records.length / limit);
				const isLast = from + limit >= records.length;
				const nextCursor = String(from + limit);
				const next = isLast ? {} : { nextCursor };
				const data = { model: args.model, items, page, totalPages, totalCount: 132, ...next };
				const ids = items.slice(0, 3).map(({ id }) => id);
				const summary = `${items.length} activity records (page ${page}/${totalPages}, IDs: ${ids.join(', ')}…)`;
				return {
					content: [text(JSON.stringify(data))],
					structuredContent: data,
					_meta: {
						context: { lifecycle: 'transient', summary },
						'dev.loadline/transient': { id: `r${page}`, ...next },
					},
				};
			}
			if (name === 'store_analysis_memory' && typeof args.finding === 'string') {
				findings.push(args.finding);
				return {
					content: [text('Stored analysis finding.')],
					_meta: { context: { consumed: true } },
				};
			}
			return { content: [text(`Cannot do ${name} with that.`)], isError: true };
		},
	};
}
