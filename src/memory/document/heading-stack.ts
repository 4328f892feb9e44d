// The stack of headings and tags that are open while a document is read from top to end.
// The effect of a heading on the text under it (docs/memory.md, "Headings") is decided by word lists: most are labels.
import { shortTitle } from './markdown';
import { plainWords } from './plain-text';

interface Entry {
	/** 1 to 6 for a heading, 0 for a tag. */
	readonly level: number;
	readonly name?: string;
	readonly text: string;
	readonly sense: string;
	readonly map: readonly [number, number];
	isUsed: boolean;
}

export class HeadingStack {
	private open: Entry[] = [];
	/** Lines of closed headings and tags without constraints. */
	readonly unused: (readonly [number, number])[] = [];

	/** Closes headings of this level and below, within the innermost tag. */
	endHeadings(level: number): void {
		while ((this.open.at(-1)?.level ?? 0) >= level) this.leave();
	}

	openHeading(level: number, text: string, sense: string, map: readonly [number, number]): void {
		this.open.push({ level, text: shortTitle(text), sense, map, isUsed: false });
	}

	openTag(name: string, text: string, map: readonly [number, number]): void {
		const hasMore = text.length > name.length + 2;
		const { sense } = headingSense(name.replaceAll(/[-_.:]+/g, ' '));
		const more = hasMore ? text.replaceAll(/\s+/g, ' ') : '';
		this.open.push({
			...{ level: 0, name, map, isUsed: false },
			text: shortTitle(text),
			sense: [sense, more].filter((part) => part !== '').join(' '),
		});
	}

	isOpen(name: string): boolean {
		return this.open.some((each) => each.name === name);
	}

	/** @param map lines of the closing tag */
	closeTag(name: string, map: readonly [number, number]): void {
		if (!this.isOpen(name)) return;
		let left = this.leave();
		while (left?.name !== name) left = this.leave();
		if (!left.isUsed) this.unused.push(map);
	}

	/** Marks all open entries as used. */
	use(): void {
		for (let at = this.open.length - 1; at >= 0; at--) {
			const entry = this.open[at];
			if (entry === undefined || entry.isUsed) return;
			entry.isUsed = true;
		}
	}

	end(): void {
		while (this.leave() !== undefined);
	}

	/** Outermost first. */
	get entries(): readonly Pick<Entry, 'text' | 'map'>[] {
		return [...this.open];
	}

	get sense(): string {
		return this.open
			.map(({ sense }) => sense)
			.filter((sense) => sense !== '')
			.join(' > ');
	}

	private leave(): Entry | undefined {
		const left = this.open.pop();
		if (left !== undefined && !left.isUsed) this.unused.push(left.map);
		return left;
	}
}

