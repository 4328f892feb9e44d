// Settings of an endpoint, in words.
import { number } from './shell';

/** Of one endpoint, as the configuration has it. */
export type SettingsOf = Readonly<Record<string, unknown>>;

/** Those that pages propose; any other goes by its key. */
const NAMES: Readonly<Record<string, string>> = {
	mode: 'Protection',
	firstAnswerTokens: 'First answers',
	defaultPageSize: 'Items of a page',
	strip: 'Left out',
	transient: 'May leave once used',
};

/** A list of what is set for one endpoint; keys without a name stand as they are. */
export const Settings = ({ of }: { of: SettingsOf }) => (
	<dl class="facts">
		{Object.entries(of).map(([key, value]) => (
			<div>
				<dt>{NAMES[key] ?? <code>{key}</code>}</dt>
				<dd>{inWords(value)}</dd>
			</div>
		))}
	</dl>
);

/** `list 600, object 500`. */
function inWords(value: unknown): string {
	if (Array.isArray(value)) return value.map(inWords).join(', ');
	if (typeof value === 'object' && value !== null)
		return Object.entries(value)
			.map(([key, own]) => `${key} ${inWords(own)}`)
			.join(', ');
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	return typeof value === 'number' ? number(value) : String(value);
}
