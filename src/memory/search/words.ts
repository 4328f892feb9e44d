// The search index (docs/memory.md, "Search"): the words of documents and queries, with developers' synonyms unified.
import { once } from '../../shared/once';
import { queryTerms, termsOf } from '../../shared/terms';
import { splitFrontMatter } from '../document/front-matter';
import { partsOf } from '../document/parts';
import type { Version } from '../types';
import { SPOKEN, WRONG, withoutTalk } from './small-talk';

/** Groups of words for one thing; a word may be in several. */
export const RELATED = `
slow slowly ages fast speed latency performance optimize bottleneck lag profiling, outage incident downtime down crash postmortem oncall emergency unreachable unavailable offline, crash hang freeze quit abort panic unresponsive exception error timeout stacktrace, build compile compiler bundle pipeline ci webpack, date time clock timezone calendar hour, file disk folder path, secret password credential token leak rotate, security vulnerability exploit hack attack steal stolen injection xss csrf hardening, debug bug broken break fail failure rootcause troubleshoot investigate reproduce diagnose, test spec assertion coverage tdd qa verify, name naming called identifier rename, simple simplicity
overengineering yagni kiss premature abstraction hypothetical minimal unnecessary, deploy release ship rollout publish production launch, interface ui ux design layout appearance visual, interface ui button page screen link menu dialog click spinner widget, animation motion movement transition animate, accessibility screenreader blind keyboard unreadable contrast aria wcag disability, translation language locale localization internationalization multilingual rtl, login signin logout signup authentication session oauth account,
permission role access authorization rbac admin privilege, database table schema sql query migration column row, mock fake stub seed sample fixture dummy, documentation readme guide manual explain docstring, onboard newcomer beginner tour explore overview joiner, changelog releasenotes version history announcement, email mail smtp inbox, schedule cron nightly night daily hourly recurring periodic background job, payment billing subscription checkout invoice charge,
cache memoize stale old outdated invalidate revalidate, parallel concurrent concurrency async simultaneous, retry backoff attempt resilience, log logging trace observability monitoring metric telemetry alert, image picture photo media, upload attachment multipart file, form input field validation submit, commit push branch merge git rebase conflict, review feedback approve reviewer pr, refactor cleanup tidy restructure rewrite extract split maintainable, dependency package library
module lockfile upgrade, choose decide decision choice pick option compare indecision tradeoff, ask confirm confirmation clarify question approval, plan specification requirement proposal brainstorm scope, resume continue pause handoff, honest flattery sycophancy agree disagree praise, environment configuration setting variable, container docker dockerfile dockerize containerize image kubernetes, monorepo workspace nx turborepo, exception error throw catch, realtime websocket socket live
streaming, chart graph visualization plot dashboard, spreadsheet excel xlsx csv, slide presentation powerpoint pptx, seo metadata sitemap ranking, mobile phone responsive ios android, theme dark color palette token, delete remove drop prune, fix repair solve resolve, create add generate scaffold new,
summarize summary explain describe recap overview, procedure sp routine function, replica cluster shard`;

