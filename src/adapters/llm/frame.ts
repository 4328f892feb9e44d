// Reads the frame that a host puts around a result, which differs from call to call (Codex, Claude Code), and whether a result
// leaves open that its call failed.
import { isRecord, jsonIn } from '../../shared/json-values';

const MEASURED = /^(?:Chunk ID: \w+\n)?Wall time: (\d+)[\d.]* seconds\n/;

/** A note of Claude Code behind a result: what is left of its context. */
const NOTED =
	/\n{0,2}<system-reminder>\n<total_tokens>\d+ tokens left<\/total_tokens>\n<\/system-reminder>$/;

/** Without notes, and with whole seconds alone of what was measured of the call: two equal results are equal texts. */
export const unmeasured = (text: string) => text.replace(MEASURED, '$1 s\n').replace(NOTED, '');

/** A text as it may have been sent: as it stands, and without what its host put before and behind it. */
export const unframed = (text: string): readonly string[] => {
	const sent = MEASURED.test(text) ? inner(text) : text.replace(NOTED, '');
	return sent === text ? [text] : [text, sent];
};

const inner = (text: string): string =>
	text
		.replace(MEASURED, '')
		.replace(NOTED, '')
		.replace(/^Output:\n/, '')
		.replace(COLOURS, '');
const COLOURS = /\p{Cc}\[[\d;]*m/gu;

/** Characters of a short answer, judged whole; of the ends of a longer one, for any word and for certain failures. */
const SHORT = 1_000;
const EDGE = 240;
const LOOKED_THROUGH = 4_000;

const NO_FAILURE =
	/\b(?:0|no|zero|without) (?:errors?|failures?|failed|problems?|conflicts?|warnings?)\b|\b(?:errors?|fail(?:ed|ures?)?|cancell?ed|skipped)[:=]? ?(?:0|none)\b/gi;
/** Lines in which programs repeat what they were given, or say what may be done next. */
const ASIDE =
	/^(?:> .*|hint: .*|\s*\(use .*\))$|^\[[^\]\n]* [0-9a-f]{7,40}\].*$|(?<=^HEAD is now at )[0-9a-f]{7,40} .*$|^[✔✓] .* \([\d.]+ ?m?s\)$/gm;
/** Names, titles and paths say nothing of how a call ended. */
const QUOTED =
	/"[^"\n]{1,200}"|“[^”\n]{1,200}”|`[^`\n]{1,200}`|(?<![^\s(])'[^'\n]{1,200}'(?!\w)|(?<![\w"'])[\w.~-]{0,60}\/[\w./~-]{1,200}\w/g;
