// Frequent English words that are one o200k token each when a space stands before them. The
// tokenizer cuts a text at words before anything else, so for these the count is exact.

const WORDS =
	'able abort aborted about above absolute accept accepted accepts access accessed according ' +
	'account across action actions active actual actually add added adding addition additional ' +
	'address addresses adds adjust affect affected after again against agent algorithm alias all ' +
	'allocation allow allowed allowing allows along already also alternative always am amet amount ' +
	'an and another any anymore anything anyway apartment app appear appears application ' +
	'applications applied applies apply approach appropriate apps arbitrary archive are args ' +
	'argument arguments around array arrays arrival as ask asked assert assigned associated assume ' +
	'assumed async asynchronous at attached attempt attempting attempts attention attribute ' +
	'attributes authentication author automatic automatically available avoid await aware away back ' +
	'backend bad bare base based bash basic bathroom be beach because become becomes been before ' +
	'begin beginning begins behave behavior behaviour behind being below best better between beyond ' +
	'big binaries binary binding bit bits blame blank blob block body booking bookings boolean both ' +
	'bound branch branches break breaking broke broken brown browser browsers buffer bug bugs build ' +
	'building builds built bundle but by byte bytes cache cached call callback callbacks called ' +
	'caller calling calls can cannot case cases catch cause caused causes causing certain ' +
	'certificate certificates chain change changed changes changing channel character characters ' +
	'check checked checking checkout checks child children choice choose chunk cities city clarify ' +
	'class classes clean cleaned cleanup clear cli client clients clone close closed closing code ' +
	'codes collection color colors combined come comes command commands comment comments commit ' +
	'commits common community company compare comparison compatibility compatible compilation ' +
	'compile compiled compiler complete completed completely completion component components ' +
	'computed condition conditions config configurable configuration configure configured conflict ' +
	'conflicts confused confusing connect connected connection connections consectetur consider ' +
	'considered consistent console const constructor contain contained containing contains content ' +
	'contents context continue continues contributors control conversion convert converted copied ' +
	'copies copy copyright core corner correct corrected correctly corresponding corrupt could ' +
	'count country cover coverage crash create created creates creating creation crypto current ' +
	'currently custom customer cycles data date days deal debug debugging default defaults define ' +
	'defined defines definition definitions delete deleted departure depend dependencies dependency ' +
	'depending depends deprecated describe described description descriptor descriptors designed ' +
	'detached detailed details detect detected detection determine developers development did diff ' +
	'difference differences different direct directly directories directory disable disabled ' +
	'display distant distribution do doc docs document documentation documented does dog doing ' +
	'dolor domain done down download drop due duplicate during dynamic each earlier early easier ' +
	'easily easy edit editor effect either element elements else email embedded emit emits emitted ' +
	'empty enable enabled enables encoded encoding end ends engine enough ensure entire entries ' +
	'entry env environment environments equal equivalent err error errors escape especially etc ' +
	'even evening event events every everything exact exactly example examples except exception ' +
	'exceptions exclude executable execute executed execution exist existing exists exit expect ' +
	'expected experimental explicit explicitly export exported exports expose exposed expression ' +
	'extend extended extension extensions external extra fact fail failed failing fails failure ' +
	'failures fallback false family far fast faster feature features fetch fetching few field ' +
	'fields file filename files filesystem filter final find finding first fix fixed fixes flag ' +
	'flags folder follow followed following follows foo food for force forgot fork form format ' +
	'formats formatted formatting forms found fox framework free friend friends from fs full fully ' +
	'function functionality functions further future garbage garden gave gc general generally ' +
	'generate generated generating generation get gets getting git give given gives giving global ' +
	'go goes going good got government great greater grep group guest guests guide had hand handful ' +
	'handle handled handler handles handling happen happens hard has hash have having header ' +
	'headers heap help helper here higher history honor hook hooks host hostname hotel house how ' +
	'however http https id identical identifier if ignore ignored immediately implement ' +
	'implementation implemented implements import important improve improved improvements in ' +
	'include included includes including incoming incompatible incorrect incorrectly increase index ' +
	'indicate individual info information init initial initialization initialize input inside ' +
	'inspect install installation installed installing instance instances instead instructions ' +
	'integer integration intended interactive interface interfaces internal internally interpreted ' +
	'into introduced invalid invocation invoked involved ipsum is issue issued issues it items its ' +
	'itself jumps just keep kept key keys keyword kitchen know known label lack language large ' +
	'larger last later latest latter lazy lead leading leak learned least leave left legacy length ' +
	'less let level libraries library license life like likely limit limitation limited line lines ' +
	'link linked links lint list listed listener lists load loading local locally location log ' +
	'logic long longer look looking lookup loop loose lorem lost lot lower machinery macro made ' +
	'main maintain maintained maintenance major make makes making malformed man manual manually ' +
	'many map mark marked match matches matching maximum may means meant mechanism member memory ' +
	'merge merged merges message messages metadata method methods might migrate milliseconds ' +
	'minimum minor missing mistake mode model modern modified modify module modules money month ' +
	'more morning most move moved much multiple must name named names native necessary need needed ' +
	'needs negative nested net network never new newer newly next night no node nor normal not ' +
	'notable notation note noted notes nothing notice now npm null number numbers object objects ' +
	'occur occurs of off offset often old older omit omitted on once one ones only open opening ' +
	'operating operation operations optimization optimize optimized option optional optionally ' +
	'options or order origin original other others otherwise our out output outside over overflow ' +
	'overhead overridden override own pack package packages page pager pages pair parallel ' +
	'parameter parameters parent parking parse parsed parser parsing part partial particular parts ' +
	'pass passed passing password patch patches path pathname paths pattern patterns payload ' +
	'payment pending people per perf perform performance permission permissions person pipe place ' +
	'places plain platform platforms please point pointed pointer points policy port position ' +
	'possible potential potentially prefer preferred prefix prepare prepared present prevent ' +
	'previous previously price primarily primary print prior private problem problems procedure ' +
	'process processed processes processing produce produced product program programs progress ' +
	'project projects promise prompt proper properly properties property protect protocol prototype ' +
	'provide provided provides providing proxy public publish published pull purpose push pushing ' +
	'put query question queue quick quiet quite race random range rather raw read readable reading ' +
	'reads ready real really reason reasons receive received receives receiving recent recently ' +
	'recommended record recorded records reduce ref refer reference references refs regardless ' +
	'regex registered regression regular reject rejected related relative release released releases ' +
	'relevant rely remaining remote removal remove removed removes removing rename renamed replace ' +
	'replaced replacement repo report reported reporting reports repositories repository ' +
	'representation representing represents request requested requests require required ' +
	'requirements requires res reset resolution resolve resolved resolving resource resources ' +
	'respectively response responses restore result resulting results return returned returning ' +
	'returns reuse revert review revision rewrite rewritten right robust room rooms root rule rules ' +
	'run running runs runtime safe said same sample say school scope script scripts search second ' +
	'seconds section secure security see send sending sense sent separate sequence series serve ' +
	'server servers service session set sets setting settings setup several share shared shell ' +
	'short should show showed showing shown shows side sign signal signature signed significant ' +
	'silently similar simple simply since single sit site size skip skipped slow small so socket ' +
	'software some something sometimes sort source sources space spaces spawn spec special specific ' +
	'specifically specification specified specifies specify specifying speed split stable stack ' +
	'stale standard start started starting starts startup stash state static status stderr stdout ' +
	'step steps still stop stopped store stored story strategy stream streams street strict string ' +
	'strings structure style subject subsequent subset successfully such suite supplied support ' +
	'supported supports sure switch symbolic sync synchronous syntax system systems table tag tags ' +
	'take taken takes taking target tasks taught team tell template temporary terminal terms test ' +
	'tested testing tests text than that the their them then there therefore these they thing ' +
	'things this those though thread threads three through throw thrown throws time timeout times ' +
	'timestamp tip title to today together token told tomorrow too tool tools top total trace track ' +
	'tracking trailing transfer transport treat treated tree trees tried tries trigger triggered ' +
	'trivial true try trying turn twice two type types typically typo undefined under underlying ' +
	'understand unexpected unique unknown unless unnecessarily unnecessary until unused up update ' +
	'updated updates updating upgrade upon upstream url us usable usage use used useful user users ' +
	'uses using usual usually util utility valid validate validation value values var variable ' +
	'variables various verify version versions very via villa vulnerability wait waiting want wants ' +
	'warn warning warnings was water way ways we web week well were what when whenever where ' +
	'whether which while whitespace who whole whose why width will with within without woman work ' +
	'workaround worker workflow working works world would wrap wrapper write writes writing written ' +
	'wrong year yesterday yet you your zero';

