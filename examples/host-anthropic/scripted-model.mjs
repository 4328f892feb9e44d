// Does what a model would do with the records, without a model: fetch a page, store what it found, fetch
// the next. Like a model it knows nothing but what it is sent.

/** @typedef {{ name: string, args: Record<string, unknown> }} Call */
/** @typedef {{ tool: string, text: string }} Seen what the last message brings: a tool's result */

/** The tools it calls, as a provider wants them described. */
export const tools = [
	{
		name: 'search_records',
		description: 'Finds records of a model, a page at a time.',
		schema: {
			type: /** @type {const} */ ('object'),
			properties: {
				model: { type: 'string' },
				limit: { type: 'integer' },
				cursor: { type: 'string' },
			},
		},
	},
	{
		name: 'store_analysis_memory',
		description: 'Keeps a finding about records.',
		schema: {
			type: /** @type {const} */ ('object'),
			properties: {
				finding: { type: 'string' },
				record_ids: { type: 'array', items: { type: ['integer', 'string'] } },
			},
			required: ['finding'],
		},
	},
];

/** Mentions of a page: in its data, in its summary, or in what was said about it. */
const PLACE = /page\W+(\d+)\W+(?:of\W+|totalPages\W+)?(\d+)/gi;

/** Records on a page. */
const LIMIT = 15;

/**
 * Decides on the next step.
 * @param {Seen | undefined} seen the result that has just arrived; undefined: the user has spoken
 * @param {string} transcript everything it was sent, as text
 * @param {boolean} goesOn whether it fetches the next page by itself, or asks the user first
 * @returns {{ call: Call } | { text: string }}
 */
export function decide(seen, transcript, goesOn) {
	if (seen?.tool === 'search_records') return { call: store(seen.text) };
	const place = [...transcript.matchAll(PLACE)].at(-1);
	const [page, pages] = [place?.[1], place?.[2]].map(Number);
	if (seen === undefined || goesOn) {
		if (!place) return { call: search() };
		if (Number(page) < Number(pages)) return { call: search(lastCursor(transcript)) };
		return { text: 'All pages are done.' };
	}
	return { text: `Page ${page} of ${pages} is done.` };
}

/** @param {string} [cursor] @returns {Call} */
const search = (cursor) => ({
	name: 'search_records',
	args:
		cursor === undefined
			? { model: 'activity', limit: LIMIT }
			: { model: 'activity', limit: LIMIT, cursor },
});

/** @param {string} text a page of records @returns {Call} */
function store(text) {
	const { items, page, totalPages } = JSON.parse(text);
	/** @type {Map<string, number>} */
	const counts = new Map();
	for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1);
	const parts = [...counts].map(([category, count]) => `${count} ${category}`);
	return {
		name: 'store_analysis_memory',
		args: {
			finding: `Page ${page} of ${totalPages}: ${parts.join(', ')}.`,
			record_ids: items.map((/** @type {{ id: unknown }} */ { id }) => id),
		},
	};
}

/** The cursor that was seen last: in a page, or in what stands for a page that was collapsed. */
function lastCursor(/** @type {string} */ transcript) {
	return [...transcript.matchAll(/"(?:nextCursor|cursor)\W+([\w.~:+/=-]+)/g)].at(-1)?.[1];
}
