// Payloads that are neither a plain list nor a plain text: base64 inside JSON, diffs of real files, recorded
// requests.
import { readFileSync } from 'node:fs';
import { packageFile, packageText } from '../../payloads/found';
import { made } from '../../payloads/made';
import type { NeedlePayload } from '../payload';
import { listQuestions } from '../questions/of-list';
import { objectQuestions } from '../questions/of-object';
import { textQuestions } from '../questions/of-text';

const picture = (name: string, path: string) =>
	readFileSync(packageFile(name, path)).toString('base64');

/** A report with a real picture inside, as browsers and chart servers send them. */
function report(): NeedlePayload {
	const m = made('report');
	const text = JSON.stringify({
		report: { id: m.token(10), title: m.title(), createdBy: m.person().email, createdAt: m.time() },
		chart: `data:image/png;base64,${picture('zod-to-json-schema', '.github/CR_logotype-full-color.png')}`,
		series: m.list(40, (at) => ({
			week: `2026-W${at + 1}`,
			orders: m.int(10_000, 99_999),
			checksum: m.token(12),
		})),
		footnotes: m.list(6, () => m.text(2)),
	});
	return {
		name: 'report-with-picture',
		kind: 'base64',
		isReal: true,
		carrier: 'text',
		text,
		questions: objectQuestions('report-with-picture', text),
	};
}

/** Attachments of messages, each with its bytes. */
function attachments(): NeedlePayload {
	const m = made('attachments');
	const files = ['7zip', 'gimp', 'ffox'].map((name) =>
		picture('vega-datasets', `data/${name}.png`),
	);
	const value = {
		messages: m.list(14, (at) => ({
			id: `msg-${m.token(8)}`,
			subject: m.title(),
			from: m.person().email,
			sentAt: m.time(),
			attachment: { name: `${m.token(6)}.png`, contentType: 'image/png', data: files[at % 3] },
		})),
	};
	const text = JSON.stringify(value);
	const spec = {
		list: 'messages',
		by: 'id',
		tell: ['sentAt', 'attachment/name'],
		words: 'subject',
	};
	return {
		name: 'attachments',
		kind: 'base64',
		isReal: true,
		carrier: 'text',
		text,
		questions: listQuestions('attachments', text, spec),
	};
}

/** A unified diff of a real file whose lines were changed here and there. */
function diff(name: string, path: string, [owner, file]: readonly [string, string]): NeedlePayload {
	const m = made(name);
	const lines = packageText(owner, file).split('\n');
	const hunks: string[] = [
		`diff --git a/${path} b/${path}`,
		`index ${m.token(7)}..${m.token(7)} 100644`,
		`--- a/${path}`,
		`+++ b/${path}`,
	];
	for (let at = 12; at + 4 < lines.length; at += m.int(14, 30)) {
		const old = lines[at] ?? '';
		hunks.push(
			`@@ -${at - 2},7 +${at - 2},7 @@`,
			...lines.slice(at - 3, at).map((line) => ` ${line}`),
			`-${old}`,
			`+${old} // ${m.pick(['reviewed', 'kept', 'see'])} ${m.token(9)}`,
			...lines.slice(at + 1, at + 4).map((line) => ` ${line}`),
		);
	}
	const text = hunks.join('\n');
	return {
		name,
		kind: 'diff',
		isReal: true,
		carrier: 'text',
		text,
		questions: textQuestions(name, text),
	};
}

/** Requests that a browser recorded (HAR). */
function recording(): NeedlePayload {
	const m = made('har');
	const headers = () =>
		m.list(8, () => ({
			name: m.pick(['accept', 'cookie', 'etag', 'server', 'vary']),
			value: m.token(20),
		}));
	const entries = m.list(60, () => ({
		startedDateTime: m.time(),
		time: m.int(1, 90_000) / 10,
		request: {
			method: m.pick(['GET', 'POST']),
			url: `https://shop.example/api/${m.token(10)}`,
			httpVersion: 'h2',
			headers: headers(),
			queryString: [],
			headersSize: -1,
			bodySize: 0,
		},
		response: {
			status: m.pick([200, 200, 204, 404]),
			statusText: '',
			headers: headers(),
			content: { size: m.int(100, 90_000), mimeType: 'application/json', text: m.text(2) },
			redirectURL: '',
			headersSize: -1,
			bodySize: -1,
		},
		cache: {},
		timings: { send: 0, wait: m.int(1, 900), receive: m.int(1, 90) },
		_id: m.token(11),
	}));
	const text = JSON.stringify({
		log: { version: '1.2', creator: { name: 'browser', version: '140' }, pages: [], entries },
	});
	const spec = {
		list: 'log/entries',
		by: '_id',
		tell: ['request/url', 'startedDateTime'],
		count: ['request/method', 'response/status'],
		most: 'time',
	};
	return {
		name: 'recorded-requests',
		kind: 'HAR',
		isReal: false,
		carrier: 'text',
		text,
		questions: listQuestions('recorded-requests', text, spec),
	};
}

export const otherPayloads = (): NeedlePayload[] => [
	report(),
	attachments(),
	diff('diff-of-command', 'lib/command.js', ['commander', 'lib/command.js']),
	diff('diff-of-client', 'lib/dispatcher/client-h1.js', ['undici', 'lib/dispatcher/client-h1.js']),
	recording(),
];