/** Words that few programs are about; words that name something in software too are left out. */
export const EVERYDAY = `
ache actress aeroplane africa airplane allergy alligator almond alps america animals ankle ants apple apricot argentina aria asia astronomy athens attic australia austria avocado baby backgammon bacon badminton balcony banana barbecue barley baseball basement basketball bathroom beard bee beef beer bees beethoven beijing belly berlin bible birch birds bishop blanket blister blouse blueberry boyfriend brazil breakfast bride britain broom brother bruise
budapest bundesliga butter cabbage cafe cairo california calorie camping campsite canada cancer candy carrot cathedral cats celery cellar cello cheek cheekbone cheese chicken chickpea chile chimney chocolate cholesterol christmas cinema clothing coconut compost copenhagen cotton cough cousin cows cream cricket crochet crocodile cruise cuba cucumber curtain czech dad daisy dancing danube daughter deer delhi denmark dentist dessert diabetes diet dinner
dinosaur divorce dogs doll dolphin doorbell eagle earring earthquake egypt elbow embroidery england espresso europe everest farmer fever finland firework flood flu france fruit fry funeral garage gardening garlic germany giraffe girlfriend glacier gluten goalkeeper goat goose gorilla grandfather grandma grandmother grandpa grape greece greek gymnastics halloween hamlet hamster handball hawaii headache hedgehog helsinki hen himalaya hip hobby hockey holiday
horoscope horses hostel hungary hurricane husband iceland indian indonesia ireland irish istanbul italy jazz jeans jewellery jewelry jogging juggle juggling juice jungle kangaroo karate kenya kidney kindergarten kitten knee knight knit knitting koala lamb landlord lasagne laundry lawn leather lemonade lentil lettuce lion lipstick lisbon lizard london luggage lullaby lunch lung lyric madrid magnolia make-up makeup maple marathon massage mattress meat
medieval mexico milk mom monastery mongolia monk morocco mortgage moscow mosquito moss motorbike motorcycle mozart mum mushroom necklace neighbor neighbour nephew niece nigeria noodle norway nose oak oat olympic onion orchid oslo ottoman owl painter pancake paris parrot pasta pastry pension perfume peru pharaoh physiotherapist pigeon pillow pine pineapple pisces pizza plumbing poland pony pope pork portugal potato pottery prague prayer pregnancy pregnant
priest princess pumpkin puppy quran rabbit raining rash raspberry revolution rice risotto roast rome rooster rose rugby russia rye sahara sailing sailor salad salmon sandal santa saturn sausage scarf scotland sculpture seoul sermon sew sewing shakespeare shampoo sheep shrub sicily silk sing sister skating skiing skirt soap sock soldier son sonnet sourdough spain spinach spoon sprain squirrel steak stew sting stockholm stork strawberry suitcase sunflower
sunny sunshine supper swahili swan sweater sweden swim swimming switzerland symphony tea teenager teeth telescope tennis texas thailand thanksgiving therapy thumb tiger toad toddler toe tokyo tomato tongue tornado tourist towel trousers trout tulip tuna ukraine vacation vegan vegetable vegetarian venice veterinarian vienna vietnam viking vinegar visa vodka volleyball wales walnut wardrobe warsaw wasp waterfall weed wheat whisky widow widower wife willow
wine wolf wool wrestling wrist yoga yoghurt yogurt york zebra zodiac`;

