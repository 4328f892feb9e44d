// Small talk in what is asked: words that are no topic, and clauses that greet, thank, praise or tell how something went,
// in which a word that a rule has ("thanks, that test was great") is no task.
const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Words that are no topic, but may name a document: `WELCOME.md`, `leave`. */
const VAGUE = wordSet(
	`see like yet something anything everything nothing someone anyone know knows think help helps helped want wants take takes forever mention mentioned touch only once onto again really maybe perhaps quite another same such both own way thing things bit come comes give given put goes going gone got soon later since until
upon though although because ever always welcome cool awesome perfect one understand understood good about today tomorrow lot let leave meet repeat over rule rules work works worked working great well continue tell where why may will wait stop proceed best get gets guideline guidelines need needed needs up out now`,
);

/** Words that greet, answer or join others: what has nothing beside these and vague words is small talk. */
const CHATTER = wordSet(
	`those these into too other cannot won isn aren wasn does doesn wouldn couldn shouldn also even still sorry cheers wow hello hi hey thanks thank thx please ok okay yes no bye goodbye morning evening there here who me am were nice us they them their he she his her can could would should might shall just some very much many more most been has have had not but if than then so a an and
are as at be by did didn do didn don done for from how i in is it my of on or our that the this to was we what when which with you your s t d m re ve ll lol haha congrats bonjour ty hola ciao danke merci gracias sure yep yeah yup nope absolutely definitely exactly alright oh hmm oops whoa wonderful excellent bravo nicely pardon hahaha okey dokey mate grazie buenos dias`,
);

const oneOf = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})`;

/** Adjectives that praise what they stand before, and what is said of something that is good or done. */
const GLAD = oneOf(
	'great good nice awesome amazing excellent lovely wonderful brilliant fantastic impressive neat superb stunning',
);
const PRAISE = oneOf(
	`perfect cool fine beautiful helpful funny super well green done merged clean clear clever sharp smooth readable better best
	happy fun joy relief worth settled live over through passed delighted proud impressed spot okay ok ${GLAD}`,
);
const THANKS = oneOf(
	'thanks thank thx ty cheers kudos sorry congrats congratulations hooray haha phew wow yay bravo',
);
/** Deeds that are praised: `nice commit messages` are none, and may be a task. */
const DEED = oneOf(
	'works? jobs? stuff ones? ideas? thinking answers? questions? finds? catch points? start things? day evening night morning weekend week',
);
const WHO = oneOf(
	'i we you he she they it that this these those the your my our all both everything',
);
const IS = oneOf(
	"is are was were am 's looks? looked sounds? feels? reads? seems? went goes works? worked made makes had turned came i'm that's it's",
);

/** Clauses that are no task, whatever they speak of: each in the order of its words. A rule too few is worse than one too many. */
const COURTESIES = [
	// It thanks, praises a deed, or wishes.
	`(?:(?:so )?many )?${THANKS}(?: [^ ]+){0,9}`,
	`(?:what an? |you did an? |have an? )?${GLAD} ${DEED}(?: (?:there|again|everyone|everybody|all|team|folks|on|with|in|for|of|about)(?: (?:the|that|this|your|my|our|all))?(?: [^ ]+){0,2})?`,
	'(?:well done|good luck|no worries|never mind|see you|nice to (?:meet|see) you)(?: [^ ]+){0,5}|happy (?:holidays|new year|coding|(?:[^ ]+ )?[^ ]*day)|guten [^ ]+',
	// It says that something is good, or who is glad of it.
	`(?:so )?(?:${WHO} (?:[^ ]+ ){0,6}?${IS}|[^ ]+ ${IS}|it's|that's|i'm)(?: [^ ]+){0,4}? ${PRAISE}(?: [^ ]+){0,6}`,
	`${WHO} (?:[^ ]+ ){0,4}?(?:is|are|was) in|it (?:works|compiles|runs)(?: in [^ ]+)?`,
	`(?:i |we |really |so |very |am |are )*(?:love|loved|like|liked|enjoyed?|appreciate|glad|happy|proud|impressed)(?: to (?:hear|see|know))? (?:the|that|this|how|your|it|you|with|by|of|about|we)(?: [^ ]+){0,7}`,
	`${PRAISE} (?:that|to (?:hear|see|know))(?: [^ ]+){0,7}|you (?:rock|nailed)(?: [^ ]+){0,4}`,
	`(?:what )?an? (?:[^ ]+ )?(?:${GLAD}|beautiful|pleasure|relief|joy)(?: [^ ]+){0,7}`,
	// It is about the one who is asked.
	'(?:are|were) you (?:an? [^ ]+|there|alright|alive|awake|busy|tired|real|human|happy|sad|well|sure|kidding|serious|ok|okay)',
	'do you (?:(?:like|love|enjoy) [^ ]+|(?:ever |even )?(?:sleep|feel|dream))|how (?:was|were) (?:the|your|my) [^ ]+',
];
/** A clause that praises what it names, before an exclamation mark; one that asks how something went. */
const PRAISED = new RegExp(`^(?:what an? )?${GLAD}(?: [^ ]+){1,2}$`, 'i');
const WENT = /^how did (?:it|that|this|(?:the|your|my|our)(?: [^ ]+){1,2}) go$/i;
/** Words of a request, of trouble or of doubt: what holds one is a task, also without a comma before it. */
const ASKS =
	/\b(?:can|could|would|should|must|let|lets|please|need|also|now|then|but|want|not|no|too|advance|lacks?|missing|fail(?:s|ing)?|broken|to be|do (?:it|this|that)|(?<!\b(?:the|your|my|our|a|an|last) )(?:add|run|write|revert|refactor|remove|delete|update|create|rename|implement|migrate|convert|explain|apply|corriger|throttle)|to (?:review|fix|test|build|use|make)|(?:fix|test|build|review|release|deploy|commit|use|make|move|check) (?:the|it|this|that|all|an?))\b/i;
