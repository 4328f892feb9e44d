// Lists as APIs give them, made by a seed: 20 to 400 records of 15 to 40 fields, of the kinds that services have.
import { textResult } from '../../src/shared/tool-result';
import type { Answers } from './answers';
import { drawing } from './drawing';

type Draw = () => number;
/** Makes the value of a field of record number `at`. */
type Field = (draw: Draw, at: number) => unknown;

const WORDS =
	'amber basin cedar delta ember fjord grove harbor inlet jetty knoll ledge marsh notch orbit plain quarry ridge shoal tidal upland vale wharf yard zephyr'.split(
		' ',
	);
const pick = <Value>(draw: Draw, of: readonly Value[]): Value =>
	of[Math.floor(draw() * of.length)] as Value;
const words = (draw: Draw, least: number, most: number): string =>
	Array.from({ length: least + Math.floor(draw() * (most - least + 1)) }, () =>
		pick(draw, WORDS),
	).join(' ');
const date = (draw: Draw): string =>
	new Date(1_750_000_000_000 + Math.floor(draw() * 3e10)).toISOString();
const hex = (draw: Draw, digits: number): string =>
	Array.from({ length: digits }, () => Math.floor(draw() * 16).toString(16)).join('');

const of = {
	text: (least: number, most: number) => (draw: Draw) => words(draw, least, most),
	url: (base: string) => (draw: Draw, at: number) =>
		`https://${base}.example/${at}/${hex(draw, 12)}`,
	one:
		(...choices: readonly unknown[]) =>
		(draw: Draw) =>
			pick(draw, choices),
	count: (most: number) => (draw: Draw) => Math.floor(draw() * most),
	person: () => (draw: Draw) => {
		const login = `${pick(draw, WORDS)}${Math.floor(draw() * 90)}`;
		return { login, id: Math.floor(draw() * 9e5), avatar_url: `https://a.example/${login}` };
	},
	maybe: (field: Field) => (draw: Draw, at: number) => (draw() < 0.4 ? null : field(draw, at)),
	tags: () => (draw: Draw) =>
		Array.from({ length: Math.floor(draw() * 4) }, () => pick(draw, WORDS)),
} satisfies Record<string, (...args: never[]) => Field>;

/** Fields that most services have beside their own. */
const usual = (base: string): Record<string, Field> => ({
	url: of.url(base),
	self_link: of.url(`api.${base}`),
	node_id: (draw) => hex(draw, 24),
	created_at: date,
	updated_at: date,
	etag: (draw) => hex(draw, 32),
	locked: of.one(true, false),
	tags: of.tags(),
	external_id: of.maybe((draw) => hex(draw, 10)),
	notes: of.maybe(of.text(4, 20)),
});

/** More of the kind, named after what they count. */
const numbered = (name: string, count: number): Record<string, Field> =>
	Object.fromEntries(
		Array.from({ length: count }, (_, at) => [`${name}_${at + 1}`, of.count(5_000)]),
	);

interface Service {
	readonly name: string;
	/** Name of the list in its object; absent: the result is the list. */
	readonly list?: string;
	readonly records: readonly number[];
	readonly fields: Record<string, Field>;
	/** Fields that somebody would leave out. */
	readonly strip: readonly string[];
}

const SERVICES: readonly Service[] = [
	{
		...{ name: 'issues', records: [20, 60, 150, 400] },
		fields: {
			...{ number: (_, at) => at + 1, title: of.text(3, 8), state: of.one('open', 'closed') },
			...{ author: of.person(), assignee: of.maybe(of.person()), comments: of.count(40) },
			...{ body: of.text(20, 90), milestone: of.maybe(of.text(1, 2)), ...usual('issues') },
		},
		strip: ['body'],
	},
	{
		...{ name: 'orders', list: 'orders', records: [20, 40, 120, 250] },
		fields: {
			...{ order_id: (draw) => hex(draw, 8), status: of.one('paid', 'sent', 'refunded') },
			...{ customer: of.person(), total: of.count(90_000), currency: of.one('EUR', 'USD') },
			...{ shipping_address: of.text(6, 12), ...usual('shop'), ...numbered('metric', 8) },
		},
		strip: ['url', 'self_link', 'etag', 'node_id'],
	},
	{
		...{ name: 'builds', list: 'builds', records: [25, 80, 200] },
		fields: {
			...{ build: (_, at) => 9_000 - at, branch: of.text(1, 2), result: of.one('ok', 'failed') },
			...{ log_excerpt: of.text(30, 60), commit: (draw) => hex(draw, 40), ...usual('ci') },
		},
		strip: ['log_excerpt', 'commit'],
	},
	{
		...{ name: 'people', records: [30, 100, 400] },
		fields: {
			...{
				id: (_, at) => at,
				name: of.text(2, 2),
				email: (draw) => `${words(draw, 1, 1)}@x.example`,
			},
			...{ role: of.one('admin', 'member', 'guest'), bio: of.text(8, 30), manager: of.person() },
			...usual('people'),
			...numbered('quota', 20),
		},
		strip: ['bio', 'manager'],
	},
	{
		...{ name: 'products', list: 'items', records: [20, 90, 300] },
		fields: {
			...{
				sku: (draw) => hex(draw, 9),
				name: of.text(2, 4),
				price: of.count(900),
				stock: of.count(99),
			},
			...{ description: of.text(25, 70), image_url: of.url('cdn'), ...usual('shop') },
		},
		strip: ['description', 'image_url'],
	},
	{
		...{ name: 'tickets', records: [24, 70, 180] },
		fields: {
			...{ key: (_, at) => `SUP-${at}`, subject: of.text(3, 9), priority: of.one('low', 'high') },
			...{ requester: of.person(), thread: of.text(40, 80), channel: of.one('mail', 'chat') },
			...usual('desk'),
		},
		strip: ['thread'],
	},
	{
		...{ name: 'invoices', list: 'data', records: [20, 50, 140] },
		fields: {
			...{ number: (_, at) => `INV-${5_000 + at}`, due: date, amount: of.count(80_000) },
			...{ memo: of.text(5, 15), customer: of.person(), lines_url: of.url('bill') },
			...usual('bill'),
			...numbered('tax', 12),
		},
		strip: ['customer', 'lines_url', 'external_id'],
	},
	{
		...{ name: 'events', list: 'events', records: [40, 160, 400] },
		fields: {
			...{ at: date, kind: of.one('login', 'push', 'deploy'), actor: of.person() },
			...{ payload: of.text(10, 40), ip: (draw) => `10.0.${Math.floor(draw() * 99)}.7` },
			...usual('audit'),
		},
		strip: ['payload', 'node_id', 'etag'],
	},
];

/** A tool, and fields that are proposed to be left out of it. */
export type Stripped = Answers & { readonly strip: readonly string[] };

/** Returns the tools of the made API, the first half to build on, the other held back. */
export const madeTools = (isHeld: boolean): readonly Stripped[] =>
	SERVICES.slice(...(isHeld ? [4] : [0, 4])).map((service, at) => {
		const draw = drawing(at + (isHeld ? 57 : 31));
		const lists = service.records.map((count) =>
			Array.from({ length: count }, (_, row) =>
				Object.fromEntries(
					Object.entries(service.fields).map(([name, field]) => [name, field(draw, row)]),
				),
			),
		);
		const answers = lists.map((rows) => (service.list ? { [service.list]: rows } : rows));
		return {
			name: `api__${service.name}`,
			// A single record is what many calls get.
			answers: [...answers, lists[0]?.[3]].map((each) => textResult(JSON.stringify(each))),
			strip: service.strip,
		};
	});
