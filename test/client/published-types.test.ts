import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fetchTool } from '../../scripts/tools.mjs';
import { TransientContext } from '../../src/client';
import {
	aiSdkModel,
	aiSdkUi,
	anthropic,
	messagesOf,
	openaiChat,
	openaiResponses,
} from './conversations';
import { HINT, recordServer } from './record-server';

const root = resolve(import.meta.dirname, '../..');

/** Returns what the compiler says of programs, by name, that stand beside the packages of the providers. */
async function compile(programs: Readonly<Record<string, string>>): Promise<string> {
	const folder = mkdtempSync(join(await fetchTool('published'), 'types-'));
	const files = Object.entries(programs).map(([name, program]) => {
		const file = join(folder, `${name}.ts`);
		writeFileSync(file, program);
		return file;
	});
	const options =
		'--singleThreaded --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2024 --lib es2024,dom --ignoreConfig';
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	const args = [tsc, ...options.split(' '), '--types', 'node', ...files];
	try {
		await promisify(execFile)(process.execPath, args, { cwd: root });
		return '';
	} catch (error) {
		return String((error as { stdout?: unknown }).stdout);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

async function conversations(flag: boolean) {
	const context = new TransientContext({ applyAt: 'immediate' });
	const { callTool } = recordServer();
	const call = async (id: string, tool: string, args: Readonly<Record<string, unknown>>) => {
		const call = { id, tool, args, result: await callTool(tool, args) };
		context.observe(call);
		return { calls: [call] };
	};
	context.register([HINT]);
	const turns = [
		{ user: 'Go' },
		await call('a', HINT.tool, { model: 'activity' }),
		await call('b', HINT.consumedBy, { finding: 'x', record_ids: [72] }),
		await call('c', HINT.consumedBy, {}),
	];
	const produced = {
		'import("@anthropic-ai/sdk").default.MessageParam': context.apply(
			messagesOf(anthropic, turns, flag),
		),
		'import("openai").default.ChatCompletionMessageParam': context.apply(
			messagesOf(openaiChat, turns, flag),
		),
		'import("openai").default.Responses.ResponseInputItem': context.apply(
			messagesOf(openaiResponses, turns, flag),
		),
		'import("ai").ModelMessage': context.apply(messagesOf(aiSdkModel, turns, flag)),
		'import("ai").UIMessage': context.apply(messagesOf(aiSdkUi, turns, flag)),
	};
	return Object.entries(produced);
}

it('collapsed conversations have the types that the providers publish, and messages of other types do not compile', async () => {
	const produced = [...(await conversations(true)), ...(await conversations(false))];
	for (const [, messages] of produced)
		expect(JSON.stringify(messages)).toContain('15 activity records (');
	const program = (messages: readonly (readonly [type: string, text: string])[]) =>
		messages.map(([type, text], at) => `export const m${at}: ${type}[] = ${text};`).join('\n');
	const right = produced.map(([type, messages]) => [type, JSON.stringify(messages)] as const);
	const wrong = (await conversations(true)).map(
		([type, messages]) =>
			[
				type,
				JSON.stringify(messages).replace(
					/"(tool_use_id|tool_call_id|call_id|toolCallId)":"a"/g,
					'"nothing":1',
				),
			] as const,
	);
	const said = await compile({ right: program(right), wrong: program(wrong) });
	const errors = said.split('\n').filter((line) => line.includes('error TS'));
	expect(errors.filter((line) => !line.includes('wrong.ts('))).toEqual([]);
	expect(errors.length).toBeGreaterThanOrEqual(5);
});
