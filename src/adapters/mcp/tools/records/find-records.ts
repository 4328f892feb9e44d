// find_records: records by their ids.
import * as z from 'zod/v4';
import { recordsJson } from '../../../../gateway';
import { MAX_LIMIT } from '../../../../records';
import { textResult } from '../../../../shared/tool-result';
import { ownTool, sessionId } from '../tool';
import { listResult, summaryOf } from './record-list';

export const findRecords = ownTool({
	toolset: 'records',
	name: 'find_records',
	description: `Records by their ids, at most ${MAX_LIMIT}.`,
	input: {
		model: z.string(),
		ids: z.array(z.union([z.string(), z.number()])),
		session_id: sessionId(),
	},
	annotations: { readOnlyHint: true },
	async call({ session_id: _, ...args }, { services, config }) {
		const found = await services.records.find({ ...args, demo: config.demo });
		if (!found.ok) return textResult(found.error.message, true);
		const { model, missing } = found.value;
		const json = recordsJson({ model, ...(missing.length > 0 && { missing }) }, found.value);
		return listResult(json, found.value, summaryOf(found.value));
	},
});
