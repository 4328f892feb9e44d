// Which fields say what a thing is (context window protection, FR-016): they have the first claim on
// a summary.
import type { Policy } from './types';

const EXACT = new Set([
	'id',
	'ids',
	'_id',
	'uuid',
	'guid',
	'key',
	'slug',
	'sku',
	'code',
	'number',
	'name',
	'title',
	'label',
	'url',
	'html_url',
	'status',
	'state',
	'type',
	'kind',
	'email',
	'username',
	'login',
	'date',
	'time',
	'timestamp',
	'start',
	'end',
	'created',
	'updated',
]);
const SUFFIX =
	/(?:[a-z0-9](?:Id|ID|Uuid|UUID|Key|Number|Name|Title|Status|State|Type|Date|Time|At|On)|_(?:id|uuid|key|number|name|title|status|state|type|date|time|at|on))$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

/** Whether a field identifies its object by its name. */
export const isIdentifyingName = (key: string): boolean =>
	EXACT.has(key.toLowerCase()) || (key.length <= 100 && SUFFIX.test(key));

/** Whether a string value is a date. */
export const isDate = (text: string | undefined): boolean =>
	text !== undefined && text.length <= 40 && DATE.test(text);

/** Characters an identifying field may take in a summary; a name of 10 KB has no such claim. */
export const IDENTITY_CHARS = 200;

/** Configured field names, of all types: a result does not say which type it is of. */
export const essentialOf = (policy: Policy): ReadonlySet<string> =>
	new Set(Object.values(policy.essentialFields ?? {}).flat());
