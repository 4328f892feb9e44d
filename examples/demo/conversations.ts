// The first look in development is not empty: two conversations with the demo, really called through /mcp, as
// a host would. Recorded when somebody looks and there is none.
import { LEFT_IDS, TRANSIENT_NOTE } from '../../src/shared/context-marks';
import { isRecord } from '../../src/shared/json-values';

/** Requests with the rights of the visitor. */
interface Api {
	tools(): Promise<readonly { readonly name: string }[] | undefined>;
	mcp(
		method: string,
		params: Readonly<Record<string, unknown>>,
	): Promise<Readonly<Record<string, unknown>> | undefined>;
}

type Call = (
	name: string,
	args?: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** Records them once at a time. Never rejects: a page is shown without them, too. */
export function demoRecorder(): (api: Api) => Promise<void> {
	let recording: Promise<void> | undefined;
	return (api) => {
		recording ??= record(api)
			.catch(() => {})
			.finally(() => {
				recording = undefined;
			});
		return recording;
	};
}

async function record(api: Api): Promise<void> {
	const tools = (await api.tools()) ?? [];
	if (!tools.some(({ name }) => name === 'demo__list_bookings')) return;
	await readLog(speaker(api, 'demo-log'));
	await sortActivities(speaker(api, 'demo'));
}

/** A log that overflows, asked rather than read. */
async function readLog(call: Call): Promise<void> {
	const log = await call('demo__read_log');
	const cursor = cursorIn(log);
	await call('demo__list_listings');
	if (cursor !== undefined) {
		await call('read_result', { handle: cursor, query: 'ERROR' });
		await call('read_result', { handle: cursor });
	}
}

/** Bookings are looked up, activities sorted page by page, before and after a draft whose context is compacted. */
async function sortActivities(call: Call): Promise<void> {
	await call('demo__list_bookings');
	await call('demo__list_bookings', { select: "length(bookings[?status=='cancelled'])" });
	await call('demo__get_booking', { id: 'bk_0001' });
	await call('workflow_start', {
		workflow: 'page-through',
		summary: 'Sort activities',
		key: 'demo',
	});
	let cursor: string | undefined;
	const sortPages = async (first: number, last: number) => {
		for (let page = first; page <= last; page++) {
			const args = cursor === undefined ? { model: 'activity' } : { cursor };
			cursor = cursorIn(await call('search_records', args));
			await call('store_analysis_memory', {
				finding: `Demo: page ${page} of the activities is sorted.`,
			});
		}
	};
	await sortPages(1, 3);
	await call('search_records', { model: 'activity', where: { billable: false } });
	await call('demo__get_listing_description', { id: 'ls_001' });
	const run = await call('workflow_start', {
		...{ workflow: 'draft-and-refine', summary: 'Write the report', key: 'demo-report' },
	});
	const { run_id } = isRecord(run.structuredContent) ? run.structuredContent : {};
	await call('workflow_advance', { run_id, output: 'A first draft.' });
	await call('workflow_status', { run_id });
	await sortPages(4, 5);
	await call('demo__list_bookings', { status: 'confirmed' });
}

/** Calls of one conversation; results that were used have left when the next call but one is made. */
function speaker(api: Api, session: string): Call {
	const waiting: string[] = [];
	let leaving: readonly string[] = [];
	return async (name, args = {}) => {
		const _meta = {
			'dev.loadline/session': session,
			'io.modelcontextprotocol/clientInfo': { name: 'loadline-demo', version: '1' },
			...(leaving.length > 0 && { [LEFT_IDS]: leaving }),
		};
		const result = (await api.mcp('tools/call', { name, arguments: args, _meta })) ?? {};
		leaving = [];
		const meta = isRecord(result._meta) ? result._meta : {};
		const note = meta[TRANSIENT_NOTE];
		if (isRecord(note) && typeof note.id === 'string') waiting.push(note.id);
		// The newest stay: they could leave, and nobody said that they did.
		if (name === 'store_analysis_memory' && waiting.length < 4) leaving = waiting.slice(-1);
		return result;
	};
}

const cursorIn = (result: Readonly<Record<string, unknown>>): string | undefined => {
	const text = JSON.stringify(result);
	return /nextCursor\\?":\s*\\?"([^"\\]+)/.exec(text)?.[1];
};
