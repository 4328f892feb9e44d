// memref: declares the constraints that shaped the work.
import { defined } from '../../shared/defined';
import { isRecord } from '../../shared/is-record';
import { err, ok, type Result } from '../../shared/result';
import type { Reference } from '../hub/references';
import { argument, failed, type MemoryTool, optionalText, passOn } from './tool';

const MOST_REFS = 200;
/** Maximum characters. */
const MOST_REASON = 2000;

/** Records references to constraints: all of a call, or none. */
export const memref: MemoryTool = async ({ hub }, caller, args) => {
	const given = argument(args, 'refs');
	if (given === undefined) return failed('refs parameter is required');
	if (!Array.isArray(given)) return failed('refs parameter must be a JSON array');
	if (given.length === 0)
		return failed('refs parameter must contain at least one constraint reference');
	if (given.length > MOST_REFS)
		return failed(`refs parameter must contain at most ${MOST_REFS} references`);
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
	const ruleHash = optionalText(value, 'ruleHash', 'ruleHash must be a string', 100);
	if (!ruleHash.ok) return err(`.${ruleHash.error}`);
	const reason = optionalText(value, 'reason', 'reason must be a string', MOST_REASON);
	if (!reason.ok) return err(`.${reason.error}`);
	return ok({
		ruleId,
		constraintId,
		...defined({ ruleHash: ruleHash.value, reason: reason.value }),
	});
}
