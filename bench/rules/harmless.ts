// Edits that people and formatters make to a rule without changing what it says.
import { eachLine, linesOf } from './lines';

const ITEM = /^(\s*)[-*+] (?=\S)/;
const PROSE = /^(\s*)([-*+] )?([A-Z][\w ,'’]{50,}[\w.])$/;
const BOLD = /\*\*(\w+(?: \w+)*)\*\*(?!\w)/g;

/** A line is in two where it may be: no code, link or emphasis there, and no sign that begins a block. */
const wrapped = (line: string, at: (words: string) => number): string => {
	const [, space = '', mark = '', words = ''] = PROSE.exec(line) ?? [];
	const cut = words === '' ? -1 : at(words);
	if (cut < 0 || /^[\d#>+-]/.test(words.slice(cut + 1))) return line;
	return `${space}${mark}${words.slice(0, cut)}\n${space}${' '.repeat(mark.length)}${words.slice(cut + 1)}`;
};

/** Two blocks between blank lines, at the top of a document, change places where both are one line of prose. */
const sectionsTurned = (content: string): string => {
	const lines = linesOf(content);
	const starts = lines.flatMap(({ text, isRaw }, at) => (!isRaw && /^## /.test(text) ? [at] : []));
	if (starts.length < 3) return content;
	const [first = 0, second = 0, third = 0] = starts.slice(-3);
	// Text under a title of its own stays there.
	if (lines.slice(first, third).some(({ text, isRaw }) => !isRaw && /^# /.test(text)))
		return content;
	const part = (from: number, to: number) => lines.slice(from, to).map(({ text }) => text);
	// Parts that end in a list would run on into what follows.
	return [
		...part(0, first),
		...part(second, third),
		'',
		...part(first, second),
		...part(third, lines.length),
	].join('\n');
};

export const HARMLESS: Readonly<Record<string, (content: string) => string>> = {
	'CRLF line ends': (content) => content.replaceAll(/\r?\n/g, '\r\n'),
	'a BOM': (content) => `\ufeff${content.replace(/^\ufeff/, '')}`,
	'spaces at the ends of lines': (content) =>
		eachLine(content, (line) => (line.trim() === '' ? line : `${line} `)),
	'no newline at the end': (content) => content.trimEnd(),
	'newlines at the end': (content) => `${content}\n\n\n`,
	'other markers': (content) => eachLine(content, (line) => line.replace(ITEM, '$1* ')),
	'pluses for markers': (content) => eachLine(content, (line) => line.replace(ITEM, '$1+ ')),
	'underscores for emphasis': (content) =>
		eachLine(content, (line) => (line.includes('`') ? line : line.replaceAll(BOLD, '__$1__'))),
	'no bold': (content) =>
		eachLine(content, (line) => (line.includes('`') ? line : line.replaceAll(BOLD, '$1'))),
	'bold over code': (content) =>
		eachLine(content, (line) => line.replace(/(?<![\S*])(`[\w./-]+`) (?=[a-z])/, '**$1** ')),
	'bold around words and code': (content) =>
		eachLine(content, (line) =>
			line.includes('*')
				? line
				: line.replace(/(?<![\S*])([a-z]+ `[\w./-]+`) (?=[a-z])/, '**$1** '),
		),
	'a wrap in bold': (content) =>
		eachLine(content, (line) =>
			/^\s*[-*+] \*\*[A-Z]\w+ [a-z]{3,}/.test(line)
				? line.replace(
						/^(\s*)([-*+] )(\*\*[A-Z]\w+) /,
						(_, space, mark, word) => `${space}${mark}${word}\n${space}  `,
					)
				: line,
		),
	'two spaces between words': (content) =>
		eachLine(content, (line) =>
			line.includes('`') ? line : line.replaceAll(/(?<=\w) (?=[a-z]{4})/g, '  '),
		),
	'a comment on top': (content) =>
		content.startsWith('---') ? content : `<!-- edited -->\n\n${content}`,
	'other front matter': (content) => content.replace(/^---\n/, '---\nowner: somebody\n'),
	'no front matter': (content) => content.replace(/^---\n[\s\S]*?\n---\n/, ''),
	'front matter at last': (content) =>
		content.startsWith('---') ? content : `---\nalwaysApply: true\n---\n${content}`,
	'headings a level deeper': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,5}) /, '$1# ')),
	'closed headings': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,6}) (.*\w)\s*$/, '$1 $2 $1')),
	'reworded headings': (content) =>
		eachLine(content, (line) => line.replace(/^(#{1,6} .*\w)\s*$/, '$1 (for all)')),
	'underlined headings': (content) =>
		eachLine(content, (line, before) =>
			before.trim() === '' ? line.replace(/^## ([A-Z][\w ]*\w)\s*$/, '$1\n---') : line,
		),
	'blank lines after headings': (content) =>
		eachLine(content, (line) => (/^#{1,6} /.test(line) ? `${line}\n` : line)),
	'curly quotation marks': (content) =>
		eachLine(content, (line) =>
			line.includes('`') ? line : line.replaceAll(/(?<=\w)'(?=\w)/g, '’'),
		),
	'entities for signs': (content) =>
		eachLine(content, (line) => (line.includes('`') ? line : line.replaceAll(/ & /g, ' &amp; '))),
	'escapes of signs': (content) =>
		eachLine(content, (line) =>
			line.includes('`') ? line : line.replaceAll(/(?<=[a-z])-(?=[a-z])/g, '\\-'),
		),
	rewraps: (content) =>
		eachLine(content, (line) => wrapped(line, (words) => words.indexOf(' ', 25))),
	'short lines': (content) =>
		eachLine(content, (line) => wrapped(line, (words) => words.lastIndexOf(' ', 48))),
	'sections in another order': sectionsTurned,
	'a rule more at the end': (content) => `${content}\n\n## Later\n\n- Greet everybody.\n`,
	'tildes for fences': (content) =>
		content.includes('~~~') || /`{4}/.test(content) ? content : content.replaceAll(/^```/gm, '~~~'),
};
