// `loadline learnt list|forget`: what was asked after first answers, and how the next ones are made by it.
import { apiCommand, group } from './api-command';

export const learntCommand = () =>
	group(
		'learnt',
		'What first answers have learnt from what was asked next.',
		apiCommand('list', 'GET /api/telemetry/learnt', {
			show: ({ tools }) =>
				tools.flatMap(({ endpoint, first, page, fields, question, names, plan }) => [
					[
						endpoint,
						`${first} first answers`,
						`${page} read on, ${fields} named fields, ${question} asked`,
						plan?.room === undefined ? '' : `${plan.room} tokens`,
					],
					...Object.entries(names).map(
						([name, count]) =>
							`  ${name}: asked for in ${count} of ${fields + question}${plan?.fields.includes(name) ? ', shown first' : ''}`,
					),
				]),
		}),
		apiCommand('forget', 'DELETE /api/telemetry/learnt', {
			takes: { '--endpoint <tool>': 'of one tool alone, <upstream>__<tool>' },
			show: ({ tools }) => `forgotten: ${tools} tools`,
		}),
	);
