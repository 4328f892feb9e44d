// Of each plank of a hull, what it is: shown where scripts run when it is pointed at or reached by keyboard.
import type { LedgerCall } from '../../../transient';
import { Asked } from './asked';
import type { Session } from './sessions';
import { Name, number } from './shell';
import { STATES } from './states';

/** A conversation whose calls are shown one at a time beside the drawing. */
export interface PeeksProps {
	readonly session: Session;
	/** Of the conversation. */
	readonly address: string;
	/** Every result is kept as it was sent. */
	readonly texts: boolean;
}

/** One entry for each call, hidden until its plank is pointed at (islands). */
export const Peeks = ({ session, address, texts }: PeeksProps) => (
	<ul class="peeks" aria-live="polite">
		<li class="soft" data-peek="">
			Point at a plank, or move by Tab and the arrow keys, to see a call and its result.
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
					; {call.failed ? 'the call failed' : STATES[call.state]}
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
					<pre tabindex={0} data-text={textOf(address, call)} />
				)}
			</li>
		))}
	</ul>
);

/** Returns the address of a snapshot's text, for scripts. */
export const textOf = (address: string, { id, failed }: LedgerCall): string => {
	const [path, whose] = address.split('?');
	const query = [whose, failed && 'failed=1'].filter(Boolean).join('&');
	return `${path}/calls/${encodeURIComponent(id)}/text${query && `?${query}`}`;
};
