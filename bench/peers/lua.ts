// Questions as programs in Lua over what a tool answered, `r`, for my-cool-proxy. A field that is null throws there,
// so that programs read fields through `g`. The members of an object cannot be gone through, and what is not sent as
// a tool's JSON is a text that no program there can parse: such questions stay open.
import type { Question } from '../needle/payload';
import type { Language } from './readers';

const quoted = (value: unknown): string => JSON.stringify(value);

/** `g(g(x,"a"),1)` of a path; lists begin at 1. */
const member = (of: string, path: string): string =>
	path === ''
		? of
		: path
				.split('/')
				.reduce(
					(all, part) => `g(${all},${/^\d+$/.test(part) ? Number(part) + 1 : quoted(part)})`,
					of,
				);

const READ =
	'local function g(t,k) local ok,v=pcall(function() return t[k] end) if ok then return v end end ';
const each = (list: string, body: string) =>
	`${READ}for _,x in ipairs(${member('r', list)}) do ${body} end`;
const holds = (text: string, words: readonly string[]) =>
	words
		.map((word) => `string.find(string.lower(${text}),${quoted(word.toLowerCase())},1,true)`)
		.join(' and ');
/** Texts come as blocks. */
const TEXT = `${READ}local c=r.content[1] r=g(c,"text") or g(g(c,"resource"),"text") `;
const lines = (body: string) =>
	`local n=0 for l in string.gmatch(r.."\\n","(.-)\\n") do n=n+1 ${body} end`;

function answering(question: Question): string {
	switch (question.kind) {
		case 'lookup':
			if (question.by === '@key')
				return `${READ}result(${member(`g(${member('r', question.list)},${quoted(question.is)})`, question.tell)})`;
			return each(
				question.list,
				`if ${member('x', question.by)}==${quoted(question.is)} then result(${member('x', question.tell)}) end`,
			);
		case 'words':
			return each(
				question.list,
				`local t=tostring(${member('x', question.within)} or "") if ${holds('t', question.words)} then result({t,${member('x', question.tell)}}) end`,
			);
		case 'most':
			return `${READ}local m for _,x in ipairs(${member('r', question.list)}) do if not m or (${member('x', question.most)} or 0)>(${member('m', question.most)} or 0) then m=x end end result(${member('m', question.tell)})`;
		case 'count':
			return `${READ}local n=0 for _,x in ipairs(${member('r', question.list)}) do if ${member('x', question.field)}==${quoted(question.is)} then n=n+1 end end result(n)`;
		case 'path':
			return `${READ}result(${member('r', question.path)})`;
		case 'key':
			return `${READ}result(${member('r', question.key)})`;
		case 'length':
			return `${READ}result(#${member('r', question.path)})`;
		case 'count lines':
			return `${TEXT}local h=0 ${lines(`if ${holds('l', [question.word])} then h=h+1 end`)} result(h)`;
		case 'line':
			return TEXT + lines(`if n==${question.line} then result(l) end`);
		case 'near':
		case 'below':
			return around(question.words, question.kind === 'below' ? 6 : 1);
	}
}

/** At most ten hits of 900 characters a line, as the programs in JavaScript print. */
const around = (words: readonly string[], after: number): string =>
	`${TEXT}local o,w={},0 ${lines(`if w==0 and #o<10 and ${holds('l', words)} then w=${after + 1} end if w>0 then w=w-1 local p=string.find(string.lower(l),${quoted(words[0]?.toLowerCase() ?? '')},1,true) or 1 o[#o+1]=string.sub(l,math.max(1,p-300),p+600) end`)} result(table.concat(o,"\\n"))`;

export const lua: Language = {
	look: (list) => `${READ}result(g(${member('r', list)},1))`,
	answering,
	around,
	all: 'result(r)',
};