const NOT =
	/\b(?:never|(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should|must|need|may|might|sha)n['’]?t(?!\w)|(?:do|does|did|must|should|shall|may|can|will|need|are|is) not|cannot|not (?:to|allowed|permitted|acceptable|ever)|avoid(?:s|ed|ing)?|forbid(?:s|den|ding)?|prohibit(?:s|ed|ing)?|bann?(?:s|ed|ing)?|disallow(?:s|ed|ing)?|refrain|verboten\w*|untersagt\w*|niemals|vermeide\w*|nicht (?:erlaubt|zulässig)|jamais|interdit\w*|nunca|evitar|prohibido\w*)\b|éviter|禁止|不要|不得|切勿|避免|厳禁|しない|запрещ|никогда|нельзя/iu;
/** Negation at the beginning or the end: `No mocks`, `Habits that are wrong`. */
const WEAK =
	"no(?!-)|not|none|nothing|without|bad|wrong|incorrect|worse|dont|don['’]?ts|stop|non-goals?|out of scope|anti-?patterns?|pitfalls?|mistakes?|traps?|gotchas?|kein\\w*|nicht|nie|ohne|falsch\\w*|schlecht\\w*";
const WEAK_FIRST = new RegExp(`^(?:common |typical )?(?:${WEAK})(?![\\p{L}\\p{N}])`, 'iu');
const WEAK_LAST = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${WEAK})$`, 'iu');
const NO_SUCH = /^(?:no(?!-)|kein\w*)\s+\p{L}/iu;
const NEGATED = /^(?:never|no(?!-)|not|do not|don['’]?t|avoid|cannot|nie|niemals|kein\w*)\b/iu;
const SIGN = /[❌🚫✗✘⛔👎]/u;
const BOTH = /\bdo['’]?s?\s*(?:and|&|\/|,|or)\s*(?:don|do not)/iu;
/** Not for all, or in force no more: at the beginning, after a dash or a colon, in brackets. */
const OPTIONAL = /(?:^|\s[-–—]\s|[:([]\s*)(?:optional|nice[- ]to[- ]have|may)\b/iu;
const PAST =
	/(?:^|\s[-–—]\s|[:([]\s*)(?:deprecated|obsolete|outdated|superseded|archived|rejected)\b/iu;
/** Words for what is in force no more, and for what is not yet: of a heading that has no other beside generic ones, or in a remark. */
const SUSPENDED = new Map(
	[
		'?past archive archives archived old legacy former deprecated obsolete outdated superseded retired withdrawn inactive rejected veraltet archiv',
		'?draft draft drafts proposed proposal proposals experimental entwurf',
	].flatMap((line) => {
		const [state = '', ...words] = line.split(' ');
		return words.map((word) => [word, state] as const);
	}),
);
const REMARKS = /\s[-–—]\s|[:()[\]]/;
const STRICT = /\b(?:must|always|shall|immer|muss|müssen)\b/iu;
const BOUND =
	/\b(?:max(?:imum)?|min(?:imum)?|at (?:most|least)|under|over|below|above|up to|within|limit(?:ed)?|(?:less|more|fewer) than|no more|höchstens|mindestens)\b|[<>≤≥]/iu;
const ALL_STRICT = new RegExp(`${NOT.source}|${STRICT.source}|^(?:no|kein\\w*)\\b`, 'giu');
/** Limitation to a place, a time or a case. */
const SCOPE =
	/^(?:in|for|when(?:ever)?(?! to\b)|while|if|unless|except|only|during|before|after|until|outside|inside|within|on|at|bei|beim|für|wenn|falls|nur|vor|nach|während|außer)\b|\b(?:only|unless|except|nur|außer)\b(?<!-only)/iu;
/** Imperative verbs at the beginning of a rule. */
const IMPERATIVE =
	/^(?:add|always|apply|ask|build|call|check|choose|commit|configure|create|define|delete|deploy|design|do|document|enable|ensure|fix|follow|format|give|handle|implement|include|install|keep|leave|let|limit|log|make|mock|move|name|open|pass|pin|prefer|put|read|remove|rename|require|return|review|run|save|send|set|sort|start|store|test|treat|try|update|use|validate|verify|wait|wrap|write)\b/iu;
/** Words that neither state nor limit anything. */
const GENERIC = new Set(
	'a about all an and any are as at be by can common do does doing done ever every everything for from general guide guideline guidelines have how i if in is it its items kind list more must need not note notes of on or our overall overview pattern patterns practice practices project rule rules section should stuff than that the their them there these they thing things this those to typical us we what which with you your code coding best key important critical required never always avoid only max maximum min minimum'.split(
		' ',
	),
);
const NUMBERING =
	/^\s*[#§]?\d+(?:\.\d+)*(?:[.):]|\s+[-–—:])\s*|^\s*\d+(?:\.\d+)+\s+|\b(?:step|phase|part|chapter|section|rule|principle|level|tier|stage|task|example|pattern|option|case|appendix|article|lesson|tip|priority|schritt|teil|kapitel)\s+#?\d+(?:\.\d+)*[a-z]?\b|^\s*v?\d+(?:\.\d+)*\s*$/giu;
const MAX_CHARACTERS = 400;

/**
 * Interprets a heading: Markdown source, without comments. @returns `sense`: effect on the text under it, `!` negated,
 * `?` optional, `?past` and `?draft`, and limiting words, empty for a label; `states`: it is a rule itself
 */
export function headingSense(heading: string) {
	const whole = plainWords(heading).slice(0, MAX_CHARACTERS).replaceAll(NUMBERING, ' ').trim();
	const text = withoutAside(whole)
		.replace(/^[^\p{L}\p{N}❌🚫✗✘⛔👎]+/u, '')
		.replace(/[\s:：]+$/u, '');
	const words = wordsOf(text);
	const telling = words.filter((word) => !GENERIC.has(word));
	const numbers = text.match(/\d[\d.,_]*/g) ?? [];
	const isStrict =
		NOT.test(text) ||
		NO_SUCH.test(text) ||
		STRICT.test(text) ||
		(numbers.length > 0 && BOUND.test(text));
	const hasSubject = wordsOf(text.replaceAll(ALL_STRICT, ' ')).some((word) => !GENERIC.has(word));
	const isSentence =
		words.length >= 9 || heading.includes('\n') || (words.length >= 4 && /[.!;。]$/u.test(text));
	const isImperative = IMPERATIVE.test(text) && words.length >= 4;
	const states = isSentence || isImperative || (isStrict && hasSubject && !BOTH.test(text));
	const isNegative = !BOTH.test(text) && negates(text);
	const limits = SCOPE.test(text) ? telling : states ? [] : numbers;
	const sense = [isNegative ? '!' : stateOf(text), ...limits];
	// A sentence has no effect on the text under it, unless it begins with a negation.
	const effect = isSentence ? sense.slice(0, NEGATED.test(text) ? 1 : 0) : sense;
	return { sense: effect.filter((part) => part !== '').join(' '), states };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/** Returns what a heading says of whether it is in force: optional, no more, not yet; empty where nothing. */
function stateOf(text: string): string {
	if (OPTIONAL.test(text)) return '?';
	if (PAST.test(text)) return '?past';
	const states = text.split(REMARKS).map((remark) => {
		const words = wordsOf(remark).filter((word) => !GENERIC.has(word));
		return words.every((word) => SUSPENDED.has(word)) ? SUSPENDED.get(words[0] ?? '') : undefined;
	});
	return states.find((state) => state !== undefined) ?? '';
}

const negates = (text: string): boolean => {
	const bare = text.replace(/[.!?…\s]+$/u, '');
	return NOT.test(bare) || SIGN.test(bare) || WEAK_FIRST.test(bare) || WEAK_LAST.test(bare);
};

/** Removes a trailing remark in brackets that neither negates nor limits. */
const withoutAside = (text: string): string => {
	const [, before = '', aside = ''] = /^(.*\S)\s*\(([^()]{1,120})\)$/u.exec(text) ?? [];
	if (before === '') return text;
	const words = wordsOf(aside);
	const isTelling =
		NOT.test(aside) ||
		STRICT.test(aside) ||
		/\d/.test(aside) ||
		stateOf(aside) !== '' ||
		WEAK_FIRST.test(aside);
	const isLimit = SCOPE.test(aside) && words.some((word) => !GENERIC.has(word));
	return isTelling || isLimit ? text : before;
};

/** Returns the text of a heading as a constraint. */
export const statedWords = (heading: string): string =>
	withoutAside(
		plainWords(heading)
			.replace(NUMBERING, '')
			.replace(/[\s:：]+$/u, ''),
	);
