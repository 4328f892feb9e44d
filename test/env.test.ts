// Variables of the deployment, as they are read.
import { expect, it } from 'vitest';
import { isOpen, tokenList } from '../src/app/env';

it.each([undefined, '', ' ', '[]', ' [ ]\n'])('LOADLINE_TOKENS=%j is no list', (tokens) => {
	const env = { LOADLINE_DEV: '1', ...(tokens !== undefined && { LOADLINE_TOKENS: tokens }) };
	expect(tokenList(env)).toBeUndefined();
	expect(isOpen(env as never)).toBe(true);
});

it.each(['{', '[', '[{}]', '{}', '[null]'])('LOADLINE_TOKENS=%j is one, if a bad one', (tokens) => {
	expect(tokenList({ LOADLINE_TOKENS: tokens })).toBe(tokens);
	expect(isOpen({ LOADLINE_DEV: '1', LOADLINE_TOKENS: tokens } as never)).toBe(false);
});
