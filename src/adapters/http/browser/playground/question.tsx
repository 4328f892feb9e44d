// A server's question during a call (MCP elicitation): a form, or a page to open.
import type { Answered, Question as Asked } from './client';
import { pageOf } from './result-parts';
import { SchemaForm } from './schema-form';

/** A form for the asked values, or the address to agree to; only http and https open. Declining is an answer, too. */
export const Question = ({
	asked,
	onAnswer,
}: {
	asked: Asked;
	onAnswer: (answer: Answered) => void;
}) => {
	const isPage = asked.mode === 'url';
	const page = isPage ? pageOf(asked.url) : undefined;
	const accept = (content: Readonly<Record<string, unknown>>) => {
		if (!isPage) return onAnswer({ action: 'accept', content: content as never });
		if (!page) return;
		window.open(page.href, '_blank', 'noopener,noreferrer');
		onAnswer({ action: 'accept' });
	};
	return (
		<SchemaForm
			of="answer"
			name="question"
			schema={isPage ? undefined : asked.requestedSchema}
			onValues={accept}
			title="question-title"
			said={
				<>
					<h2 id="question-title">The server asks you</h2>
					<p>{asked.message}</p>
					{isPage && (
						<p class="note">
							{page ? (
								<>
									It would open a page of <strong>{page.host}</strong>: <code>{page.href}</code>
								</>
							) : (
								'It names no page that a browser may open.'
							)}
						</p>
					)}
				</>
			}
		>
			<button type="submit" disabled={isPage && !page}>
				{isPage ? 'Open it' : 'Answer'}
			</button>
			{(['decline', 'cancel'] as const).map((action) => (
				<button type="button" class="quiet" onClick={() => onAnswer({ action })}>
					{action === 'decline' ? 'Decline' : 'Cancel'}
				</button>
			))}
		</SchemaForm>
	);
};
