// Reads the frame of a host before a result, and whether a result leaves open that its call failed.
import { isRecord, jsonIn } from '../../shared/json-values';

const MEASURED = /^(?:Chunk ID: \w+\n)?Wall time: (\d+)[\d.]* seconds\n/;

/** With whole seconds alone of what was measured of the call: two equal results are equal texts. */
export const unmeasured = (text: string): string => text.replace(MEASURED, '$1 s\n');

/** A text as it may have been sent: as it stands, and without what its host put before it. */
export const unframed = (text: string): readonly string[] =>
	MEASURED.test(text) ? [text, inner(text)] : [text];

const inner = (text: string): string => text.replace(MEASURED, '').replace(/^Output:\n/, '');

/** Characters of a short answer, judged whole; of the ends of a longer one, for any word and for certain failures. */
const SHORT = 1_000;
const EDGE = 240;
const LOOKED_THROUGH = 4_000;

const NO_FAILURE =
	/\b(?:0|no|zero|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed):? ?(?:0|none)\b/gi;
/** Names and titles say nothing of how a call ended. */
const QUOTED = /"[^"\n]{1,200}"|“[^”\n]{1,200}”|`[^`\n]{1,200}`|(?<![^\s(])'[^'\n]{1,200}'(?!\w)/g;
/** A failure, wherever it stands. */
const TOLD = new RegExp(
	[
		String.raw`^\W*(?:\w*(?:error|exception)|fatal|fail(?:ed|ure)|panic|traceback)\b[^\n]{0,80}?[:!(]`,
		String.raw`\b(?:exit(?:ed)?(?: with)?(?: status| code)?|return(?:ed)? code)[:= ]+(?!0\b)-?\d`,
		String.raw`\b(?:HTTP(?:/[\d.]+)?|status(?: code)?|error|code)[:= ]+[45]\d\d\b`,
		String.raw`^[45]\d\d(?:[:,]|$| (?:[a-z]+ )?(?:bad|unauthorized|forbidden|error|unavailable|not|too|conflict|gateway))`,
		String.raw`\bE(?:NOENT|ACCES|PERM|EXIST|IO|PIPE|BUSY|NOSPC|ROFS|ISDIR|NOT\w+|MFILE|INVAL|AGAIN|CONN\w+|TIMEDOUT|ADDR\w+|HOST\w+|NET\w+|AI_\w+)\b|\bERR_\w+`,
		String.raw`\b[1-9]\d* (?:\w+ )?(?:failed|errors?|failures?)\b|[❌✗✘⛔]`,
		String.raw`\b(?:not found|(?:could|can|does|do|did|was|were|is|are|has|have)(?: not|n['’]t)|cannot|unable to|failed to|already exists|timed +out)\b`,
		String.raw`\b(?:is|are|was|were|been) (?:missing|required|invalid|rejected|refused|denied|cancell?ed|aborted)\b`,
	].join('|'),
	'im',
);
/** A failure, unless what was done stands before it. */
const FAILURE =
	/\b(?:\w*(?:error|exception|failed|failure)s?|traceback|fatal|panic|denied|unauthorized|forbidden|timeout|invalid|illegal|unknown|unable|unavailable|unsupported|unexpected\w*|must|should|refused|rejected|cancell?ed|aborted|killed|crashed|terminated|interrupted|disconnected|expired|exceed(?:s|ed)|insufficient|conflict|quota|limit|missing|required|expected|bad|too (?:many|large|long|big|short)|no such|gave up|again|retry|duplicate|blocked|nothing|not|none|no)\b|\bsegmentation/i;
const VERBS =
	'saved|stored|persisted|created|(?:up|in)serted|updated|added|written|wrote|appended|deleted|removed|cleared|moved|renamed|copied|sent|posted|published|uploaded|downloaded|recorded|noted|registered|applied|submitted|accepted|assigned|closed|merged|committed|pushed|scheduled|set|marked|edited|modified|changed|replaced|completed?|finished|executed|processed|imported|exported|generated|logged|booked|queued|enabled|disabled|archived|restored|started|opened|installed|deployed|indexed|remembered|linked|connected|subscribed|confirmed|approved|resolved|synced|attached|converted|passed|done|ok(?:ay)?|affected|delegated|true|success(?:ful(?:ly)?)?|succeeded';
