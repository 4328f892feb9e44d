// Arguments of a call, as its session keeps them (src/session/call-arguments.ts): in one line, or name by name.
import { isRecord } from '../../../shared/is-record';
import { jsonIn } from '../../../shared/json-in';
import { parseSpelled } from '../../../shared/raw-json';

/** Numbers as they were spelled. */
const entriesOf = (text: string): readonly (readonly [string, string])[] => {
	const args = jsonIn(text, parseSpelled);
	return isRecord(args)
		? Object.entries(args).map(([name, value]) => [
				name,
				typeof value === 'string' ? value : JSON.stringify(value),
			])
		: [];
};

/** Beside a tool's name; what does not fit is cut off by the page. */
export const AskedLine = ({ text }: { text: string }) => (
	<code class="asked-line">
		{entriesOf(text)
			.map(([name, value]) => `${name}: ${value}`)
			.join(', ')}
	</code>
);

/** The arguments of a call name by name, from their JSON text; empty where it is no object. */
export const Asked = ({ text }: { text: string }) => (
	<dl class="asked">
		{entriesOf(text).map(([name, value]) => (
			<>
				<dt>
					<code>{name}</code>
				</dt>
				<dd>
					<code>{value}</code>
				</dd>
			</>
		))}
	</dl>
);
