// Questions as programs over a saved result, `FILE_CONTENT`, for peers that run code in place of showing results.
import type { Question } from '../needle/payload';
import type { Language } from './readers';

const quoted = (value: unknown): string => JSON.stringify(value);

/** `x.a["b c"][0]` of a path. */
const member = (of: string, path: string): string =>
	path === ''
		? of
		: path.split('/').reduce((all, part) => {
				if (/^\d+$/.test(part)) return `${all}[${part}]`;
				return /^[A-Za-z_]\w*$/.test(part) ? `${all}?.${part}` : `${all}?.[${quoted(part)}]`;
			}, of);

const items = (list: string): string => `Object.values(${member('d', list)})`;
const parsed = (expression: string) =>
	`const d=JSON.parse(FILE_CONTENT);console.log(${expression})`;
const lines = (expression: string) =>
	`const l=FILE_CONTENT.split("\\n");console.log(${expression})`;
const holds = (text: string, words: readonly string[]) =>
	`${quoted(words.map((word) => word.toLowerCase()))}.every(w=>${text}.toLowerCase().includes(w))`;

/** The names of an item, before anything is asked of a list. */
const look = (list: string): string =>
	parsed(
		`JSON.stringify(${items(list)}[0],(k,v)=>typeof v==="string"?v.slice(0,20):v).slice(0,1500)`,
	);

/** A program whose output has the answer. */
function answering(question: Question): string {
	switch (question.kind) {
		case 'lookup': {
			if (question.by === '@key')
				return parsed(
					member(`${member('d', question.list)}[${quoted(question.is)}]`, question.tell),
				);
			const found = `${items(question.list)}.find(x=>${member('x', question.by)}===${quoted(question.is)})`;
			return parsed(`JSON.stringify(${member(`(${found})`, question.tell)})`);
		}
		case 'words':
			return parsed(
				`JSON.stringify(${items(question.list)}.filter(x=>${holds('JSON.stringify(x)', question.words)}).map(x=>${member('x', question.tell)}))`,
			);
		case 'most':
			return parsed(
				`JSON.stringify(${member(`${items(question.list)}.reduce((a,b)=>${member('a', question.most)}>=${member('b', question.most)}?a:b)`, question.tell)})`,
			);
		case 'count':
			return parsed(
				`${items(question.list)}.filter(x=>${member('x', question.field)}===${quoted(question.is)}).length`,
			);
		case 'path':
			return parsed(`JSON.stringify(${member('d', question.path)})`);
		case 'key':
			return parsed(
				`JSON.stringify(d,(k,v)=>{if(k===${quoted(question.key)})console.log(JSON.stringify(v));return v})&&""`,
			);
		case 'length':
			return parsed(`Object.keys(${member('d', question.path)}).length`);
		case 'count lines':
			return lines(
				`l.filter(x=>x.toLowerCase().includes(${quoted(question.word.toLowerCase())})).length`,
			);
		case 'line':
			return lines(`l[${question.line - 1}]`);
		case 'near':
		case 'below':
			return around(question.words, question.kind === 'below' ? 6 : 1);
	}
}

/** Lines with all the words and some after; of endless lines the characters around. */
const around = (words: readonly string[], after: number): string =>
	lines(
		`l.flatMap((x,i)=>${holds('x', words)}?[l.slice(Math.max(0,i-1),i+${after + 1}).map(y=>{const p=y.toLowerCase().indexOf(${quoted(words[0]?.toLowerCase() ?? '')});return y.slice(Math.max(0,p-300),Math.max(0,p)+600)}).join("\\n")]:[]).slice(0,10).join("\\n--\\n")`,
	);

export const javascript: Language = { look, answering, around, all: 'console.log(FILE_CONTENT)' };
