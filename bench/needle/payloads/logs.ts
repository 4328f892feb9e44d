// Made-up texts of programs that run: application and access logs, a build, traces, test reports,
// diffs, tables of processes, snapshots of pages, dumps.
import { type Made, made } from '../../payloads/made';
import type { NeedlePayload } from '../payload';
import { textQuestions } from '../questions/of-text';

type Line = (m: Made, at: number) => string;

const clock = (at: number, step: number): string =>
	new Date(Date.UTC(2026, 10, 2, 6) + at * step).toISOString();
const address = (m: Made) => `10.${m.int(0, 9)}.${m.int(0, 250)}.${m.int(1, 250)}`;

const application: Line = (m, at) =>
	`${clock(at, 731)} ${m.pick(['INFO ', 'INFO ', 'WARN ', 'DEBUG', 'ERROR'])} [${m.pick(['checkout', 'search', 'mailer'])}] request=${m.token(12)} user=${m.int(1000, 9999)} ${m.title()} in ${m.int(2, 4000)} ms`;
const access: Line = (m, at) =>
	`${address(m)} - ${m.pick(['-', m.person().login])} [${clock(at, 412)}] "${m.pick(['GET', 'GET', 'POST'])} /${m.pick(['api/orders', 'api/users', 'static', 'health'])}/${m.token(8)} HTTP/1.1" ${m.pick([200, 200, 200, 304, 404, 500])} ${m.int(90, 90_000)} "-" "Mozilla/5.0 (X11; Linux x86_64) rv:${m.int(90, 140)}.0"`;
const structured: Line = (m, at) =>
	JSON.stringify({
		time: clock(at, 977),
		level: m.pick(['info', 'info', 'warn', 'error']),
		service: m.pick(['ledger', 'gateway']),
		trace: m.token(16),
		message: m.title(),
		ms: m.int(1, 3000),
		host: address(m),
	});
const build: Line = (m, at) =>
	at % 9 === 0
		? `##[group]Run step ${at / 9}: ${m.pick(['compile', 'lint', 'package', 'publish'])} ${m.token(6)}`
		: `${clock(at, 187)} ${m.pick(['[32mok[0m', 'warning', 'note', 'compiled'])} ${m.pick(['src', 'lib', 'test'])}/${m.token(5)}/${m.token(7)}.ts (${m.int(1, 900)} ms)`;
const traces: Line = (m, at) =>
	at % 14 === 0
		? `${clock(at, 5003)} ERROR Unhandled ${m.pick(['TypeError', 'RangeError', 'TimeoutError'])}: ${m.text(1)} (id ${m.token(10)})`
		: `    at ${m.pick(['load', 'send', 'render', 'parse', 'commit'])}${m.token(3)} (/srv/app/${m.pick(['node_modules/', ''])}${m.token(4)}/${m.token(6)}.js:${m.int(1, 900)}:${m.int(1, 90)})`;
const tests: Line = (m, at) =>
	at % 12 === 0
		? `# Subtest: ${m.title()}`
		: `    ${m.pick(['ok', 'ok', 'ok', 'not ok'])} ${at} - ${m.text(1)} # ${m.token(8)} duration_ms ${m.int(1, 900)}.${m.int(100, 999)}`;
const processes: Line = (m, at) =>
	at === 0
		? 'CONTAINER ID   IMAGE                      STATUS          PORTS                    NAMES'
		: `${m.token(12)}   ${m.pick(['web', 'jobs', 'cache'])}:${m.int(1, 9)}.${m.int(0, 20)}.${m.int(0, 9)}           Up ${m.int(2, 90)} hours    0.0.0.0:${m.int(3000, 9000)}->80/tcp   ${m.pick(['brave', 'quiet', 'eager'])}_${m.token(7)}`;
const snapshot: Line = (m, at) =>
	at % 7 === 0
		? `  - region "${m.title()}" [ref=s1e${at}]:`
		: `    - ${m.pick(['link', 'button', 'textbox', 'cell', 'heading'])} "${m.person().name} ${m.token(5)}" [ref=s1e${at}] [cursor=pointer]: ${m.text(1).slice(0, m.int(10, 60))}`;
const page: Line = (m, at) =>
	`<tr id="row-${m.token(6)}" class="${m.pick(['odd', 'even'])}"><td>${at}</td><td><a href="/people/${m.token(8)}">${m.person().name}</a></td><td data-sort="${m.int(1e8, 9e8)}">${m.time()}</td><td>${m.title()}</td></tr>`;
const dump: Line = (m, at) =>
	at % 60 === 0
		? `INSERT INTO orders (id, customer, reference, total, placed_at, note) VALUES`
		: `(${70_000 + at}, '${m.person().name}', '${m.token(10)}', ${m.int(3, 900)}.${m.int(10, 99)}, '${m.time()}', '${m.title()}'),`;
const plan: Line = (m, at) =>
	at % 10 === 0
		? `  # module.${m.pick(['net', 'app', 'db'])}.aws_${m.pick(['subnet', 'instance', 'security_group'])}.${m.token(6)} will be ${m.pick(['created', 'updated in-place', 'destroyed'])}`
		: `      ${m.pick(['+', '~', '-'])} ${m.pick(['arn', 'cidr_block', 'tags.Name', 'instance_type', 'vpc_id'])} = "${m.token(14)}"${m.pick(['', '', ` -> "${m.token(12)}"`])}`;
const prose: Line = (m, at) =>
	at % 11 === 0 ? `\n第${at / 11 + 1}章 ${m.token(5)}\n` : chinese(m);
const mail: Line = (m, at) =>
	at % 15 === 0
		? `\nFrom ${m.person().email} ${clock(at, 60_000)}\nMessage-ID: <${m.token(18)}@mail.example>\nSubject: ${m.title()}\n`
		: `> ${m.text(1)} ref ${m.token(9)}`;

const CHARS = [
	...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
];
const chinese = (m: Made) =>
	`${m.list(m.int(20, 50), () => m.pick(CHARS)).join('')}，编号${m.token(7)}。`;

const made_ = (
	name: string,
	kind: string,
	count: number,
	line: Line,
	carrier: NeedlePayload['carrier'] = 'text',
): NeedlePayload => {
	const m = made(name);
	const text = m.list(count, (at) => line(m, at)).join('\n');
	return { name, kind, isReal: false, carrier, text, questions: textQuestions(name, text) };
};

export const logPayloads = (): NeedlePayload[] => [
	made_('application-log', 'log', 900, application),
	made_('application-log-long', 'log', 2600, application),
	made_('access-log', 'log', 900, access, 'file'),
	made_('json-log', 'NDJSON', 500, structured),
	made_('build-log', 'build output', 1200, build),
	made_('stack-traces', 'stack traces', 700, traces),
	made_('test-report', 'test report', 500, tests),
	made_('containers', 'process table', 180, processes),
	made_('page-snapshot', 'accessibility snapshot', 700, snapshot),
	made_('page-snapshot-short', 'accessibility snapshot', 180, snapshot),
	made_('people-page', 'HTML', 350, page),
	made_('orders-dump', 'SQL', 600, dump),
	made_('infrastructure-plan', 'plan', 700, plan),
	made_('chinese-book', 'CJK text', 300, prose),
	made_('mailbox', 'mail', 500, mail),
];
