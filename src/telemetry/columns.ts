// Layout of a record in Analytics Engine (docs/telemetry.md "Analytics Engine"). A number that is not
// known is −1: Analytics Engine has no null.
import type { CallRecord } from './record';

/** The column of each member of a record. */
export const COLUMNS = {
	workspace: 'index1',
	endpoint: 'blob1',
	upstream: 'blob2',
	outcome: 'blob3',
	variant: 'blob4',
	era: 'blob5',
	clientName: 'blob6',
	cursorUse: 'blob7',
	errorCode: 'blob8',
	correlationId: 'blob9',
	verification: 'blob10',
	references: 'blob11',
	principal: 'blob12',
	estimatedTokens: 'double1',
	originalTokens: 'double2',
	protectedTokens: 'double3',
	exactTokens: 'double4',
	calibratedTokens: 'double5',
	heuristicTokens: 'double6',
	responseBytes: 'double7',
	originalBytes: 'double8',
	itemCount: 'double9',
	totalMs: 'double10',
	upstreamMs: 'double11',
	oversized: 'double12',
	time: 'double13',
} as const satisfies Readonly<Record<Exclude<keyof CallRecord, 'learn' | 'kept'>, string>>;

type Member = keyof typeof COLUMNS;
const MEMBERS = Object.entries(COLUMNS) as [Member, string][];

export interface DataPoint {
	readonly indexes: string[];
	readonly blobs: string[];
	readonly doubles: number[];
}

export function dataPointOf(record: CallRecord): DataPoint {
	const of = (kind: string) =>
		MEMBERS.filter(([, column]) => column.startsWith(kind))
			.sort(([, a], [, b]) => Number(a.slice(kind.length)) - Number(b.slice(kind.length)))
			.map(([member]) => record[member]);
	return {
		indexes: of('index').map(String),
		blobs: of('blob').map(String),
		doubles: of('double').map((value) => (value === null ? -1 : Number(value))),
	};
}

/** A record out of a row with the columns' names; what does not fit reads as empty or zero. */
export function recordOfRow(row: Readonly<Record<string, unknown>>): CallRecord {
	const text = (member: Member): string => String(row[COLUMNS[member]] ?? '');
	const number = (member: Member): number => Number(row[COLUMNS[member]] ?? 0);
	const known = (member: Member): number | null => {
		const value = number(member);
		return value < 0 ? null : value;
	};
	return {
		time: number('time'),
		workspace: text('workspace'),
		principal: text('principal'),
		endpoint: text('endpoint'),
		upstream: text('upstream'),
		outcome: text('outcome') as CallRecord['outcome'],
		variant: text('variant') as CallRecord['variant'],
		era: text('era') as CallRecord['era'],
		clientName: text('clientName'),
		cursorUse: text('cursorUse') as CallRecord['cursorUse'],
		errorCode: text('errorCode'),
		correlationId: text('correlationId'),
		verification: text('verification') as CallRecord['verification'],
		references: text('references'),
		estimatedTokens: number('estimatedTokens'),
		responseBytes: number('responseBytes'),
		originalTokens: number('originalTokens'),
		originalBytes: number('originalBytes'),
		protectedTokens: number('protectedTokens'),
		exactTokens: known('exactTokens'),
		calibratedTokens: known('calibratedTokens'),
		heuristicTokens: known('heuristicTokens'),
		itemCount: known('itemCount'),
		totalMs: number('totalMs'),
		upstreamMs: known('upstreamMs'),
		oversized: number('oversized') > 0,
	};
}
