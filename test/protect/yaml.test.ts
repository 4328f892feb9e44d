// Texts that are data in YAML are told, paged and read as data, and their lines as they were sent.
import { describe, expect, it } from 'vitest';
import { keptWhole } from '../../src/protect/protect';
import { WHOLE } from '../../src/protect/types';
import { policy, readAt, sent } from './answers';
import { text } from './payloads';

const pod = (at: number) =>
	`- kind: Pod\n  metadata: {name: web-${at}, uid: u${at}}\n  spec:\n    # why\n    image: nginx:1.10\n    replicas: ${at}\n    note: some words that stand here for the weight of them\n`;
const yaml = (count: number) =>
	`apiVersion: v1\nitems:\n${Array.from({ length: count }, (_, at) => pod(at)).join('')}`;
type From = ReturnType<typeof sent>;
const first = ({ answer }: From): string => answer.content[0]?.text ?? '';
const added = ({ answer }: From): string => String(answer.content.at(-1)?.text);

describe('a result in YAML', () => {
	const long = yaml(120);

	it('is a list with its facts, and says that it is read', () => {
		const answer = sent(text(long));
		expect(answer.act).toBe('paginated');
		expect(JSON.parse(first(answer)).items[1].metadata.name).toBe('web-1');
		const { totalCount, notice, summary } = JSON.parse(added(answer));
		expect(totalCount).toBe(120);
		expect(notice).toBe('Read from YAML; "startLine" gives its text.');
		expect(summary.shape).toContain('spec.image=nginx:1.10');
	});

	it('goes on by items, and by its own lines', () => {
		const answer = sent(text(long));
		const next = readAt(answer, { kind: 'item', offset: 50, limit: 0 }, {});
		expect(JSON.parse(first(next)).items[0].metadata.name).toBe('web-50');
		const lines = long.split('\n').slice(2, 9).join('\n');
		expect(first(readAt(answer, WHOLE, { startLine: 3, endLine: 9 })).trimEnd()).toBe(lines);
		expect(lines).toContain('# why');
	});

	it('that is long enough to be kept by its pages has the lines it had, too', () => {
		const answer = sent(text(yaml(1_600)));
		const next = readAt(answer, { kind: 'item', offset: 1_500, limit: 0 }, {});
		expect(first(next)).toContain('web-1500');
		expect(first(readAt(answer, WHOLE, { startLine: 3, endLine: 3 })).trimEnd()).toBe(
			'- kind: Pod',
		);
	});

	it('is its text where lines are asked for, or all of it must be read', () => {
		const lines = sent(text(long), { startLine: 2, endLine: 4 });
		expect(first(lines).trimEnd()).toBe(long.split('\n').slice(1, 4).join('\n'));
		expect(added(lines)).not.toContain('Read from');
		const whole = sent(text(long), {}, { ...policy, whole: true });
		expect(long.startsWith(first(whole))).toBe(true);
	});

	it('stays as it is where a text of its length would', () => {
		const short = yaml(3);
		expect(first(sent(text(short)))).toBe(short);
		const many = `items:\n${'- {a: 1, b: 2}\n'.repeat(90)}`;
		expect(sent(text(many)).act).toBe('passthrough');
	});

	it('gives fields of its items', () => {
		const answer = sent(text(long), { fields: ['metadata.name'] });
		expect(JSON.parse(first(answer)).items[0]).toEqual({ metadata: { name: 'web-0' } });
	});

	it('is kept with its text, before those beside it', () => {
		const kept = keptWhole(text(long), policy);
		expect(kept?.document.kind).toBe('json');
		expect(kept?.document.parts[1]).toBe(long);
		const structured = JSON.stringify({ result: long });
		const carrier = sent({ ...text(long), structured });
		expect(JSON.parse(JSON.parse(carrier.answer.structured ?? '').result).items).toHaveLength(11);
	});
});
