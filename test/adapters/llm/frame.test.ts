// Answers of consumers in the words of servers and hosts: a failure is heard, whatever says it.
import { expect, it } from 'vitest';
import { saysFailed } from '../../../src/adapters/llm/frame';

it.each([
	'Error: 503 service unavailable',
	'An error occurred while running the tool. Please try again. Error: 503',
	'MCP error -32602: Invalid arguments',
	'tool call error: tool call failed for `x/save_note`',
	'503 Service Unavailable',
	'Request timed out after 30s',
	'Permission denied',
	'Unauthorized',
	'Could not save the note',
	'Unable to reach the server',
	'1 validation error for save_note',
	'user rejected MCP tool call',
	'exec_command failed for `x`: CreateProcess',
	'The operation was cancelled by the user',
	'ValueError: no such note',
	'Wall time: 0.1000 seconds\nProcess exited with code 1\nOutput:\nsaved',
	'Wall time: 0.1000 seconds\nOutput:\ntool call error: x',
	'{"status":"error","message":"no"}',
	'{"status":"404","message":"Not Found"}',
	'{"success":false,"message":"no"}',
	'{"ok":false,"error":"channel_not_found"}',
	'{"content":[{"type":"text","text":"no"}],"isError":true}',
	'{"type":"error","error":{"message":"x"}}',
	'{"error_code":500}',
	'{"errors":["x"]}',
	'{"output":"no","metadata":{"exit_code":2}}',
])('%s', (text) => expect(saysFailed(text)).toBe(true));

it.each([
	'Note saved.',
	'Stored analysis finding 4.',
	'Saved, with 0 errors and no failures.',
	'{"id":4,"title":"Errors of the parser","status":"open"}',
	'{"ok":true,"error":null,"errors":[]}',
	'{"output":"fine","metadata":{"exit_code":0}}',
	'Wall time: 0.1000 seconds\nProcess exited with code 0\nOutput:\nsaved',
	'Saved.\nThe note is about an error of the parser.',
	'[{"id":1}]',
	'',
])('but not: %s', (text) => expect(saysFailed(text)).toBe(false));
