// Of each plank of a hull, what it is: shown where scripts run when it is pointed at or reached by keyboard.
import { Asked } from './asked';
import type { Session } from './sessions';
import { Name, number } from './shell';
import { STATES } from './states';

export interface PeeksProps {
	readonly session: Session;
	/** Of the conversation. */
	readonly address: string;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
}

export const Peeks = ({ session, address, texts }: PeeksProps) => (
	<ul class="peeks" aria-live="polite">
		<li class="soft" data-peek="">
			Point at a plank, or reach it by Tab: what was asked, and what the model saw.
		</li>
		{session.calls.map((call) => (
			<li data-peek={call.id} hidden>
				<p>
					<strong>
						<Name>{call.tool}</Name>
					</strong>{' '}
					{number(call.tokensBefore)} tokens sent
					{call.tokensOriginal === undefined
						? ''
						: ` of ${number(call.tokensOriginal)} that it gave`}
					; {STATES[call.state]}
					{call.summary === undefined ? '' : `. In its place: ${call.summary}`}.{' '}
					{call.tokensCollapsed === undefined && !texts ? (
						'Its text is not kept (sessionTexts).'
					) : (
						<>
							Kept as <code>{call.id}</code>.
						</>
					)}
				</p>
				{call.arguments !== undefined && <Asked text={call.arguments} />}
				{(call.tokensCollapsed !== undefined || texts) && (
					<pre tabindex={0} data-text={textOf(address, call.id)} />
				)}
			</li>
		))}
	</ul>
);

/** Where the text of a kept result is, for scripts. */
export const textOf = (address: string, call: string): string => {
	const [path, query] = address.split('?');
	return `${path}/calls/${encodeURIComponent(call)}/text${query === undefined ? '' : `?${query}`}`;
};
