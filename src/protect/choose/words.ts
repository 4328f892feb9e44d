// What the name of a field says it holds, in the words that APIs use (context window protection,
// FR-015 and FR-016: condensed field sets, identifying fields).

/** What a person looks for in a record; `noise` is for machines. */
export type Role =
	| 'identity'
	| 'title'
	| 'text'
	| 'status'
	| 'who'
	| 'amount'
	| 'when'
	| 'kind'
	| 'where'
	| 'link'
	| 'noise'
	| 'none';

/** Words, and their plurals. */
interface Words {
	has(word: string): boolean;
}

function set(words: string): Words {
	const known = new Set(words.split(' '));
	return {
		has: (word) =>
			known.has(word) || (word.length > 3 && word.endsWith('s') && known.has(word.slice(0, -1))),
	};
}

/** Units that a name ends with: `duration_ms`, `created_utc`, `size_bytes`. */
const UNITS = set(
	'ms sec secs seconds minutes mins hours days usd eur gbp cents bytes kb mb gb pct km kg lbs utc gmt iso local raw',
);

const IDENTITY = set(
	'id ids uuid guid key number no nr iid sha ref sku code slug ts isbn doi arn identifier pk oid pid uid cid gid accession shortid symbol ticker cca2 cca3 iso',
);
const TITLE = set(
	'title name names summary subject headline label labels displayname fullname dealname companyname caption heading topic question filename displaytitle shortname longname tradename',
);
const TEXT = set(
	'message text body description content snippet bodypreview preview note notes comment comments exception cause query command cmd excerpt abstract reason details detail error errors msg log line plaintext answer quote review bio about response output stdout warning',
);
const STATUS = set(
	'status state phase severity priority level stage outcome result conclusion resolution health verdict lifecycle condition availability progress importance urgency grade dealstage ready running passed done completed enabled active',
);
const WHO = set(
	'user users author authors assignee assignees owner customer guest from sender creator reporter organizer organiser actor requester requestor contact client member employee person agent to recipient email emailaddress username login buyer seller vendor company account merchant patient student participant attendee attendees committer reviewer by lead manager driver artist publisher manufacturer brand team host speaker organization organisation maintainer submitter passenger acct firstname lastname phone handle nick nickname screenname director assigned family surname',
);
const AMOUNT = set(
	'amount total price cost balance quantity qty count value score rating size duration fee tax revenue budget stars points votes weight percent percentage temperature population area magnitude stock inventory capacity subtotal sum rate salary age likes views downloads forks nights usage elapsed length width height distance speed mag depth sales profit margin discount units temp humidity pressure rain wind volume open close high low cap change view cpu memory disk load latency uptime replica restart supply circulation',
);
const WHEN = set(
	'date time timestamp created updated start starts end ends due at on published received sent datetime begin expires closed merged modified year month day deadline since until when birthday born released checkin checkout arrival departure started finished ended period',
);
const KIND = set(
	'type kind category event action method class genre species mode format language lang role tag tags currency unit topic topics labels scope group department industry sector version release protocol op operation position job occupation profession gender sex nationality instance',
);
const WHERE = set(
	'city country region address location place namespace hostname zone street path branch repo repository project channel folder environment env cluster venue room ip lat lon latitude longitude origin destination state province domain site continent capital timezone port file uri package module service source target device table database bucket section',
);
const NOISE = set(
	'url urls href link links self avatar icon icons image images thumbnail photo photos picture logo etag hash token signature checksum integrity digest nodeid accountid changekey gravatar expand permalink cursor mimetype schema apiversion selflink html svg css md5 fingerprint salt nonce secret password cookie session tracking template tarball flag flags emoji color colour metadata managed annotations included sequence offset index',
);

const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\p{L}\p{N}]+/u;

/** The words of a key, lower-case: `guestName`, `guest_name` and `Guest Name` are the same two. */
export const wordsOf = remembered((key: string): readonly string[] =>
	key
		.slice(0, 100)
		.split(CAMEL)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase()),
);

/** Keys that are remembered: the same few come again in every item and every call. */
const MOST_REMEMBERED = 4_000;

function remembered<T>(tell: (key: string) => T): (key: string) => T {
	const known = new Map<string, T>();
	return (key) => {
		const told = known.get(key);
		if (told !== undefined) return told;
		if (known.size >= MOST_REMEMBERED) known.clear();
		const made = tell(key);
		known.set(key, made);
		return made;
	};
}