/** A failure at the beginning of a line; or wherever it stands. */
const BEGINS = String.raw`^\W*(?:\w*(?:error|exception)|fatal|fail(?:ed|ure)|panic|traceback)\b[^\n]{0,80}?[:!(]`;
const TOLD = new RegExp(
	[
		BEGINS,
		String.raw`\b(?:exit(?:ed)?(?: with)?(?: status| code)?|return(?:ed)? code)[:= ]+(?!0\b)-?\d`,
		String.raw`\b(?:HTTP(?:/[\d.]+)?|status(?: code)?|error|code)[:= ]+[45]\d\d\b`,
		String.raw`^[45]\d\d(?:[:,]|$| (?:[a-z]+ )?(?:bad|unauthorized|forbidden|error|unavailable|not|too|conflict|gateway))`,
		String.raw`\bE(?:NOENT|ACCES|PERM|EXIST|IO|PIPE|BUSY|NOSPC|ROFS|ISDIR|NOT\w+|MFILE|INVAL|AGAIN|CONN\w+|TIMEDOUT|ADDR\w+|HOST\w+|NET\w+|AI_\w+)\b|\bERR_\w+`,
		String.raw`\b[1-9]\d* (?:\w+ )?(?:failed|errors?|failures?|skipped|rejected|ignored|dropped|unsaved)\b(?!\.\w)|[❌✗✘⛔]|^usage: `,
		String.raw`\b(?:not found|(?:could|can|does|do|did|was|were|is|are|has|have)(?: not|n['’]t)|can['’]t|cannot|in use|unable to|failed to|already exists|timed +out)\b`,
		// A line that asks for something, or only tries.
		String.raw`^\W*(?:(?:please|visit|open|sign|log|set|pass|use|check|run|provide|try|allow)\s(?!\d)|(?:dry[ -]run|preview|simulated|no-?op|queued|(?:202 )?accepted)\b)|\?(?: ?[[(](?:y/n)?[\])])?$`,
		String.raw`\b(?:needs?|awaits?|awaiting|waits for) (?:\w+ )?(?:approval|review|confirmation)\b`,
		String.raw`\b(?:is|are|was|were|been|transaction|changes|writes?|batch) (?:missing|required|invalid|rejected|refused|denied|cancell?ed|aborted|rolled back|undone|dropped|reverted|discarded)\b`,
	].join('|'),
	'im',
);
/** A failure in other languages: a word of it, or that something was not, could not be, or is not there. */
const FAILED_ELSEWHERE =
	/(?<!\p{L})(?:fehler|fehlgeschlagen|konnte|nicht|keine?n?|ungültig|verweigert|abgebrochen|erreur|échec|échoué|impossible|introuvable|aucune?|n['’]\w+|pas|refusé|invalide|falló|fallo|fallid[oa]|nad[ao]|ning[uú]n|no (?:se|hay|existe|es|pud|fue|está)|inválid|denegad|imposible|errore|fallit|impossibile|non|nessun|negat|erro|falha|falhou|não|nenhum|ошибк|не|нет|невозможно|нельзя|отказано|błąd|błęd|nie|brak|hata|değil|bulunamadı|yok|başarısız|fel|misslyck|inte|ingen|kunde|finns)(?!\p{L})|失敗|エラー|ません|ない|失败|错误|無法|无法|不|没有|未|拒绝|실패|오류|없|못|않/iu;
/** A failure, unless what was done stands in a sentence before it. */
const FAILURE =
	/\b(?:\w*(?:error|exception|failed|failure)s?|traceback|fatal|panic|denied|unauthorized|forbidden|timeout|invalid|illegal|unknown|unable|unavailable|unsupported|unexpected\w*|must|should|refused|rejected|cancell?ed|aborted|killed|crashed|terminated|interrupted|disconnected|expired|exceed(?:s|ed)|insufficient|conflict|quota|limit(?:ed)?|throttled|overloaded|busy|wait(?:ing)?|deferred|postponed|partial(?:ly)?|suspended|locked|unreachable|offline|mismatch(?:ed)?|missing|required|expected|bad|too (?:many|large|long|big|short)|no such|gave up|again|retry|duplicate|blocked|skipped|ignored|declined?|pending|requires?|unprocessed|nothing|not|none|no)\b|\bsegmentation/i;
/** Words of what was done to something, and of a call that is over. */
const DONE_TO =
	'saved|stored|persisted|created|(?:up|in)serted|updated|added|written|wrote|appended|deleted|removed|cleared|moved|renamed|copied|sent|posted|published|uploaded|downloaded|recorded|noted|registered|applied|submitted|accepted|acknowledged|assigned|closed|merged|committed|pushed|scheduled|set|marked|edited|modified|changed|replaced|imported|exported|generated|logged|booked|enabled|disabled|archived|restored|opened|installed|deployed|indexed|remembered|linked|connected|subscribed|confirmed|approved|resolved|synced|attached|converted|affected|delegated|configured|scaled|exposed|labell?ed|annotated|pulled|restarted|rolled (?:out|back)|initiali[sz]ed|reset|unset|dropped|pruned|tagged|reverted|stashed|extracted|upgraded|granted|revoked|rotated';
/** The same of other languages, as far as they differ, by their beginnings. */
const DONE_ELSEWHERE =
	'gespeichert|erstellt|gelöscht|entfernt|umbenannt|gewechselt|aktualisiert|hinzugefügt|gesendet|abgeschlossen|erfolgreich|bereits aktuell|enregistré|sauvegardé|créé|création d|supprimé|renommé|bascul|mis à jour|déjà à jour|conservé|mantenut|ajouté|envoyé|terminé|guardad|cread|se ha creado|borrad|eliminad|renombrad|cambiad|actualizad|añadid|enviad|completad|salvat|creat|rimoss|rinominat|passat|aggiornat|aggiunt|inviat|completat|salv[oa]|criad[oa]|removid|adicionad|atualizad|concluíd|сохран[её]н|создан|удал[её]н|переименован|переключ|обновл[её]н|добавл[её]н|отправл[её]н|успешно|завершен|zapisan|utworzon|usunięt|zaktualizowan|dodan|oluşturuldu|kaydedildi|silindi|güncellendi|eklendi|sparad|skapad|borttag|uppdaterad';
const VERBS = `${DONE_TO}|completed?|finished|executed|processed|started|passed|made|built|switched|patched|done|fine|ok(?:ay)?|true|success(?:ful(?:ly)?)?|succeeded`;
const DONE = new RegExp(
	[
		String.raw`\b(?:${VERBS})\b|[✅✓✔]|^(?:diff|---|\+\+\+|Index:) \S`,
		// Of git and other programs: branches that moved, files that were renamed, and nothing left to do.
		String.raw`^\s*(?:[0-9a-f]{7,40}\.\.[0-9a-f]{7,40} |\* \[new )|^\[[^\]\n]* [0-9a-f]{7,40}\]|-> *$|^(?:add|rm) +$|^(?:already |everything )?up[ -]to[ -]date\b|\bHEAD is now at\b`,
		String.raw`(?<!\p{L}|\b0 )(?:${DONE_ELSEWHERE})(?!\p{L}*:? *0\b)`,
		'(?:保存|作成|追加|更新|削除|登録|送信|変更|適用|移動|記録|設定)(?:し|され)ました|切り替えました|成功|完成|完了',
		'已(?:保存|创建|建立|删除|移除|重命名|更新|添加|发送|提交|切换|写入|上传|记录)',
		'(?:저장|생성|추가|갱신|삭제|제거|등록|전송|변경|완료|적용|이동)(?:했|하였|되었)습니다|만들었습니다',
	].join('|'),
	'imu',
);
const UNDONE = new RegExp(
	String.raw`\b(?:not?|nothing|never|none|cannot|without|\w+n['’]t|(?<![.\d])0|zero|(?:must|should|could|would|will|to|can|may|might) (?:be|have)|un)\b[^.;\n]{0,60}?\b(?:${VERBS})\b|\b(?:${VERBS}) (?:0|no|nothing|none)\b|\bconnection (?:was )?(?:closed|reset)`,
	'i',
);
const PART = new RegExp(
	String.raw`\b(\d+) (?:of|out of) (\d+)\b(?: \w+){0,2}? (?:were )?(?:${VERBS})\b|\b(?:${VERBS}):? (\d+)(?: of |/)(\d+)\b(?![/.-]\w)`,
	'i',
);
/** A name for what was done that has no value, in whatever notation. */
const FALSE =
	/\b(?:is_?)?(?:ok|success(?:ful(?:ly)?)?|succeeded|saved|stored|persisted|created|written|(?:n_?|up)?inserted|updated|added|accepted|acknowledged|applied|sent|posted|recorded|valid|allowed|authenticated|result|data|(?:rows?_?)?affected|(?:affected|changed|updated|modified)_?rows|rows?_?count|n_?modified|number_?of\w{0,20}(?:updated|inserted|changed|modified|saved)|(?:inserted|modified|updated)_?count)["']?\s*[:=>]\s*["']?(?:false|no|0)\b(?!\.)/i;
/** Words that an echo of what was done follows: `Note saved: it cannot be read`. */
const ECHOED = new RegExp(String.raw`^([^:]*?\b(?:${DONE_TO})\b[^:]*):\s+(\S.*)$`, 'is');
const FAILED_LINE = new RegExp(BEGINS, 'im');
/** An id, an address or a database's answer alone. */
const NAMED =
	/^(?:https?:\/\/\S+|(?:id\W{1,3})?#?(?!-|0+$)[\w-]*\d[\w-]*|v?\d+(?:\.\d+)+[\w.+-]*|(?:INSERT 0|UPDATE|DELETE|COPY|MERGE) [1-9]\d*|(?:COMMIT|CREATE|ALTER|DROP)[A-Z ]*)$/i;

/**
 * Returns whether the answer of a consumer leaves open that it failed. Formats of APIs have no word for it, or hosts do
 * not use it: a short answer has to show that something was done, any other that nothing went wrong.
 */
export function isDoubtful(text: string): boolean {
	const plain = inner(text).trim();
	const rest = plain.replace(/^Process exited with code 0\n(?:Output:\n)?/, '').trim();
	if (FALSE.test(rest.slice(0, LOOKED_THROUGH)) || isPart(rest)) return true;
	const value = /^[{["]/.test(rest) ? jsonIn(rest) : undefined;
	if (value !== undefined) return isNothing(value) || tellsFailure(value);
	const [, , echo = ''] = ECHOED.exec(rest) ?? [];
	if (fails(rest) || (/^[{[]/.test(echo) && tellsFailure(jsonIn(echo)))) return true;
	const isShown = rest !== plain || rest.length > SHORT || NAMED.test(rest) || isData(rest);
	return rest !== '' && !isShown && !DONE.test(rest.replace(QUOTED, ''));
}

/** Returns whether a text tells that something was done to some of several: `1 of 3 saved`. */
function isPart(text: string): boolean {
	const [, some, all, first = some, last = all] = PART.exec(text.slice(0, LOOKED_THROUGH)) ?? [];
	return Number(first) < Number(last);
}

/** Returns whether a text consists of names, numbers and columns rather than words, as programs print what they read. */
function isData(text: string): boolean {
	// Also what stands between quotes may be the failure here.
	if (/^[{[<]|^-\S*$|^\S*[^\w)]$/.test(text) || FAILURE.test(text)) return false;
	const lines = text.split('\n').map((line) => line.trim());
	return lines.every((line) => {
		const parts = line.split(/\s+/);
		const names = parts.filter((part) => NAME.test(part)).length;
		const isOne = lines.length > 1 && /^(?:\W ?)?[\w.-]*$/.test(line);
		return isOne || COLUMNS.test(line) || 3 * names >= parts.length;
	});
}
const COLUMNS = /\S(?:\t| {2,})\S/;
const NAME = /[1-9]|[\\/=@_|]|\w[.:,]\w/;

/** Returns whether all that a value has is zero, empty or null: nothing says that anything was done. */
function isNothing(value: unknown): boolean {
	if (!isRecord(value) && !Array.isArray(value)) return false;
	const all = Object.values(value);
	return all.every((each) => !each || isNothing(each));
}

/** Returns whether a text tells of a failure. */
function fails(text: string): boolean {
	const part = (length: number) =>
		(text.length <= SHORT ? text : `${text.slice(0, length)}\n${text.slice(-length)}`)
			.replace(ASIDE, '')
			.replace(QUOTED, '')
			.replace(NO_FAILURE, '');
	const [near, all] = [part(EDGE), part(LOOKED_THROUGH)];
	const [, lead, echo = ''] = ECHOED.exec(near) ?? [];
	if (lead === undefined || failsIn(lead, lead)) return failsIn(all, near);
	return FAILED_LINE.test(echo) || (isPhrase(echo) && failsIn(echo, echo));
}

function failsIn(all: string, near: string): boolean {
	if (TOLD.test(all) || UNDONE.test(near) || FAILED_ELSEWHERE.test(near)) return true;
	const at = near.search(FAILURE);
	if (at < 0) return false;
	const done = DONE.exec(near)?.index ?? at;
	const sentences = near.slice(done).split(/[.;!\n]+\s*/);
	return (
		done >= at || sentences.some((each, n) => (n === 0 || isPhrase(each)) && FAILURE.test(each))
	);
}

/** Returns whether a text is too short to be about something else. */
const isPhrase = (text: string): boolean => text.trim().split(/\s+/, 4).length < 4;

/** Members, as `name:value`, that tell of a failure. */
const FAULT =
	/^(?:(?:is)?(?:(?:user)?err(?:or|no)?s?|failed|failures?|faults?|exceptions?|err(?:or)?(?:code|message|msg|text|description)|problems?|unsaved|rejected|faultcode|reason|exitcode|returncode):(?!(?:0|none|null|ok|false)?$)|detail:some$|type:\w*(?:error|exception|failure)$|(?:http)?status:(?:0|-\d+|[045-9]\d\d)$|(?:ret|rc|(?:status|http|result|ret)?code):(?!(?:0|[123]\d\d|ok|success)$)-?\w+$)/is;
/** Members whose text may tell of one, and those that hold others. */
const SAID =
	/^(?:message|msg|detail|statustext|output|stdout|stderr|result|(?:http)?status|(?:status|http|result)?code|outcome|state)$/;
const HOLDING =
	/^(?:data|results?|response|meta(?:data)?|output|payload|body|content|items|structuredcontent)$/;

/** @param depth levels that are looked into */
function tellsFailure(value: unknown, depth = 5, isHeld = true): boolean {
	if (typeof value === 'string') return fails(value);
	if (Array.isArray(value))
		return value
			.slice(0, 100)
			.some((each) => isRecord(each) && tellsFailure(each, depth - 1, isHeld));
	if (!isRecord(value) || depth === 0) return false;
	const isSaid = value.ok === true || value.success === true;
	return Object.entries(value).some(([key, told]) => {
		const name = key.replace(/[_-]/g, '').toLowerCase();
		const isNested = typeof told === 'object' && told !== null;
		const some = isNested && Object.keys(told).length > 0 ? 'some' : '';
		const word = isNested ? some : String(told ?? '').trim();
		if (FAULT.test(`${name}:${word}`)) return true;
		if (isNested) return tellsFailure(told, depth - 1, isHeld && HOLDING.test(name));
		const isText = SAID.test(name) || (name === 'text' && value.type === 'text');
		return isText && isHeld && !isSaid && fails(word.replaceAll('_', ' '));
	});
}
