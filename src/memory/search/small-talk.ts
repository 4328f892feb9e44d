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

/** Praise, at the end of a clause, and before the thing praised. */
const PRAISE =
	'(?:great|good|nice|perfect|awesome|cool|fine|excellent|amazing|lovely|wonderful|brilliant|fantastic|beautiful|impressive|helpful|funny|super|superb|well|green|done|merged)';
const ADVERB = '(?:(?:so|very|really|quite|pretty|all|just|much|more|again|back|finally) )*';
const GLAD =
	'(?:great|good|nice|awesome|amazing|excellent|lovely|wonderful|brilliant|fantastic|impressive)';
/** Times that are wished well, and deeds that are praised: `good look` and `nice commit messages` are neither. */
const TIME =
	'(?:day|one|evening|night|morning|afternoon|time|week|weekend|trip|break|rest|lunch|holiday|vacation)s?';
const DEED = '(?:work|job|stuff|one|idea|thinking|answer|question|find|catch|point|start|thing)s?';

/** Words after a deed that is praised: whom, and of what; anything else may be a task. */
const BESIDE =
	'(?: (?:there|here|again|today|everyone|everybody|all|team|folks))?(?: (?:on|with|in|for|of|about)(?: (?:the|that|this|your|my|our|all))?(?: [^ ]+){1,2})?';

/** A clause that praises what it names, before an exclamation mark. */
const PRAISED = new RegExp(`^(?:what an? )?${GLAD}(?: [^ ]+){1,2}$`, 'i');
/** A clause that asks how something went. */
const WENT = /^how did (?:it|that|this|(?:the|your|my|our)(?: [^ ]+){1,2}) go$/i;
/** Clauses that are no task, whatever they speak of. One that may be one is none of these: a rule too few is worse than one too many. */
const COURTESIES = [
	// It thanks for something, or wishes.
	'(?:(?:so )?many )?(?:thanks|thank you|thx|ty|cheers|kudos|sorry|congrats|congratulations|well done|good luck|no worries)(?: (?:so much|very much|a lot|again|everyone|all))? (?:for|on|about|with)(?: (?:that|this|it|everything|(?:the|your|my|our|all)(?: [^ ]+){1,4}|(?!that|this|it)[^ ]+(?: [^ ]+){0,2}))',
	`have an? ${GLAD} ${TIME}(?: [^ ]+){0,3}|happy (?:holidays|new year|coding|(?:[^ ]+ )?[^ ]*day)|see you(?: (?:later|soon|then|around|tomorrow))?|nice to (?:meet|see) you`,
	"i(?: really)? (?:love|loved|enjoyed) (?:that|this|it|you|(?:the|your)(?: [^ ]+){1,2})|(?:i am |i'm )?(?:so |very )?(?:glad|happy) (?:it|that|you|we|with|about|to hear)(?: [^ ]+){1,5}|guten [^ ]+",
	// It praises what was made, or tells how that went.
	`(?:(?:the|that|this|those|these|your|my|our|all|it|both)(?: [^ ]+){0,4}|[^ ]+) (?:is|are|was|were|looks?|looked|sounds?|went|works?|worked) ${ADVERB}(?:${PRAISE}|in)(?: now| again| today)?`,
	'it works(?: in [^ ]+)?',
	`(?:(?:that|this|it) was |what )an? (?:[^ ]+ )?(?:${GLAD}|beautiful)(?: [^ ]+){0,3}|${GLAD} ${DEED}${BESIDE}`,
	'how (?:was|were) (?:the|your|my) [^ ]+',
	// It is about the one who is asked.
	`you (?:are|were) (?:(?:an?|the|so|really) )*(?:best|${PRAISE})|you did an? ${GLAD} ${DEED}`,
	'(?:are|were) you (?:an? [^ ]+|ok|okay|there|alright|alive|awake|busy|tired|real|human|happy|sad|well|sure|kidding|serious)',
	'do you (?:(?:like|love|enjoy) [^ ]+|(?:ever |even )?(?:sleep|feel|dream))',
];
/** Words of a request: what holds one is a task, also without a comma before it. */
const ASKS =
	/\b(?:can|could|would|should|must|let|lets|please|need|also|now|then|but|want|do (?:it|this|that)|(?<!\b(?:the|your|my|our|a|an|last|to) )(?:add|run|write|revert|refactor|remove|delete|update|create|rename|implement)|(?:fix|test|build|review|release|deploy|commit|use|make|move|check) (?:the|it|this|that|all|an?))\b/i;
const COURTESY = new RegExp(`^(?:${COURTESIES.join('|')})$`, 'i');
/** Ends of clauses, and words before what is to be done. */
const CLAUSES =
	/([,;:!?\n–—]+|\s-+\s|\bbut\b|\.(?=\s|$)|\band (?=(?:then )?(?!all|both|the)\p{L}+ (?:an?|the|it|this|that|all)\b)|\b(?:now|please|next)\b)/iu;

/** A word, or what is no language's name. */
const WORD =
	/\b(?:go (?:on|ahead)|(?:good|great|nice) job|well done|looks? like|what(?:'s| is) your name|how (?:long|tall|far|old|many|much|often)|that's all|sounds? (?:good|great|fine)|start over|never mind|sounds like a plan|makes? sense|(?:no|not a) problem|take your time|(?:right|i am|i'm) back|hold on|keep going|carry on|fair enough|my bad|(?:love|forget) it|(?:one|a|just a) (?:moment|second)|looks? (?:good|right|fine)(?: to me)?|(?:that's|all) right|i (?:dis)?agree|(?:try|do (?:it|that)) again|same as before|(?:have|was) fun|(?:good|long) (?:luck|day)|merry christmas|excuse me|is that true|what(?:'s| is) new|you're welcome|what time is it|(?:hi|hello|hey|dear) (?:team|everybody|folks|friends?|world|claude))\b|\p{L}+/giu;

/** Words of a courtesy that are no topic, where something else is asked beside it. */
const KIND = new RegExp(
	`\\b(?:${GLAD} (?:${DEED}|${TIME})|${PRAISE}|happy|glad|love|loved|enjoyed|congratulations|kudos)\\b`,
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
