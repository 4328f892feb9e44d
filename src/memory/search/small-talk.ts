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
are as at be by did didn do didn don done for from how i in is it my of on or our that the this to was we what when which with you your s t d m re ve ll lol haha congrats bonjour ty hola ciao danke merci gracias sure yep yeah yup nope absolutely definitely exactly alright oh hmm oops whoa wonderful excellent bravo nicely pardon hahaha okey dokey lgtm np gg hm mate grazie buenos dias
der die das den dem ein eine einen einer und oder mit ohne fur für von im ist sind nicht wie wir ich bitte auf zu zum zur aus bei neu neue neuen neuer diese dieser dieses le la les des du de un une et avec pour dans est sont comment el los las una con para en es son como`,
);

/**
 * Words of everyday talk: in films' subtitles at least 40 in a million, and at least 0.65 times as often as in the readmes
 * of packages; without names, and without words that name something in software.
 */
export const SPOKEN = wordSet(
	`you i the to it that and of what in me is we this he on for my your don have do re no be know was not can are all with just get here but ll there so they right like out she up about if him got oh at now come one how well yeah her want think good see let did why who his will going when back okay yes gonna time look take man where them would been some hey tell us had were say could didn something really down then little way our make too never over more need mean very off sorry give has thank love said am people please sure thing only because two should doing much sir maybe help anything these even night call talk nothing into first find wait put great thought day work life before better again still home guy won those than around away last uh ever stop keep told must things big after long does always their everything nice money doesn guys feel believe thanks old place fine kind isn hello