const SIGNED: Readonly<Record<string, string>> = {
	'c#': 'csharp',
	'f#': 'fsharp',
	'c++': 'cpp',
	'.net': 'dotnet',
	'asp.net': 'dotnet',
};
const SIGNS = /(?<![\p{L}\p{N}])(?:[cf]#|c\+\+|(?:asp)?\.net(?![\p{L}\p{N}]))/giu;

/** Synonyms: the first word of a group replaces the others. */
const SAME: ReadonlyMap<string, string> = new Map(
	`go golang, javascript js ecmascript, typescript ts, python py, kubernetes k8s,
postgresql postgres psql, mongodb mongo, csharp cs, cpp cxx, accessibility a11y,
internationalization internationalisation i18n,
localization localisation localize localise l10n translation translate, database db,
configuration config, environment env, repository repo, authentication auth authn,
authorization authz, documentation docs, application app, infrastructure infra,
administrator admin, directory dir folder, parameter param, specification spec, dependency dep,
vulnerability vuln, color colour, behavior behaviour, license licence, organization organisation, remove delete,
message msg, error err, request req, response res`
		.split(',')
		.map(termsOf)
		.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
);

/** Words of other languages for what rules are about, by the English one, in documents and queries alike. */
const FOREIGN_WORDS = `
environment umgebung, variable variable, accessibility barrierefreiheit accesibilidad accessibilite, security sicherheit securite seguridad, review prufung prufen revision revisar, error fehler erreur, production produktion produccion, form formular formulaire formulario, validation validierung validacion, page seite pagina, performance ladezeit leistung geschwindigkeit rendimiento, slow langsam
lenteur lento, database datenbank donnees, table tabelle tabla, query abfrage requete consulta, api schnittstelle, access zugriff acces acceso, permission berechtigung permiso, role rolle, login anmeldung connexion, password passwort kennwort contrasena, secret geheimnis, key schlussel, encryption verschlusselung, message nachricht mensaje, branch zweig rama, release freigabe veroffentlichung,
deployment auslieferung bereitstellung deploiement despliegue, setup einrichtung, configuration einstellung konfiguration configuracion, dependency abhangigkeit dependance dependencia, library bibliothek, package paket paquet paquete, translation ubersetzung traduction traduccion, language sprache langue idioma, file datei fichier archivo, folder ordner verzeichnis dossier carpeta, path pfad,
image bild imagen, time uhrzeit, timezone zeitzone, date datum fecha, calendar kalender, user benutzer nutzer utilisateur usuario, customer kunde, ui oberflache, design gestaltung, color farbe, font schrift, button knopf bouton boton, component komponente composant componente, service dienst servicio, network netzwerk, connection verbindung, queue warteschlange, job auftrag, task aufgabe tarea,
workflow ablauf, log protokoll, logging protokollierung, monitoring uberwachung, alert warnung, outage storung ausfall, crash absturz, memory speicher, cache zwischenspeicher, backup sicherung sauvegarde, documentation dokumentation documentacion, guide anleitung, comment kommentar commentaire comentario, naming benennung nommage, name name, function funktion, class klasse clase, exception
ausnahme, handling behandlung, report bericht, chart diagramm, payment zahlung pago, draft entwurf, rule regel regle regla, template vorlage, architecture architektur, decision entscheidung, write schreiben ecrire escribir, add hinzufugen ajouter, remove entfernen loschen supprimer eliminar, cleanup aufraumen, test testen essai prueba pruebas, coverage abdeckung, investigate untersuchen, improve
verbessern, fix beheben corriger corregir, migration migracion, webhook webhook`;
/** Made at the first use: English by foreign words, and one or two of these in a word, `Sicherheitsprüfung`. */
let foreign: { readonly english: ReadonlyMap<string, string>; readonly compound: RegExp };

/** Returns the English words for a word of another language, part by part; none for any other word. */
function inEnglish(term: string): readonly string[] {
	if (foreign === undefined) {
		const groups = FOREIGN_WORDS.split(',').map(termsOf);
		const english = new Map(
			groups.flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
		);
		const one = `(${[...english.keys()].join('|')})`;
		foreign = { english, compound: new RegExp(`^${one}(?:(?:e?[sn])?${one})?$`) };
	}
	const parts = foreign.compound.exec(term)?.slice(1) ?? [];
	return parts.flatMap((part) => foreign.english.get(part) ?? []);
}

/** Verbs in two words: `times out`, `rolled back`. */
const PHRASAL =
	/\b(time|log|sign|clean|check|shut|back|start|fall)(?:s|d|ged|ed|ging|ing)? (out|up|off|down)\b/giu;

const signed = (text: string): string =>
	text
		.replaceAll(SIGNS, (name) => ` ${SIGNED[name.toLowerCase()] ?? name} `)
		.replaceAll(/ß/giu, 'ss');
/** Writes them as the noun is. */
const inOne = (text: string): string => text.replaceAll(PHRASAL, '$1$2');
const same = (words: readonly string[]): string[] =>
	words.flatMap((word) => {
		const other = inEnglish(word);
		return (other.length > 0 ? other : [word]).map((each) => SAME.get(each) ?? each);
	});

/** Words in two parts, as in `check-in` and `liveView`: they are found written as one too. */
const COMPOUND =
	/(?<![\p{L}\p{N}])(\p{L}{2,20})(?:-|(?<=\p{Ll})(?=\p{Lu}))(\p{L}{2,20})(?![\p{L}\p{N}-])/gu;
const joined = (text: string): string[] =>
	[...text.matchAll(COMPOUND)].flatMap(([, one = '', other = '']) =>
		termsOf(`${one}${other}`.toLowerCase()),
	);

/** Returns the words of a text in order, with repetitions; compounds in one at the end. */
export const wordsOf = (text: string): string[] => [
	...same(termsOf(signed(inOne(text)))),
	...same(joined(text)),
];

/** Made at the first query, as the stop words are. */
const groups = once(() => RELATED.split(',').map((group) => same(termsOf(group))));
let fields: ReadonlyMap<string, 'life' | 'talk' | 'deed' | 'thing' | 'topic'> | undefined;

/** Returns other words for what a word of a query is about. */
export function relatedWords(term: string): readonly string[] {
	const near = groups()
		.filter((group) => group.includes(term))
		.flat();
	return [...new Set(near)].filter((word) => word !== term);
}

/** Words for what is to be done with something: its name is the topic. */
const DEEDS = `add write create make fix change update remove delete use put set get take give keep hold let show call turn open close start stop begin end go come run find look see move bring leave pick choose
do need try want happen say tell become stay seem return undo improve check clean handle written wrote shown built sent never always still after before while`;

/** Words for what programs are made of: that no rule names it says nothing. */
const THINGS = `app application site website window server client service system program project code feature component module function user customer team repo repository value text thing part day today
second minute hour night way place number half whole last first old new item name list data result change request response output`;

/** Returns what a word of a query is of: everyday life, talk, what is done or is wrong, or what programs are made of. */
export function fieldOf(term: string): 'life' | 'talk' | 'deed' | 'thing' | 'topic' | undefined {
	fields ??= new Map([
		...termsOf([...SPOKEN].join(' ')).map((word) => [word, 'talk'] as const),
		...termsOf(EVERYDAY).map((word) => [word, 'life'] as const),
		...same(termsOf(RELATED)).map((word) => [word, 'topic'] as const),
		...same(termsOf(THINGS)).map((word) => [word, 'thing'] as const),
		...same(termsOf(`${DEEDS} ${WRONG}`)).map((word) => [word, 'deed'] as const),
	]);
	return fields.get(term);
}

/** Returns the distinct words of a query that tell a topic. */
export const queryWords = (query: string): string[] => [
	...new Set(same(queryTerms(signed(withoutTalk(inOne(query)))))),
];

/** Returns the words that a search is for: those of its topic, all of a query that names none. */
export function searchWords(query: string): string[] {
	const topic = queryWords(query);
	return topic.length > 0 ? topic : [...new Set(wordsOf(query))];
}

/** Files that a query names: `src/app.ts`, `Dockerfile.dev`. */
export const filesIn = (query: string): string[] =>
	query.match(/(?:[\w@.-]+\/)+[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b/g) ?? [];

/** Words of paths and identifiers in a query: one that no document has is a name, and no topic. */
export const namesIn = (query: string): ReadonlySet<string> =>
	new Set(
		(query.match(/[\w@-]*[/._][\w@./-]*\w|\b[a-z]+[A-Z]\w*/g) ?? []).flatMap((name) =>
			wordsOf(name),
		),
	);

/** Words of a path that name a host's folder, not the topic. */
const PLACES =
	/(?:^|[/_.])(?:agents?|claude|cursor|github|copilot|loadline|rules?|commands?|skills?|instructions?|workflow|context|md|mdc)(?=$|[/_.])/gi;

/** Returns the words of a path that name a topic; all where none does. */
export function topicWords(path: string): string[] {
	const bare = path.replaceAll(PLACES, '/').replaceAll(PLACES, '/');
	return wordsOf(/[\p{L}\p{N}]/u.test(bare) ? bare : path);
}

/** Columns of the full-text indexes, with the weight of each. */
export const SEARCH_COLUMNS = {
	name: { path: 3, description: 1, globs: 1 },
	part: { title: 2, text: 1 },
} as const;

/** The words by which a version is found: `name` per column; `body` all, the name's too; `parts` per column of a part. */
export function searchDocument({ path, description, content, kind }: Version) {
	const name = [
		topicWords(path),
		wordsOf(description ?? ''),
		wordsOf((splitFrontMatter(content).globs ?? []).join(' ')),
	];
	const parts = partsOf(content, kind).map(({ title, text }) => [wordsOf(title), wordsOf(text)]);
	return { name, body: [...name.flat(), ...parts.flatMap(([, text = []]) => text)], parts };
}
