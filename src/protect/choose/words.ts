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

/** What words mean: a bit for each of the lists below that has them. */
const MEANINGS = new Map<string, number>();
let lists = 0;

/** A list of words as a bit of their meanings; their plurals have it too. */
function set(words: string): number {
	const bit = 1 << lists++;
	for (const word of words.split(' ')) MEANINGS.set(word, (MEANINGS.get(word) ?? 0) | bit);
	return bit;
}

function meaningOf(word: string): number {
	const own = MEANINGS.get(word) ?? 0;
	return word.length > 3 && word.endsWith('s') ? own | (MEANINGS.get(word.slice(0, -1)) ?? 0) : own;
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
	'url urls href link links self avatar icon icons thumbnail photo photos picture logo etag hash token signature checksum integrity digest nodeid accountid changekey gravatar expand permalink cursor mimetype schema apiversion selflink html svg css md5 fingerprint salt nonce secret password cookie session tracking template tarball flag flags emoji color colour metadata managed annotations included sequence offset index',
);

/** Names that say nothing without what they stand in: `status.name`, `assignee.displayName`. */
const GENERIC = set(
	'name value text title summary acct family given last lastname surname login displayname label rendered raw content plaintext id key common full fullname username email emailaddress first firstname lastname code description string iso short shortname',
);
/** Of the names for one thing, those that a person would use. */
const SPOKEN = set('name displayname title text plaintext value fullname common label rendered');
/** Those whom a record is about, before those who wrote or changed it. */
const MAIN = set(
	'assignee assigned author owner customer guest from user client company assignees users',
);
/** Numbers that come with a thing rather than being what it is about. */
const BYPRODUCT = set('count counts size length width height votes likes watchers');
/** Of several numbers that identify, those that people say. */
const LESSER = set('slug uuid guid uid pk oid code symbol cca3 iso');
/** Parts of an amount. */
const PARTIAL = set('subtotal tax discount fee shipping refunded captured regular old base');
/** When something happened, before when it was last touched. */
const TOUCHED = set('updated modified changed change edited synced indexed verified activity');
const PLAIN_STATUS = set('status state phase');
/** What stands around an item without being part of what it says: `fields.summary`. */
const WRAPPER = set(
	'fields attributes properties node source data metadata spec resource commit payload item object record document doc info value values details entity model row',
);
/** `num_comments`, `total_price`. */
const COUNTED = set('num count total avg mean max min sum nb');
const NAMES = set('name title label fullname displayname');

/** What a key says. */
export interface Name {
	/** In words. */
	readonly length: number;
	readonly role: Role;
	/** Meanings of all its words in one, of its last one, and of any. */
	readonly whole: number;
	readonly last: number;
	readonly any: number;
}

/** Most keys: lower-case letters and digits, perhaps with underscores between words. */
const SNAKE = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
const CAMEL = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\p{L}\p{N}]+/u;

/** The words of a key, lower-case: `guestName`, `guest_name` and `Guest Name` are the same two. */
function wordsOf(key: string): string[] {
	const name = key.slice(0, LONGEST_REMEMBERED);
	if (SNAKE.test(name)) return name.split('_');
	return name
		.split(CAMEL)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
}

/** Keys that are remembered: the same few come again in every item and every call. */
const MOST_REMEMBERED = 4_000;
/** UTF-16 units of a key that is remembered; of a longer one, so many are read. */
const LONGEST_REMEMBERED = 100;
/** A longer part of a text keeps all of the text in memory, as engines do it, and is copied first. */
const LONGEST_COPIED = 12;
const known = new Map<string, Name>();

/** What the words of a key say; the same key is read once. */
export function nameOf(key: string): Name {
	const remembered = known.get(key);
	if (remembered) return remembered;
	if (known.size >= MOST_REMEMBERED) known.clear();
	const isLong = key.length > LONGEST_REMEMBERED;
	const own = key.length > LONGEST_COPIED && !isLong ? [...key].join('') : key;
	const words = wordsOf(own);
	const whole = meaningOf(words.join(''));
	const meanings = words.map(meaningOf);
	const name = {
		length: words.length,
		role: told(words, whole),
		whole,
		last: meanings.at(-1) ?? 0,
		any: meanings.reduce((all, each) => all | each, 0),
	};
	if (!isLong) known.set(own, name);
	return name;
}

/** What a key says by itself. */
export const roleOf = (key: string): Role => nameOf(key).role;

/** Whether the whole name says nothing of its own, such as `value`. */
export const isGeneric = ({ whole }: Name): boolean => (whole & GENERIC) !== 0;
/** Whether it is what people call a thing. */
export const isSpoken = ({ whole }: Name): boolean => (whole & SPOKEN) !== 0;
/** Whether it says which of several is the main one. */
export const isMain = ({ any }: Name): boolean => (any & MAIN) !== 0;
/** Whether it ends in what machines need, such as a hash. */
export const isByproduct = ({ last }: Name): boolean => (last & BYPRODUCT) !== 0;
/** Whether it identifies, but less than an `id` does. */
export const isLesserIdentity = ({ whole }: Name): boolean => (whole & LESSER) !== 0;
/** Whether it names a part of something that is told elsewhere. */
export const isPartial = ({ any }: Name): boolean => (any & PARTIAL) !== 0;
/** Whether it says when something was changed. */
export const isTouched = ({ any }: Name): boolean => (any & TOUCHED) !== 0;
/** Whether it is a status in one word. */
export const isPlainStatus = ({ whole }: Name): boolean => (whole & PLAIN_STATUS) !== 0;
/** Whether it only wraps what is below it. */
export const isWrapper = ({ length, last }: Name): boolean =>
	length === 0 || (last & WRAPPER) !== 0;

function told(all: readonly string[], wholeOfAll: number): Role {
	const isMeasure = all.length > 1 && (meaningOf(all.at(-1) as string) & UNITS) !== 0;
	const words = isMeasure ? all.slice(0, -1) : all;
	if (words.length === 0) return 'none';
	const whole = isMeasure ? meaningOf(words.join('')) : wholeOfAll;
	const first = words[0] as string;
	const end = words.at(-1) as string;
	const last = meaningOf(end);
	if (whole & IDENTITY) return 'identity';
	if (whole & NOISE) return 'noise';
	if (end === 'id' || end === 'ids' || end === 'uuid' || end === 'guid') return 'link';
	if (words.length > 1 && meaningOf(first) & COUNTED) return 'amount';
	if (end === 'number' || end === 'sku') return words.length === 2 ? 'identity' : 'link';
	if (end === 'key' || end === 'code' || end === 'ref') return 'link';
	if (last & NOISE) return 'noise';
	if (whole & TITLE) return 'title';
	if (whole & TEXT) return 'text';
	if (whole & STATUS) return 'status';
	if (whole & WHO) return 'who';
	if (last & WHEN) return words.length > 1 && end === 'by' ? 'who' : 'when';
	if (last & AMOUNT) return 'amount';
	if (last & STATUS) return 'status';
	if (last & NAMES) {
		const any = words.reduce((all, word) => all | meaningOf(word), 0);
		if (any & WHO) return 'who';
		if (any & WHERE) return 'where';
		if (any & KIND) return 'kind';
		return any & STATUS ? 'status' : 'title';
	}
	if (last & KIND) return 'kind';
	if (last & WHERE) return 'where';
	if (last & WHO) return 'who';
	if (last & TITLE) return 'title';
	if (last & TEXT) return 'text';
	return meaningOf(first) & AMOUNT ? 'amount' : 'none';
}
