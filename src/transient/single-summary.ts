// The text that takes the place of a result that is no list: one thing by its identity, or a text by its
// size and first line (docs/client.md, "The protocol").

import { jsonIn } from '../shared/json-in';
import { idsOfData } from '../shared/named-ids';
import { isText, type ToolResult } from '../shared/tool-result';

/** Characters of a first line. */
const LINE = 60;

/** @returns undefined for a failure and where there is no text to leave out */
export function singleSummary(result: ToolResult, tool: string): string | undefined {
	if (result.isError === true) return undefined;
	const texts = result.content.flatMap((block) => (isText(block) ? [block.text] : []));
	const text = result.structured ?? texts.join('\n');
	if (text.trim() === '') return undefined;
	const data = dataOf(text);
	if (data !== undefined) {
		const [id] = idsOfData(data);
		return `1 record from ${tool}${id === undefined ? '' : ` (ID: ${id})`}`;
	}
	return textSummary(text, tool);
}

/** @example textSummary('a\nb', 'read_log') // 'text of 2 lines from read_log ("a")' */
export function textSummary(text: string, tool: string): string {
	const lines = text.split('\n');
	const begins = (lines.find((line) => line.trim() !== '') ?? '')
		.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
		.trim();
	const shown =
		begins.length > LINE ? `${begins.slice(0, LINE).replace(/[\ud800-\udbff]$/, '')}…` : begins;
	const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
	return `text of ${count} from ${tool} ("${shown}")`;
}

const dataOf = (text: string): unknown => (/^\s*[[{]/.test(text) ? jsonIn(text) : undefined);