const LONGEST = 14;
const APOSTROPHE = 0x27;

// A hash set of the words' hashes alone: cutting each word out of the text would cost more time
// than all the rest of the ceiling.
const SLOTS = 1 << 13;

let table: Int32Array | undefined;

function hashes(): Int32Array {
	const slots = new Int32Array(SLOTS);
	for (const word of WORDS.split(' ')) {
		let hash = 0;
		for (let i = 0; i < word.length; i++) hash = mixed(hash, word.charCodeAt(i));
		let at = slotOf(hash);
		while (slots[at] !== 0) at = (at + 1) & (SLOTS - 1);
		slots[at] = hash;
	}
	return slots;
}

const mixed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x9e3779b1);
const slotOf = (hash: number): number => hash >>> 19;

/**
 * The end of the common word that begins at `start`, or -1 when there is none: lower-case letters,
 * with neither a letter nor an apostrophe after them.
 *
 * @param start - offset (UTF-16 units) of a letter after a space
 */
export function commonWordEnd(text: string, start: number): number {
	table ??= hashes();
	const most = Math.min(text.length, start + LONGEST + 1);
	let end = start;
	let hash = 0;
	let code = 0;
	for (; end < most; end++) {
		code = text.charCodeAt(end);
		if (!isLower(code)) break;
		hash = mixed(hash, code);
	}
	if (end < text.length && !isBreak(code)) return -1;
	for (let at = slotOf(hash); table[at] !== 0; at = (at + 1) & (SLOTS - 1)) {
		if (table[at] === hash) return end;
	}
	return -1;
}

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** An ASCII character that ends a word for good. */
const isBreak = (code: number): boolean =>
	code < 0x80 && code !== APOSTROPHE && !isLower(code) && !(code >= 0x41 && code <= 0x5a);
