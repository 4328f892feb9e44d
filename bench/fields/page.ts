// The first answer to a call without arguments, and what of the original's items it shows.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { effective } from '../../src/config/layers';
import { policyFor } from '../../src/config/policy';
import { protect } from '../../src/protect/protect';
import { HANDLE_LENGTH } from '../../src/protect/types';
import { ok } from '../../src/shared/result';
import { isText } from '../../src/shared/tool-result';
import type { ApiList } from '../payloads/api-list';

const made = effective([], { checkUrl: (url) => ok(url) });
if (!made.ok) throw new Error('the defaults are not valid');
const policy = policyFor(made.value.config, 'bench__list');

export interface FirstPage {
	/** Tokens (o200k) of the larger carrier. */
	readonly tokens: number;
	/** As they stand in the answer, in the original's order. */
	readonly items: readonly (readonly [key: string, item: unknown])[];
	/** Values that the answer adds, beside the members and items of the original. */
	readonly around: readonly unknown[];
	/** All text that is shown. */
	readonly text: string;
}

/** Protects the list as a server would send it: one text block. */
export function firstPage({ value, path }: ApiList): FirstPage {
	const original = { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
	const call = { view: {}, next: { tool: 'list', argument: 'cursor' as const } };
	const outcome = protect(original, call, policy);
	const handle = 'xQ7_zK2-vJ9wY4hR8nB3gD6tX5mC1qZ0kV_fW-pJuHsL'.slice(0, HANDLE_LENGTH);
	const result = outcome.place(outcome.positions.map(() => handle));
	const texts = result.content.filter(isText).map((block) => block.text);
	const text = texts.join('\n');
	const [first, ...rest] = texts.map((each) => parsed(each));
	const list = path.reduce(member, first);
	return {
		tokens: Math.max(countTokens(text), countTokens(result.structured ?? '')),
		items: Object.entries((typeof list === 'object' && list) || {}),
		around: [added(first, value), ...rest],
		text,
	};
}

/** The members of an object that the original does not have. */
const added = (shown: unknown, original: unknown): unknown =>
	typeof shown === 'object' && shown !== null && !Array.isArray(shown)
		? Object.fromEntries(
				Object.entries(shown).filter(([key]) => member(original, key) === undefined),
			)
		: undefined;

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

export const member = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, key)
		? (value as Record<string, unknown>)[key]
		: undefined;