const DONE = new RegExp(String.raw`\b(?:${VERBS})\b|[✅✓✔]|^(?:diff|---|\+\+\+|Index:) \S`, 'im');
const UNDONE = new RegExp(
	String.raw`\b(?:not?|nothing|never|none|cannot|without|\w+n['’]t|0|zero|(?:must|should|could|would|will|to|can|may|might) (?:be|have)|un)\b[^.;\n]{0,60}?\b(?:${VERBS})\b|\b(?:${VERBS}) (?:0|no|nothing|none)\b|\bconnection (?:was )?closed`,
	'i',
);
/** An id or an address alone. */
const NAMED = /^(?:https?:\/\/\S+|#?[\w-]*\d[\w-]*)$/;

/**
 * Returns whether the answer of a consumer leaves open that it failed. Formats of APIs have no word for it, or hosts do
 * not use it: a short answer has to show that something was done, any other that nothing went wrong.
 */
export function isDoubtful(text: string): boolean {
	const plain = inner(text).trim();
	const rest = plain.replace(/^Process exited with code 0\n(?:Output:\n)?/, '').trim();
	const value = /^[{["]/.test(rest) ? jsonIn(rest) : undefined;
	if (value !== undefined) return /"(?:ok|success)":\s?false\b/i.test(rest) || tellsFailure(value);
	if (fails(rest)) return true;
	const isShown = rest !== plain || rest.length > SHORT || NAMED.test(rest);
	return rest !== '' && !isShown && !DONE.test(rest.replace(QUOTED, ''));
}

/** Returns whether a text tells of a failure. */
export function fails(text: string): boolean {
	const part = (length: number) =>
		(text.length <= SHORT ? text : `${text.slice(0, length)}\n${text.slice(-length)}`)
			.replace(QUOTED, '')
			.replace(NO_FAILURE, '');
	const near = part(EDGE);
	if (TOLD.test(part(LOOKED_THROUGH)) || UNDONE.test(near)) return true;
	const at = near.search(FAILURE);
	return at >= 0 && (DONE.exec(near)?.index ?? at) >= at;
}

/** Members, as `name:value`, that tell of a failure. */
const FAULT =
	/^(?:(?:ok|success(?:ful)?|succeeded|saved|stored|persisted|created|written|inserted|updated|added|accepted|acknowledged|applied|sent|valid|result|data):false$|(?:is)?(?:err(?:or|no)?s?|failed|failures?|faults?|exceptions?|error(?:code|message)|reason|exitcode|returncode):(?!(?:0|none|null|ok|false)?$)|detail:some$|type:(?:error|exception|failure)$|(?:http)?status:[045-9]\d\d$|(?:status|http|result)?code:(?!(?:0|[123]\d\d)$)-?\d+$)/is;
/** Members whose text may tell of one, and those that hold others. */
const SAID =
	/^(?:message|msg|detail|statustext|output|stdout|stderr|result|(?:http)?status|(?:status|http|result)?code|outcome|state)$/;
const HOLDING =
	/^(?:data|results?|response|meta(?:data)?|output|payload|body|content|items|structuredcontent)$/;

/** @param depth levels that are looked into */
function tellsFailure(value: unknown, depth = 5): boolean {
	if (typeof value === 'string') return fails(value);
	if (Array.isArray(value))
		return value.slice(0, 100).some((each) => isRecord(each) && tellsFailure(each, depth - 1));
	if (!isRecord(value) || depth === 0) return false;
	const isSaid = value.ok === true || value.success === true;
	return Object.entries(value).some(([key, told]) => {
		const name = key.replace(/[_-]/g, '').toLowerCase();
		const isNested = typeof told === 'object' && told !== null;
		const some = isNested && Object.keys(told).length > 0 ? 'some' : '';
		const word = isNested ? some : String(told ?? '').trim();
		if (FAULT.test(`${name}:${word}`)) return true;
		if (isNested) return HOLDING.test(name) && tellsFailure(told, depth - 1);
		const isText = SAID.test(name) || (name === 'text' && value.type === 'text');
		return isText && !isSaid && fails(word);
	});
}