/** Names that say nothing without what they stand in: `status.name`, `assignee.displayName`. */
const GENERIC = set(
	'name value text title summary acct family given last lastname surname login displayname label rendered raw content plaintext id key common full fullname username email emailaddress first firstname lastname code description string iso short shortname',
);

export const isGeneric = (key: string): boolean => GENERIC.has(wordsOf(key).join(''));

/** Of the names for one thing, those that a person would use. */
const SPOKEN = set('name displayname title text plaintext value fullname common label rendered');

export const isSpoken = (key: string): boolean => SPOKEN.has(wordsOf(key).join(''));

/** Those whom a record is about, before those who wrote or changed it. */
const MAIN = set(
	'assignee assigned author owner customer guest from user client company assignees users',
);

export const isMain = (key: string): boolean => wordsOf(key).some((word) => MAIN.has(word));

/** Numbers that come with a thing rather than being what it is about. */
const BYPRODUCT = set('count counts size length width height votes likes watchers');

export const isByproduct = (key: string): boolean => BYPRODUCT.has(last(wordsOf(key)));

/** Of several numbers that identify, those that people say. */
const LESSER = set('slug uuid guid uid pk oid code symbol cca3 iso');

export const isLesserIdentity = (key: string): boolean => LESSER.has(wordsOf(key).join(''));

/** Parts of an amount. */
const PARTIAL = set('subtotal tax discount fee shipping refunded captured regular old base');

export const isPartial = (key: string): boolean => wordsOf(key).some((word) => PARTIAL.has(word));

/** When something happened, before when it was last touched. */
const TOUCHED = set('updated modified changed change edited synced indexed verified activity');

export const isTouched = (key: string): boolean => wordsOf(key).some((word) => TOUCHED.has(word));

const PLAIN_STATUS = set('status state phase');

export const isPlainStatus = (key: string): boolean => PLAIN_STATUS.has(wordsOf(key).join(''));

/** What stands around an item without being part of what it says: `fields.summary`. */
const WRAPPER = set(
	'fields attributes properties node source data metadata spec resource commit payload item object record document doc info value values details entity model row',
);

export const isWrapper = (key: string): boolean => {
	const words = wordsOf(key);
	return words.length === 0 || WRAPPER.has(last(words));
};

const last = (words: readonly string[]): string => words.at(-1) ?? '';
const includes = (set: Words, words: readonly string[]): boolean =>
	words.some((word) => set.has(word));

/** `num_comments`, `total_price`. */
const COUNTED = set('num count total avg mean max min sum nb');
const NAMES = set('name title label fullname displayname');

/** What a key says by itself. */
export const roleOf = remembered(told);

function told(key: string): Role {
	const all = wordsOf(key);
	const words = all.length > 1 && UNITS.has(last(all)) ? all.slice(0, -1) : all;
	const whole = words.join('');
	const end = last(words);
	if (words.length === 0) return 'none';
	if (IDENTITY.has(whole)) return 'identity';
	if (NOISE.has(whole)) return 'noise';
	if (end === 'id' || end === 'ids' || end === 'uuid' || end === 'guid') return 'link';
	if (COUNTED.has(words[0] as string) && words.length > 1) return 'amount';
	if (end === 'number' || end === 'sku') return words.length === 2 ? 'identity' : 'link';
	if (end === 'key' || end === 'code' || end === 'ref') return 'link';
	if (NOISE.has(end)) return 'noise';
	if (TITLE.has(whole)) return 'title';
	if (TEXT.has(whole)) return 'text';
	if (STATUS.has(whole)) return 'status';
	if (WHO.has(whole)) return 'who';
	if (WHEN.has(end)) return words.length > 1 && end === 'by' ? 'who' : 'when';
	if (AMOUNT.has(end)) return 'amount';
	if (STATUS.has(end)) return 'status';
	if (NAMES.has(end)) {
		if (includes(WHO, words)) return 'who';
		if (includes(WHERE, words)) return 'where';
		if (includes(KIND, words)) return 'kind';
		if (includes(STATUS, words)) return 'status';
		return 'title';
	}
	if (KIND.has(end)) return 'kind';
	if (WHERE.has(end)) return 'where';
	if (WHO.has(end)) return 'who';
	if (TITLE.has(end)) return 'title';
	if (TEXT.has(end)) return 'text';
	if (AMOUNT.has(words[0] as string)) return 'amount';
	if (words[0] === 'is' || words[0] === 'has' || words[0] === 'can' || words[0] === 'show')
		return 'none';
	if (includes(WHEN, words.slice(0, 1)) && words.length === 1) return 'when';
	return 'none';
}