const COURTESY = new RegExp(`^(?:${COURTESIES.join('|')})$`, 'i');
/** Ends of clauses, and words before what is to be done. */
const CLAUSES =
	/([,;:!?\n–—]+|\s-+\s|\bbut\b|\.(?=\s|$)|\band (?=(?:then )?(?!all|both|the)\p{L}+ (?:an?|the|it|this|that|all)\b)|\b(?:now|please|next)\b)/iu;

/** A word, or what is no language's name. */
const WORD =
	/\b(?:go (?:on|ahead)|(?:good|great|nice) job|well done|looks? like|what(?:'s| is) your name|how (?:long|tall|far|old|many|much|often)|that's all|sounds? (?:good|great|fine)|start over|never mind|sounds like a plan|makes? sense|(?:no|not a) problem|take your time|(?:right|i am|i'm) back|hold on|keep going|carry on|fair enough|my bad|(?:love|forget) it|(?:one|a|just a) (?:moment|second)|looks? (?:good|right|fine)(?: to me)?|(?:that's|all) right|i (?:dis)?agree|(?:try|do (?:it|that)) again|same as before|(?:have|was) fun|(?:good|long) (?:luck|day)|merry christmas|excuse me|is that true|what(?:'s| is) new|you're welcome|what time is it|(?:hi|hello|hey|dear) (?:team|everybody|folks|friends?|world|claude))\b|\p{L}+/giu;

/** Words of a courtesy that are no topic, where something else is asked beside it. */
const KIND = new RegExp(
	`\\b(?:${GLAD} ${DEED}|${PRAISE}|${THANKS}|glad|love|loved|liked?|enjoyed|appreciate)\\b`,
	'gi',
);

/** Returns a query without its small talk: words that tell no topic, all of them where nothing but courtesies are said. */
export function withoutTalk(query: string): string {
	const clauses = query.split(CLAUSES).map((clause, at, all) => {
		const said = clause.trim().replaceAll(/\s+/g, ' ');
		const isPraise = all[at + 1]?.startsWith('!') === true && PRAISED.test(said);
		const isTalk = WENT.test(said) || ((isPraise || COURTESY.test(said)) && !ASKS.test(said));
		const bare = bareOf(isTalk ? clause.replaceAll(KIND, ' ') : clause);
		const isAsked = all[at + 1]?.startsWith('?') === true && said.includes(' ');
		return { bare, isChat: isTalk || !(isAsked || /[\p{L}\p{N}]/u.test(bare)) };
	});
	return clauses.every(({ isChat }) => isChat) ? '' : clauses.map(({ bare }) => bare).join('');
}

const bareOf = (clause: string): string =>
	clause.replaceAll(WORD, (phrase) => {
		const word = phrase.toLowerCase();
		return VAGUE.has(word) || CHATTER.has(word) || word.includes(' ') ? ' ' : phrase;
	});

/** Returns whether a query greets, thanks or chats, and asks nothing. */
export function isSmallTalk(query: string): boolean {
	if (/[\p{L}\p{N}]/u.test(withoutTalk(query))) return false;
	const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
	return words.length > 0 && words.some((word) => !VAGUE.has(word));
}
