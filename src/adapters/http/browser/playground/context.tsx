// The content of a conversation: each call with its tokens, and the replacement of a result that has left.
import type { Call, Held } from './conversation';
import { sizesOf } from './result-parts';

export interface ContextProps {
	readonly held: readonly Held[];
	readonly session: string;
	readonly consumerOf: (tool: string) => string | undefined;
	readonly onLook: (call: Call) => void;
	readonly onChoose: (tool: string) => void;
}

const BADGES: Readonly<Record<Held['badge'], readonly [string, string]>> = {
	plain: ['', ''],
	transient: ['amber', 'transient'],
	consumed: ['green', 'consumed'],
	collapsed: ['grey', 'collapsed'],
};

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

export const Context = ({ held, session, consumerOf, onLook, onChoose }: ContextProps) => {
	if (held.length === 0) return null;
	const tokens = held.reduce((sum, one) => sum + one.tokens, 0);
	const raw = held.reduce((sum, { call }) => sum + sizesOf(call.answer).raw, 0);
	return (
		<section aria-labelledby="context-title">
			<h2 id="context-title">The context of this conversation</h2>
			<p>
				It holds <strong>{number(tokens)}</strong> tokens of results; as the tools gave them it
				would be {number(raw)}. <a href={`/sessions/${session}`}>See it drawn</a>
			</p>
			<ol class="held">
				{held.map(({ call, badge, tokens: now, text }) => {
					const [colour, name] = BADGES[badge];
					const consumer = badge === 'transient' ? consumerOf(call.tool) : undefined;
					return (
						<li key={call.id} class={`is-${badge}`}>
							<button type="button" class="line" onClick={() => onLook(call)}>
								<span>{text === undefined ? call.tool : text}</span>
								{name !== '' && <span class={`badge ${colour}`}>{name}</span>}
								<span class="tokens">
									{badge === 'collapsed' ? `${number(sizesOf(call.answer).sent)} → ` : ''}
									{number(now)} tokens
								</span>
							</button>
							{consumer !== undefined && (
								<p class="note">
									Leaves once{' '}
									<button type="button" class="link" onClick={() => onChoose(consumer)}>
										{consumer}
									</button>{' '}
									has used it.
								</p>
							)}
						</li>
					);
				})}
			</ol>
		</section>
	);
};
