// memref: declares the constraints that shaped the work.
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { err, every, ok, type Result } from '../../shared/result';
import type { Reference } from '../hub/references';
import { argument, failed, type MemoryTool, optionalText, passOn } from './tool';

const MAX_REFS = 200;
const MAX_REASON_CHARACTERS = 2000;

/** Records references to constraints: all of a call, or none. */
export const memref: MemoryTool = async ({ hub }, caller, args) => {
	const given = argument(args, 'refs');
	if (given === undefined) return failed('refs parameter is required');
	if (!Array.isArray(given)) return failed('refs parameter must be a JSON array');
	if (given.length === 0)
		return failed('refs parameter must contain at least one constraint reference');
	if (given.length > MAX_REFS)
		return failed(`refs parameter must contain at most ${MAX_REFS} references`);
	const refs: Reference[] = [];
	for (const [index, each] of given.entries()) {
		const reference = readReference(each);
		if (!reference.ok)
			return failed({ error: `refs[${index}]${reference.error}; nothing was recorded`, index });
		refs.push(reference.value);
	}
	return passOn(await hub.refer({ caller, refs }));
};

function readReference(value: unknown): Result<Reference, string> {
	if (!isRecord(value)) return err(' must be an object with ruleId and constraintId');
	const ruleId = argument(value, 'ruleId');
	if (typeof ruleId !== 'string') return err('.ruleId is required and must be a string');
	const constraintId = argument(value, 'constraintId');
	if (typeof constraintId !== 'string')
		return err('.constraintId is required and must be a string');
	const read = every({
		ruleHash: optionalText(value, 'ruleHash', 'ruleHash must be a string', 100),
		reason: optionalText(value, 'reason', 'reason must be a string', MAX_REASON_CHARACTERS),
	});
	return read.ok ? ok({ ruleId, constraintId, ...defined(read.value) }) : err(`.${read.error}`);
}