lot years made leave hi girl hear father through every bad listen remember three boy coming wrong might stay house may baby another ok dad gotta wanna wanted enough talking happened show course being care done getting mind left ask car understand mother try miss came wouldn own world guess next else trying someone real room morning huh hold ain woman yourself today looking wasn mom friend move job tonight went son best saw found pretty ready heard whole seen together minute men head matter haven knew excuse many idea play family meet most while wife once live somebody everybody myself took yet start called couldn kid tomorrow happy school problem watch bring actually business says hope already since looks sit cause alone hard wants stuff turn days friends until few kids honey dr gone both door later saying such having face worry ago five second brother thinking probably beautiful hand
year forget hit lost minutes crazy late phone nobody easy doctor shut under part deal soon four anyone pay happen supposed eat mine working town afraid drink exactly whatever hurt knows heart gave young everyone chance makes taking anyway week married point hands police fun wish bit aren game party cut comes sleep anybody stand water boys trouble dear couple gets making eyes break story far times um means funny goes lady death asked walk fire hours hate inside waiting girls captain least important ah yours office dinner quite against fight six half pick question ahead cool women high husband reason almost dog buy truth met telling hot anymore behind started speak bed moment tried daddy stupid along either though front sister bye send welcome sometimes trust book answer children war hurry fact brought clear bet white glad daughter outside city feeling black seems till sick light news lose
wonderful months save hour country needs wow able perfect shouldn child whoa living sounds alive food gentlemen luck hair drive music power sort serious street red dance touch team playing company plan sweet ten coffee lucky sound leaving parents president himself seem lives air taken picture ladies lord sent happens perhaps catch ride win kidding scared dream sign meeting sense beat cold weeks darling figure king poor asking cannot suppose small human boss hospital uncle past calling known follow movie ha straight christmas weren clean kiss looked feet evening million lie felt moving certainly step learn fall bill questions finally takes quiet wonder goodbye law become general worked unless mad absolutely tired road eye except somewhere explain less none loved giving seeing secret wear worth act careful quick early report busy turned wake broke ball major seven mouth marry
meant fault lunch lieutenant hmm mama future paper officer hotel buddy thinks talked blue mistake tv ones wedding clothes weird changed floor watching building earth dude others forgot finish club attention eight worse pain sing blow choice birthday stick relax yesterday honor smart colonel boat plane month lovely train fair worried ooh needed sitting cover bag terrible caught song spend horse ring personal afternoon hasn happening tough quit count box missed kept fool middle calm surprise forever decided dark anywhere miles swear land cute lying dress interesting wearing strange voice rock cop window totally interested appreciate paid short bought card certain college fly evidence bank besides completely ran cops finished born proud fish join lead smell near apartment enjoy letter situation trip amazing star accident imagine pleasure ought rich entire difference judge ice lawyer
fat alright age station realize gold seat liked hundred summer dollars standing angel mess chief radio hungry problems marriage brain soul forgive figured likes girlfriend folks slow private attack beer definitely stopped partner walking area dangerous offer scene third upset bus owe shoes driving ln kick evil joke fell truck teach ground green loves cash forward honest boyfriend park position respect broken crime wrote mommy congratulations grab fighting art favor upstairs wall force jail prove normal protect spent feels speaking jump starting saved nose hide sun church peace professor share moved picked thousand holding fear suit pictures holy putting involved gas books relationship neither nine pop bother especially nervous dying stuck round dirty cat breakfast idiot space lived prison carry cry smoke arm film government foot contact knock agree pardon gives gift south dreams hat sake
sweetheart board seriously north department patient awful sad wondering beginning usually grand sergeant laugh listening doubt upon double twice whose outta plenty guilty promised fired race crap chicken bathroom spot reading orders weekend detective sheriff eating glass experience west obviously wine luke press difficult lots brown rid sea arms flight staying arrest neck grow mention favorite wind sleeping admit low impossible angry bunch blame pants visit clock tea fellow kitchen lay hole guard learned smile feelings fit pal bear often wild silly begin reach ow beach heaven leg quickly lights kelly worst played plans bucks suddenly writing teacher ridiculous legs river dare burn raise aunt shh rory surprised decision queen innocent emergency medical dancing cell gotten seemed bigger states walked shop sweetie nuts band losing price steal waste stole crying pressure
places dogs rose further excellent aah magic drinking keeps corner ourselves herself acting laughing tells warm sold pregnant hall treat everywhere van papers cup ways witness eh taste hardly camp keeping charles yep beg duty interest tight helping bottle flying decide united turns moon bottom hoping conversation san hero asleep east apologize trial spirit willing chair risk study possibly rain cousin pulled cream excited breathe enemy huge greatest beauty lately rule choose cards advice immediately teeth became victim friday coach flowers showed crew saturday driver apparently heavy trick comfortable brothers mission apart dumb dressed helped knife checked santa weapon restaurant shirt faith gee dig movies necessary themselves credit blind bridge practice closer discuss cars mister grandma cook ticket strike stage animal bird leaves sight somehow knowing career nature
prince responsible cake famous nurse breath games sky bringing hearing singing afford tie bright belong concerned suspect skin madam desk taught aye pack lied deserve danger meat stories tickets paying hiding perfectly sunday whoever beyond student dry jury heads papa milk held horrible kinda feed natural battle ugly coat although settle opinion ho terrific gentleman noticed loose lonely shame shows devil military chicago shower oil opportunity chest horses biggest threw bite aw wash stone indeed weapons invited turning draw attorney pretend health balls heat manager guest loud fantastic cares shake lab princess island easier earlier bell suggest wet pig letting nowhere merry animals weli`,
);

const oneOf = (words: string): string => `(?:${words.trim().split(/\s+/).join('|')})`;

/** Words of what is wrong with something. */
export const WRONG = `blank empty grey greyed gray white black frozen stuck slow broke broken break breaks fail fails failed failing red down gone lost lose missing lack lacks wrong flaky unable unsafe
unusable unclear full huge heavy noisy messy odd strange weird ugly corrupt invalid big bad`;

/** Words of gladness, thanks and regret: a clause with one asks nothing, whatever it speaks of, unless it has words of a request. */
const GLAD = oneOf(
	`awesome amazing(?:ly)? lovely wonderful(?:ly)? brilliant(?:ly)? fantastic impress\\w+ superb stunning excellent gorgeous hilarious delight\\w* proud pleasure relief joy
	hooray haha phew wow yay bravo thank\\w* thx ty cheers kudos congrat\\w* sorry (?:i|we|really)\\slike appreciate[ds]? love[ds]? enjoyed nailed worries`,
);
/** Words of approval, of what is there. */
const FINE = oneOf(
	`great good nice neat perfect cool fine beautiful(?:ly)? helpful funny kind super well green done merged clean clear clever sharp smooth readable easier better best finished signed approved fast quick fixed solved sorted back
	ready complete shipped up happy fun worth settled live over through pass(?:es|ed)? spot okay ok right`,
);
/** Deeds that are praised: `nice commit messages` are none, and may be a task. */
const DEED = oneOf(
	'works? jobs? stuff ones? ideas? thinking answers? questions? finds? catch points? start things? timing day evening night morning weekend week',
);
const IS = oneOf(
	"is are was were am 's looks? looked sounds? feels? felt reads? seems? went goes works? worked made makes turned had came got have has",
);
const SUBJECT =
	"(?:so )?(?:i|we|you|he|she|they|it|that|this|these|those|the|your|my|our|all|both|everything|everybody|everyone|i'm|it's|that's)";

/** Clauses that greet, wish, praise, or say how something is: no task, unless they ask for something or tell of trouble. */
const TALK = new RegExp(
	`^(?:${[
		`(?:.* )?(?<!not )${GLAD}(?: .*)?|much appreciated|agreed|you rock`,
		`(?:what an? |you did an? |have an? )?${FINE} ${DEED}(?: (?:there|again|everyone|everybody|all|team|folks|on|with|in|for|of|about)(?: [^ ]+){0,4})?`,
		'(?:well done|good luck|never mind|see you|nice to (?:meet|see))(?: [^ ]+){0,5}|happy (?:holidays|new year|coding|(?:[^ ]+ )?[^ ]*day)|guten [^ ]+',
		`(?:are|were) you (?:an? [^ ]+|[^ ]+)|do you (?:(?:like|love|enjoy) [^ ]+|(?:ever |even )?(?:sleep|feel|dream))|how (?:was|were) (?:the|your|my) [^ ]+`,
		`(?:i |we |really |so |very |am |are )*(?:like|liked|enjoy|happy|glad)(?: to (?:hear|see|know))? (?:the|that|this|how|your|it|you|with|by|of|about|we)(?: [^ ]+){0,7}`,
		`(?:so |very |really )?${FINE}(?: (?:that|to (?:hear|see|know|work))(?: [^ ]+){0,7}|(?: [^ ]+){0,2} now| again)?|all ${FINE}(?: [^ ]+){0,4}|what an? (?:[^ ]+ )?${FINE}(?: [^ ]+){0,7}|(?:best|finally)(?: [^ ]+){1,7}`,
		`[^ ]+ (?:(?:is|are|was|were|looks?) ${FINE}(?: [^ ]+){0,2}|fixed|solved|sorted|merged|done)`,
		`${SUBJECT} (?:[^ ]+ ){0,6}?${IS}(?: [^ ]+){0,4}? ${FINE}(?: [^ ]+){0,6}|${SUBJECT} (?:[^ ]+ ){0,4}?(?:is|are|was|were) in`,
		`${SUBJECT}(?: [^ ]+){0,3}? (?:liked|looks?|looked|sounds?|feels?|reads?|went|works?|worked|says|fires|pass|passes)(?: [^ ]+){0,8}`,
		`(?:i|we|it|he|she|they|that|this|these|those|all|everything) (?:[^ ]+ )??${IS}(?: [^ ]+){0,8}|(?:it|that|he|she)'s(?: [^ ]+){1,8}|it (?:works|compiles|runs)(?: in [^ ]+)?`,
	].join('|')})$`,
	'i',
);
const BEGINS = new RegExp(
	`^(?:(?:no|so|very|really|i|we|you|never|an?|what) )*(?:${GLAD}|mind)\\b`,
	'i',
);
const WENT = /^(?:how )?did (?:it|that|this|(?:the|your|my|our)(?: [^ ]+){1,4}) go(?: well)?$/i;
/** A clause that praises what it names, before an exclamation mark. */
const PRAISED = new RegExp(`^(?:what an? )?${FINE}(?: [^ ]+){1,2}$`, 'i');
/** Words of a request: what holds one is a task, also without a comma before it. */
const ASKS =
	/\b(?:can|could|would|should|must|let|lets|please|need|also|now|then|but|want|not|no|too|advance|to be|do (?:it|this|that)|(?<!\b(?:the|your|my|our|a|an|last) )(?:add|run|write|revert|refactor|remove|delete|update|create|rename|implement|migrate|convert|explain|apply|corriger|throttle)|to (?:review|fix|test|build|use|make))\b/i;
/** Something is to be done with something. */
const DOES =
	/\b(?:fix|test|build|review|release|deploy|commit|use|make|move|check) (?:the|it|this|that|all|an?)\b/i;
/** Words of trouble, and of work that goes on. */
const TROUBLE = new RegExp(
	`\\b(?:${oneOf(WRONG)}|(?:errors?|bugs?|crash|leak|hang|freez|fail|slow|stale|outdated)(?:e?s|ed|ing|ly|ures?)?|without|never(?! mind)|only once|twice|limit|supposed|(?:i|we)(?:'m| am|'re| are) (?!\\w*(?:going|leaving|coming|kidding|joking))\\w+ing)\\b`,
	'i',
);
/** Ends of clauses, and words before what is to be done. */
const CLAUSES =
	/([,;:!?\n–—]+|\s-+\s|\bbut\b|\.(?=\s|$)|\band (?=(?:then )?(?!all|both|the)\p{L}+ (?:an?|the|it|this|that|all)\b)|\b(?:now|please|next)\b)/iu;

/** Words of a courtesy that are no topic, where something else is asked beside it. */
const KIND = new RegExp(`\\b(?:${FINE} ${DEED}|${FINE}|${GLAD}|liked?)\\b`, 'gi');

/** Returns a query without its small talk: words that tell no topic, all of them where nothing but courtesies are said. */
export function withoutTalk(query: string): string {
	const clauses = query.split(CLAUSES).map((clause, at, all) => {
		const said = clause.trim().replaceAll(/\s+/g, ' ');
		const isQuestion = all[at + 1]?.startsWith('?') === true;
		const isPraise = all[at + 1]?.startsWith('!') === true && PRAISED.test(said);
		const isSaid =
			TALK.test(said) &&
			(BEGINS.test(said) || !(TROUBLE.test(said) || /but/i.test(all[at - 1] ?? '')));
		const isDeed = DOES.test(said);
		const isAsking = isDeed || ASKS.test(said.replace(/^no /i, ''));
		const isTalk = WENT.test(said) || ((isPraise || isSaid) && !isAsking);
		const bare = bareOf(isTalk ? clause.replaceAll(KIND, ' ') : clause);
		const isAsked = isQuestion && said.includes(' ') && !isTalk;
		const isOpen = isSpoken(clause) && !isDeed;
		const isBare = !/[\p{L}\p{N}]/u.test(bare);
		return { bare, isBare, isAsked, isChat: isTalk || isOpen || (isBare && !isAsked) };
	});
	// A question after a courtesy is about the subject that the courtesy names.
	const isMeant =
		clauses.some(({ isAsked }) => isAsked) && clauses.some((each) => !each.isAsked && !each.isBare);
	const isTalk = clauses.every(({ isChat, isAsked }) => isChat && !(isAsked && isMeant));
	return isTalk ? '' : clauses.map(({ bare }) => bare).join('');
}

/** `unexpectedly`, `really`. */
const ADVERB = /^\p{L}{2,}(?:al|iv|ous|ent|ant|ed|ful|less|ing|at|ick|et|ear)(?:e?ly)$/u;

const isNoTopic = (word: string): boolean =>
	SPOKEN.has(word) || VAGUE.has(word) || CHATTER.has(word);

/** Returns whether a clause has nothing but words of everyday talk. */
const isSpoken = (clause: string): boolean =>
	(clause.toLowerCase().match(/\p{L}+/gu) ?? []).every(isNoTopic) && !/\p{N}/u.test(clause);

const bareOf = (clause: string): string =>
	clause.replaceAll(
		/go (?:on|ahead)|(?:good|great|nice) job|(?:hi|hello|hey|dear) (?:team|folks|world|claude)|\p{L}+/giu,
		(phrase) => {
			const word = phrase.toLowerCase();
			const isEmpty =
				VAGUE.has(word) || CHATTER.has(word) || word.includes(' ') || ADVERB.test(word);
			return isEmpty ? ' ' : phrase;
		},
	);

/** Returns whether a query greets, thanks or chats, and asks nothing. */
export function isSmallTalk(query: string): boolean {
	if (/[\p{L}\p{N}]/u.test(withoutTalk(query))) return false;
	const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
	return ADDRESS.test(query) || words.some((word) => !VAGUE.has(word) && !SPOKEN.has(word));
}

/** Words by which one speaks to another. */
const ADDRESS =
	/\b(?:i|me|my|we|us|you|your|hello|hi|hey|thanks?|bye|sorry|ok|okay|yes|no|please|good|great|nice|fine|sure|well|why)\b/i;
